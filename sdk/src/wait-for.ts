import { type ApiError, type ConnectionError, NotSettledError } from './errors.ts';
import { type CallOptions, checkOptions, clock, definedOf } from './options.ts';
import { pause } from './pause.ts';
import { type Answer, isPassing, pauseAfter } from './send.ts';
import type { Transaction, TransactionState } from './types.ts';

export interface WaitOptions {
  /**
   * How long to wait at most. By default 10 minutes, and for an open deposit until a minute after
   * its time to confirm, so that a prompt that the player ignores ends as `expired`.
   */
  readonly timeoutMs?: number;
  /** The first pause; later ones grow to 30 seconds. 5 seconds by default. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** An expired deposit may still succeed later; its webhook then reports it. */
const OUTCOMES: ReadonlySet<TransactionState> = new Set(['succeeded', 'failed', 'expired']);
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.25;
/** A pause is from half of it to the whole, so that it is as long as wanted on average. */
const SPREAD = 4 / 3;
/** Time left for the last read, so that it sees an outcome of the last moments. */
const LAST_READ_MS = 1_000;
const DEFAULT_MS = 600_000;
/** The service notices an expiry within seconds; the longest pause and a read also fit in. */
const AFTER_WINDOW_MS = 60_000;

interface Reading {
  readonly read: (id: string, call: CallOptions) => Promise<Answer<Transaction>>;
  /** Time for one read with all its repeats; less if the wait has less left. */
  readonly readTimeoutMs: number;
}

export async function waitFor(
  { read, readTimeoutMs }: Reading,
  id: string,
  options: WaitOptions = {},
): Promise<Answer<Transaction>> {
  checkOptions('waitFor', definedOf(options));
  const { timeoutMs, intervalMs = 5_000, signal } = options;
  const startedAt = clock();
  let endsAt = startedAt + (timeoutMs ?? DEFAULT_MS);
  const leftMs = () => endsAt - clock();
  let transaction: Answer<Transaction> | null = null;
  for (let growingMs = intervalMs; ; growingMs = Math.min(growingMs * GROWTH, LONGEST_PAUSE_MS)) {
    let trouble: ApiError | ConnectionError | null = null;
    try {
      const call = { timeoutMs: Math.max(1, Math.min(leftMs(), readTimeoutMs)) };
      transaction = await read(id, signal ? { ...call, signal } : call);
      if (OUTCOMES.has(transaction.state)) return transaction;
      // By the service's clock alone: ours may be wrong.
      const { created_at: from, expires_at: to } = transaction;
      const windowMs = (Date.parse(to ?? from) - Date.parse(from) || 0) + AFTER_WINDOW_MS;
      if (!timeoutMs) endsAt = Math.max(endsAt, startedAt + windowMs);
    } catch (error) {
      // A service that restarts or is busy does not settle the transaction: it is read again.
      if (!isPassing(error)) throw error;
      trouble = error;
    }
    const pauseMs = Math.min(pauseAfter(trouble, growingMs * SPREAD), leftMs() - LAST_READ_MS);
    if (pauseMs < 0) throw new NotSettledError(id, transaction, trouble);
    await pause(pauseMs, signal);
  }
}
