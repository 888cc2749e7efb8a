import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable, isAway } from './client.ts';

export interface LaneOptions<Item, Result> {
  /** Answers a whole batch with one query; results are in the order of the items. */
  readonly run: (batch: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
  /** How long each batch waits for more, where no caller waits for its result. */
  readonly gatherMs?: number;
}

export interface Lane<Item, Result> {
  (item: Item): Promise<Result>;
  /** Fewer than half a batch wait: more would only make them wait longer. */
  readonly hasRoom: () => boolean;
  /** How many have entered and have no answer. */
  readonly size: () => number;
}

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;
const ALONE_AT_ONCE = 4;
/** When many rows are locked at once, the last ones fail rather than wait for minutes. */
const BEGIN_ALONE_MS = 2_500;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. PostgreSQL pays per commit and per round trip, so what arrives while one batch is
 * under way becomes the next batch. There is no timer unless `gatherMs` asks for one: an idle lane
 * answers at once, a busy one groups by itself.
 */
export function createLane<Item, Result>(options: LaneOptions<Item, Result>): Lane<Item, Result> {
  const { run, maxBatch = MAX_BATCH, maxWaiting = MAX_WAITING, gatherMs = 0 } = options;
  const waiting: Waiting<Item, Result>[] = [];
  let isDraining = false;
  let underWay = 0;

  const enter = (item: Item): Promise<Result> => {
    if (waiting.length >= maxWaiting) {
      return Promise.reject(new DatabaseUnavailable('too many writes wait for the database'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isDraining) void drain();
    return promise;
  };
  return Object.assign(enter, {
    hasRoom: () => waiting.length < maxBatch / 2,
    size: () => waiting.length + underWay,
  });

  async function drain(): Promise<void> {
    isDraining = true;
    while (waiting.length > 0) {
      if (gatherMs > 0) await pause(gatherMs);
      const batch = waiting.splice(0, maxBatch);
      underWay = batch.length;
      const error = await attempt(batch);
      if (isAway(error)) {
        // The waiting items would only get the same error.
        for (const { reject } of waiting.splice(0)) reject(error);
      }
    }
    underWay = 0;
    isDraining = false;
  }

  /** Runs a batch and answers every item in it; returns the error if it failed. */
  async function attempt(batch: readonly Waiting<Item, Result>[]): Promise<unknown> {
    let results: readonly Result[];
    try {
      results = await run(batch.map(({ item }) => item));
    } catch (error) {
      if (batch.length > 1 && !isAway(error)) return oneByOne(batch);
      for (const { reject } of batch) reject(error);
      return error;
    }
    // Before the next batch is sent: the other order was measured a fifth slower.
    handOut(batch, results);
    return null;
  }

  /**
   * Tries the items of a failed batch one by one, since one of them was the cause, and answers each
   * as soon as it is known. A few at a time, since one of them may be waiting for its lock.
   */
  async function oneByOne(
    batch: readonly Waiting<Item, Result>[],
  ): Promise<DatabaseUnavailable | null> {
    const left = batch.values();
    const beginUntil = performance.now() + BEGIN_ALONE_MS;
    let away: DatabaseUnavailable | null = null;
    const take = async () => {
      for (const one of left) {
        if (away !== null) {
          one.reject(away);
        } else if (performance.now() > beginUntil) {
          one.reject(new DatabaseUnavailable('too many rows were waited for'));
        } else {
          const error = await attempt([one]);
          if (isAway(error)) away = error;
        }
      }
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, take));
    return away;
  }
}

function handOut<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  results: readonly Result[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (result !== undefined) resolve(result);
    else reject(new Error('a batch answered fewer results than items'));
  }
}
