import type { Children } from '../ground/children.ts';
import type { Ground } from '../ground/ground.ts';
import type { Target } from '../ground/target.ts';
import type { BenchOptions } from '../options.ts';
import type { BenchCase } from './cases.ts';
import { type LoadResult, makeLoad } from './load.ts';
import { cpuMs, machineCpuMs, rssMb, serverPids } from './usage.ts';

/** One case on one server. Times of processors are per request. */
export interface Measured {
  readonly caseName: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly serverCpuUs: number | null;
  readonly postgresCpuUs: number | null;
  readonly loadCpuUs: number;
  /** Cores that other programs used meanwhile: the more, the less the other figures mean. */
  readonly otherCores: number | null;
  /** The most memory that the server held during the load. */
  readonly rssMb: number | null;
}

export interface Scene {
  readonly children: Children;
  readonly target: Target;
  readonly postmaster: number | null;
  readonly ground: Ground;
  readonly options: BenchOptions;
}

/**
 * V8 continues to compile for about ten seconds of load when the cores are busy; a measurement
 * before that shows a p99 of 44 ms, where it is 25 ms afterwards.
 */
export const WARM_UP_MS = 10_000;
const RSS_EVERY_MS = 200;

/** Warms the server up, then measures; the memory is watched all the time. */
export async function measure(scene: Scene, benchCase: BenchCase): Promise<Measured> {
  const { children, target, ground, options } = scene;
  let highestMb: number | null = null;
  const watch = setInterval(() => {
    const mb = rssMb(target.pid);
    if (mb !== null) highestMb = Math.max(highestMb ?? 0, mb);
  }, RSS_EVERY_MS);
  let before: Spent = { server: null, postgres: null, machine: null };
  const job = {
    caseName: benchCase.name,
    port: target.port,
    connections: benchCase.connections ?? options.connections,
    warmUpMs: WARM_UP_MS,
    measureMs: options.seconds * 1_000,
    ground,
  };
  try {
    const result = await makeLoad(children, job, () => {
      before = spent(scene);
    });
    const after = spent(scene);
    return {
      caseName: benchCase.name,
      perSecond: result.count / result.seconds,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      maxMs: result.maxMs,
      serverCpuUs: perRequestUs(after.server, before.server, result.count),
      postgresCpuUs: perRequestUs(after.postgres, before.postgres, result.count),
      loadCpuUs: (result.cpuMs * 1_000) / result.count,
      otherCores: otherCores(before, after, result),
      rssMb: highestMb,
    };
  } finally {
    clearInterval(watch);
  }
}

interface Spent {
  readonly server: number | null;
  readonly postgres: number | null;
  readonly machine: number | null;
}

function spent({ target, postmaster }: Scene): Spent {
  return {
    server: cpuMs([target.pid]),
    postgres: postmaster === null ? null : cpuMs(serverPids(postmaster)),
    machine: machineCpuMs(),
  };
}

function otherCores(before: Spent, after: Spent, load: LoadResult): number | null {
  if (before.machine === null || after.machine === null) return null;
  const ours =
    load.cpuMs +
    ((after.server ?? 0) - (before.server ?? 0)) +
    ((after.postgres ?? 0) - (before.postgres ?? 0));
  return Math.max(0, after.machine - before.machine - ours) / (load.seconds * 1_000);
}

function perRequestUs(after: number | null, before: number | null, count: number): number | null {
  return after === null || before === null ? null : ((after - before) * 1_000) / count;
}
