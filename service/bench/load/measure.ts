import { assert } from '../../src/domain/assert.ts';
import type { Children } from '../ground/children.ts';
import type { Ground } from '../ground/ground.ts';
import type { Target } from '../ground/target.ts';
import type { BenchOptions } from '../options.ts';
import { type Account, accountFor, lookAtSpent } from './account.ts';
import type { BenchCase } from './cases.ts';
import { makeLoad } from './load.ts';
import { rssMb } from './usage.ts';

/** One case on one server. */
export interface Measured {
  readonly caseName: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly account: Account;
  /** The most memory that the server used during the load. */
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

/** Warms the server up, then measures; it samples the memory all the time. */
export async function measure(scene: Scene, benchCase: BenchCase): Promise<Measured> {
  const { children, target, ground, options } = scene;
  let highestMb: number | null = null;
  const watch = setInterval(() => {
    const mb = rssMb(target.pid);
    if (mb !== null) highestMb = Math.max(highestMb ?? 0, mb);
  }, RSS_EVERY_MS);
  const samples: ReturnType<typeof lookAtSpent>[] = [];
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
      samples.push(lookAtSpent(scene));
    });
    samples.push(lookAtSpent(scene));
    const [before, after = before] = await Promise.all(samples);
    assert(before !== undefined && after !== undefined, 'no samples');
    return {
      caseName: benchCase.name,
      perSecond: result.count / result.seconds,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      maxMs: result.maxMs,
      account: accountFor([before, after], result),
      rssMb: highestMb,
    };
  } finally {
    clearInterval(watch);
  }
}
