import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { rssMb } from '../../../bench/load/usage.ts';
import type { Database } from '../../../src/db/client.ts';
import { openTestDatabase } from '../database.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { untilQuiet } from '../webhooks/delivery.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type MixedLoad, p99, startMixedLoad } from './mixed-load.ts';

/** What is measured every ten seconds. */
export interface Sample {
  readonly minute: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly apiMb: number;
  readonly workerMb: number;
  readonly apiHandles: number;
  readonly workerHandles: number;
  /** Of the server, including the connections of both processes. */
  readonly backends: number;
  readonly deadRows: number;
  readonly databaseMb: number;
}

const EVERY_MS = 10_000;
const WARM_UP_MS = 15_000;
const CLIENTS = 16;
const AS_MANY_AS_CAN_BE = 100_000;
const PATIENCE_MS = 60_000;

/** One process that answers and one that works, at half of what both can do. */
export async function soak({ minutes }: { readonly minutes: number }): Promise<readonly Sample[]> {
  const { database, url } = await openTestDatabase();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const api = await startServiceProcess({ env: { ...env, ROLE: 'api' } });
  const worker = await startServiceProcess({ env: { ...env, ROLE: 'worker' } });
  const receiver = await startReceiver();
  const loadAt = (perSecond: number) =>
    startMixedLoad({
      urls: () => [api.url],
      seed: 1,
      callbackUrl: receiver.url,
      perSecond,
      clients: CLIENTS,
    });
  const perSecond = (await capacityOf(loadAt(AS_MANY_AS_CAN_BE))) / 2;
  const load = loadAt(perSecond);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  let requests = load.requests();
  load.takeTimes();
  while (performance.now() < startedAt + minutes * 60_000) {
    await pause(EVERY_MS);
    const made = load.requests() - requests;
    requests = load.requests();
    samples.push({
      minute: (performance.now() - startedAt) / 60_000,
      perSecond: made / (EVERY_MS / 1_000),
      p99Ms: p99(load.takeTimes()),
      apiMb: rssMb(api.pid) ?? 0,
      workerMb: rssMb(worker.pid) ?? 0,
      apiHandles: handlesOf(api),
      workerHandles: handlesOf(worker),
      ...(await measureDatabase(database)),
    });
    // An hour of it would fill the memory of this process with what is compared at the end.
    receiver.forget();
  }
  await load.stop();
  await untilQuiet(database, PATIENCE_MS);
  await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
  await assertAllHolds({ database }, { isStopped: true, others: { clients: load.acknowledged } });
  return samples;
}

async function capacityOf(load: MixedLoad): Promise<number> {
  await pause(WARM_UP_MS);
  const before = load.requests();
  await pause(EVERY_MS);
  const made = load.requests() - before;
  await load.stop();
  return made / (EVERY_MS / 1_000);
}

function handlesOf({ pid }: ServiceProcess): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

async function measureDatabase(database: Database) {
  const [row] = await database.query<{
    readonly backends: number;
    readonly dead: number;
    readonly megabytes: number;
  }>({
    text: `select (select count(*)::int from pg_stat_activity) as backends,
                  (select sum(n_dead_tup)::float8 from pg_stat_user_tables) as dead,
                  pg_database_size(current_database())::float8 / 1048576 as megabytes`,
  });
  return {
    backends: row?.backends ?? 0,
    deadRows: row?.dead ?? 0,
    databaseMb: row?.megabytes ?? 0,
  };
}

export function tableOf(samples: readonly Sample[]): readonly string[] {
  const [first] = samples;
  if (first === undefined) return [];
  const names = Object.keys(first) as (keyof Sample)[];
  const lines = samples.map((sample) =>
    names.map((name) => sample[name].toFixed(name === 'minute' ? 1 : 0).padStart(name.length)),
  );
  return [names.join('  '), ...lines.map((cells) => cells.join('  '))];
}

/** In ten minutes; a process that has just started still grows, so a shorter run says nothing. */
const MAX_SLOPE_MB = 1;
const LEAST_MINUTES = 10;
/** A pool opens and closes connections. */
const MAX_HANDLES = 20;
const MAX_RATIO = 2;
const FEW_DEAD_ROWS = 100_000;
const FEW_MS = 50;

/** The second half compared with the first, in which caches fill and code is compiled. */
export function judgeSoak(samples: readonly Sample[]) {
  const middle = Math.floor(samples.length / 2);
  const [first, second] = [samples.slice(0, middle), samples.slice(middle)];
  const highest = (of: readonly Sample[], name: keyof Sample) =>
    Math.max(0, ...of.map((sample) => sample[name]));
  const spread = (name: keyof Sample) =>
    highest(second, name) - Math.min(...second.map((sample) => sample[name]));
  const figures = {
    apiMbIn10Minutes: slopeOf(second, 'apiMb'),
    workerMbIn10Minutes: slopeOf(second, 'workerMb'),
    apiHandlesSpread: spread('apiHandles'),
    workerHandlesSpread: spread('workerHandles'),
    deadRows: highest(second, 'deadRows'),
    p99Ms: highest(second, 'p99Ms'),
  };
  const isLong = (second.at(-1)?.minute ?? 0) - (second[0]?.minute ?? 0) > LEAST_MINUTES;
  const mostSlope = isLong ? MAX_SLOPE_MB : Number.POSITIVE_INFINITY;
  const most = {
    apiMbIn10Minutes: mostSlope,
    workerMbIn10Minutes: mostSlope,
    apiHandlesSpread: MAX_HANDLES,
    workerHandlesSpread: MAX_HANDLES,
    deadRows: Math.max(FEW_DEAD_ROWS, MAX_RATIO * highest(first, 'deadRows')),
    p99Ms: Math.max(FEW_MS, MAX_RATIO * highest(first, 'p99Ms')),
  } satisfies typeof figures;
  const names = Object.keys(figures) as (keyof typeof figures)[];
  const problems = names
    .filter((name) => !(figures[name] < most[name]))
    .map((name) => `${name} is ${figures[name]}, asked is less than ${most[name]}`);
  return { figures, problems };
}

/** By the line through all of them: what memory gains in ten minutes. */
function slopeOf(samples: readonly Sample[], name: keyof Sample): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map(({ minute }) => minute));
  const height = mean(samples.map((sample) => sample[name]));
  const products = samples.map((sample) => (sample.minute - at) * (sample[name] - height));
  const apart = samples.map(({ minute }) => (minute - at) ** 2);
  return (10 * mean(products)) / mean(apart);
}
