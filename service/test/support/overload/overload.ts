import { setTimeout as pause } from 'node:timers/promises';
import { rssMb } from '../../../bench/load/usage.ts';
import { REQUEST_LIMITS } from '../../../src/http/request/limits.ts';
import { issueKey } from '../access/api-keys.ts';
import { openTestDatabase } from '../database.ts';
import { testConfig } from '../harness.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { type LoadJob, type LoadResult, makeLoad } from './load.ts';

const API_KEY = 'a-key-of-a-service-that-listens-on-loopback-only';
/** What a service has at its best. */
const USUAL = 64;
/** As many as the clients of one proxy. */
const MANY = 1_500;
/** More than may wait for a refusal. */
const TOO_MANY = 5_000;
/** V8 goes on compiling for about ten seconds of load. */
const WARM_UP_MS = 10_000;
const CAPACITY_MS = 5_000;
const SETTLE_MS = 5_000;
const RECOVERY_MS = 5_000;

export interface Overloaded {
  /** The most that is served in a second when every client waits for its answer. */
  readonly bestPerSecond: number;
  readonly before: LoadResult;
  readonly twice: LoadResult;
  readonly fourTimes: LoadResult;
  /** Rounds of connections that repeat at once what is refused. */
  readonly many: readonly Repeated[];
  readonly tooMany: readonly Repeated[];
  /** Of another application that asks little, at the same time as each of these. */
  readonly quiet: readonly LoadResult[];
  /** Memory of the service at its capacity, and the most it had under four times as much. */
  readonly usualMb: number;
  readonly highestMb: number;
  /** The same load as before, from five seconds after. */
  readonly after: LoadResult;
}

/** `part`: what both applications were served, of the best around that time. */
type Repeated = LoadResult & { readonly part: number };

/** Finds what a service of its own can do, then asks much more of it. */
export async function overload(options: {
  readonly forMs: number;
  readonly rounds: number;
}): Promise<Overloaded> {
  const { forMs, rounds } = options;
  const { service, quietKey } = await startLoaded();
  const load = loadOn(service);
  await load({ forMs: WARM_UP_MS });
  const capacity = async () => (await load({ forMs: CAPACITY_MS })).servedPerSecond;
  const first = await capacity();
  const quiet: LoadResult[] = [];
  const beside = async (job: Wanted) => {
    const perSecond = first / 20;
    const [loud, soft] = await Promise.all([
      load(job),
      load({ ...job, perSecond, connections: USUAL, apiKey: quietKey }),
    ]);
    quiet.push(soft);
    return { ...loud, servedPerSecondInAll: loud.servedPerSecond + soft.servedPerSecond };
  };
  const half = { perSecond: first / 2, forMs, connections: MANY };
  const before = await load(half);
  const usualMb = rssMb(service.pid) ?? 0;
  const twice = await beside({ perSecond: 2 * first, forMs, connections: MANY });
  // The machine may become slower or faster meanwhile, so that each has its own best.
  const best = [first, await capacity()];
  const repeat = async (connections: number): Promise<Repeated> => {
    const job = { connections, forMs: SETTLE_MS + forMs, settleMs: SETTLE_MS };
    const result = await beside(job);
    best.push(await capacity());
    return { ...result, part: result.servedPerSecondInAll / Math.max(...best.slice(-2)) };
  };
  const many: Repeated[] = [];
  const tooMany: Repeated[] = [];
  for (let round = 0; round < rounds; round += 1) {
    many.push(await repeat(MANY));
    tooMany.push(await repeat(TOO_MANY));
  }
  let highestMb = 0;
  const watch = setInterval(() => {
    highestMb = Math.max(highestMb, rssMb(service.pid) ?? 0);
  }, 100);
  const fourTimes = await load({ perSecond: 4 * first, forMs, connections: MANY });
  clearInterval(watch);
  await pause(RECOVERY_MS);
  const after = await load(half);
  await service.end('SIGTERM');
  const bestPerSecond = Math.max(...best.slice(0, 2));
  return {
    ...{ bestPerSecond, before, twice, fourTimes, many, tooMany, quiet, after },
    ...{ usualMb, highestMb },
  };
}

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

type Wanted = Pick<LoadJob, 'forMs'> & Partial<LoadJob>;

/** Without other wishes, 64 connections ask again as soon as they are answered. */
function loadOn(service: ServiceProcess) {
  const usual = {
    port: Number(new URL(service.url).port),
    apiKey: API_KEY,
    perSecond: null,
    settleMs: 0,
    connections: USUAL,
  };
  let runs = 0;
  return (wanted: Wanted): Promise<LoadResult> => {
    runs += 1;
    return makeLoad({ ...usual, name: `load-${runs}`, ...wanted });
  };
}
