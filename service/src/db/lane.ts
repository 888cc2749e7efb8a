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
  const waiting: Waiting<Item, Result>[] = [];
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
      const outcomes = await attempt(batch, run);
      const error = outcomes.at(-1)?.error;
      if (error instanceof DatabaseUnavailable) {
        // Those behind would only wait for the same answer.
        for (const { reject } of waiting.splice(0)) reject(error);
      }
      // Answering takes our time and not the database's, so the next batch leaves before it.
      if (waiting.length > 0) setImmediate(handOut, batch, outcomes);
      else handOut(batch, outcomes);
    }
    underWay = false;
  }
}

interface Outcome<Result> {
  readonly result?: Result | undefined;
  readonly error?: unknown;
}

/**
 * Runs a batch; when it fails because of what one row holds, its rows are tried alone so that only
 * that one fails.
 */
async function attempt<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: LaneOptions<Item, Result>['run'],
): Promise<readonly Outcome<Result>[]> {
  try {
    const results = await run(batch.map(({ item }) => item));
    return batch.map((_, index) => ({ result: results[index] }));
  } catch (error) {
    if (batch.length === 1 || error instanceof DatabaseUnavailable) {
      return batch.map(() => ({ error }));
    }
  }
  const outcomes: Outcome<Result>[] = [];
  for (const one of batch) outcomes.push(...(await attempt([one], run)));
  return outcomes;
}

function handOut<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  outcomes: readonly Outcome<Result>[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const { result, error } = outcomes[index] ?? {};
    if (result !== undefined) resolve(result);
    else reject(error ?? new Error('a batch answered fewer results than items'));
  }
}
