import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '../../src/db/client.ts';

export interface Slowness {
  /** What a busy machine may have added so far to something that was measured meanwhile. */
  readonly allowanceMs: () => number;
  readonly stop: () => void;
}

const EVERY_MS = 5;
/** What is measured waits for its turn, for others or the database, and for its turn again. */
const TURNS = 3;

/**
 * Watches how long this process, and the database where there is one, take for next to nothing. On
 * an idle machine that is a few milliseconds; on a busy one it is what limits in tests must bear.
 */
export function watchSlowness(database?: Queryable): Slowness {
  let stopped = false;
  let worstMs = 0;
  let since = performance.now();
  const measure = () => {
    worstMs = Math.max(worstMs, performance.now() - since - EVERY_MS);
    return worstMs;
  };
  const watch = async () => {
    while (!stopped) {
      since = performance.now();
      await pause(EVERY_MS);
      await database?.query({ text: 'select 1' });
      measure();
    }
  };
  // A database that is closed meanwhile ends it too.
  void watch().catch(() => {});
  return {
    allowanceMs: () => TURNS * measure(),
    stop: () => {
      stopped = true;
    },
  };
}

/** From now on until what is returned is called, no more than this may pass, but for slowness. */
export function limitTime(limitMs: number): (what?: string) => void {
  const startedAt = performance.now();
  const slowness = watchSlowness();
  return (what = 'it') => {
    const tookMs = performance.now() - startedAt;
    const mostMs = limitMs + slowness.allowanceMs();
    slowness.stop();
    assert.ok(tookMs < mostMs, `${what} took ${tookMs} of ${mostMs} ms`);
  };
}

/**
 * The shortest of up to three times, and no further one once it is short enough: what is slow by
 * itself is slow each time, what a busy machine holds up is not.
 */
export async function shortestMs(enoughMs: number, measure: () => Promise<number>) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && shortest >= enoughMs; times += 1) {
    shortest = Math.min(shortest, await measure());
  }
  return shortest;
}
