import { setTimeout as pause } from 'node:timers/promises';
import { rssMb } from '../../../bench/load/usage.ts';
import { REQUEST_LIMITS } from '../../../src/http/request/limits.ts';
import { issueKey } from '../access/api-keys.ts';
import { openTestDatabase } from '../database.ts';
import { testConfig } from '../harness.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { type LoadResult, makeLoad } from './load.ts';

const API_KEY = 'a-key-of-a-service-that-listens-on-loopback-only';
/** As many as the clients of one proxy; what is due while all are busy waits, and its time counts. */
const CONNECTIONS = 1_500;
/** V8 goes on compiling for about ten seconds of load. */
const WARM_UP_MS = 10_000;
const CAPACITY_MS = 5_000;

export interface Overloaded {
  /** The most that is served in a second when every client waits for its answer. */
  readonly bestPerSecond: number;
  readonly before: LoadResult;
  readonly twice: LoadResult & { readonly servedPerSecond: number };
  /** Of another application that asks a twentieth of it, at the same time. */
  readonly quiet: LoadResult;
  readonly fourTimes: LoadResult;
  /** Memory of the service at its capacity, and the most it had under four times as much. */
  readonly usualMb: number;
  readonly highestMb: number;
  /** The same load as before, from five seconds after. */
  readonly after: LoadResult;
}

/** Finds what a service of its own can do, then asks twice and four times as much of it. */
export async function overload(options: { readonly forMs: number }): Promise<Overloaded> {
  const { forMs } = options;
  const { service, quietKey } = await startLoaded();
  const load = loadOn(service);
  await load(null, WARM_UP_MS);
  const capacity = async () => (await load(null, CAPACITY_MS)).served / (CAPACITY_MS / 1_000);
  const first = await capacity();
  const before = await load(first / 2, forMs);
  const usualMb = rssMb(service.pid) ?? 0;
  const [twice, quiet] = await Promise.all([
    load(2 * first, forMs),
    load(first / 20, forMs, quietKey),
  ]);
  // The machine may have become slower or faster meanwhile.
  const bestPerSecond = Math.max(first, await capacity());
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, rssMb(service.pid) ?? 0);
  }, 100);
  const fourTimes = await load(4 * bestPerSecond, forMs);
  clearInterval(watch);
  await pause(RECOVERY_MS);
  const after = await load(first / 2, forMs);
  await service.end('SIGTERM');
  const servedPerSecond = twice.served / (forMs / 1_000);
  return {
    bestPerSecond,
    before,
    twice: { ...twice, servedPerSecond },
    quiet,
    fourTimes,
    usualMb,
    highestMb,
    after,
  };
}

const RECOVERY_MS = 5_000;

async function startLoaded() {
  const { url, database } = await openTestDatabase();
  const env = {
    DATABASE_URL: url,
    SPORTSBOOK_API_KEY: API_KEY,
    LOG_LEVEL: 'warn',
    TEST_LIMITS: JSON.stringify({ overloadDelayMs: REQUEST_LIMITS.overloadDelayMs }),
  };
  const service = await startServiceProcess({ env });
  const { key } = await issueKey({ database, config: testConfig() }, 'quiet');
  return { service, quietKey: key };
}

/** With `perSecond` `null`, 64 connections ask again as soon as they are answered. */
function loadOn(service: ServiceProcess) {
  const port = Number(new URL(service.url).port);
  let runs = 0;
  return (perSecond: number | null, forMs: number, apiKey = API_KEY): Promise<LoadResult> => {
    runs += 1;
    return makeLoad({
      name: `load-${runs}`,
      port,
      apiKey,
      perSecond,
      forMs,
      connections: perSecond === null ? 64 : CONNECTIONS,
    });
  };
}
