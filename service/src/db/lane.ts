import { DatabaseUnavailable } from './client.ts';

export interface LaneOptions<Item, Result> {
  /** Answers a whole batch with one statement; results are in the order of the items. */
  readonly run: (batch: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
}

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit. PostgreSQL pays per commit and per round trip, so what arrives while one batch is
 * under way becomes the next batch. There is no timer: an idle lane answers at once, a busy one
 * groups by itself.
 */
export function createLane<Item, Result>(
  options: LaneOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { run, maxBatch = MAX_BATCH, maxWaiting = MAX_WAITING } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = false;

  return (item) => {
    if (waiting.length >= maxWaiting) {
      return Promise.reject(new DatabaseUnavailable('too many writes wait for the database'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!underWay) void drain();
    return promise;
  };

  async function drain(): Promise<void> {
    underWay = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      const error = await settle(batch, run);
      if (error instanceof DatabaseUnavailable) {
        // Those behind would only wait for the same answer.
        const behind = waiting;
        waiting = [];
        for (const { reject } of behind) reject(error);
      }
    }
    underWay = false;
  }
}

/**
 * Runs a batch; when it fails because of what one row holds, its rows are tried alone so that only
 * that one fails.
 */
async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: LaneOptions<Item, Result>['run'],
): Promise<unknown> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error('a batch answered fewer results than items'));
      else resolve(result);
    }
    return null;
  } catch (error) {
    if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) {
      for (const one of batch) await settle([one], run);
      return null;
    }
    for (const { reject } of batch) reject(error);
    return error;
  }
}
