import { ApiError, ConnectionError, NotSettledError } from './errors.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './send.ts';
import type { Transaction, TransactionState } from './types.ts';

export interface WaitOptions {
  /** How long to wait at most; 10 minutes by default, the time that a player has to confirm. */
  readonly timeoutMs?: number;
  /** The first pause; later ones grow to 30 seconds. 5 seconds by default. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** An expired deposit may still succeed later; its webhook then reports it. */
const OUTCOMES: ReadonlySet<TransactionState> = new Set(['succeeded', 'failed', 'expired']);
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.25;
/** Time left for the last read, so that it sees an outcome of the last moments. */
const LAST_READ_MS = 1_000;

interface Reading {
  readonly read: (id: string, call: CallOptions) => Promise<Transaction>;
  /** Time for one read with all its repeats; less if the wait has less left. */
  readonly readTimeoutMs: number;
}

export async function waitFor(
  { read, readTimeoutMs }: Reading,
  id: string,
  { timeoutMs = 600_000, intervalMs = 5_000, signal }: WaitOptions = {},
): Promise<Transaction> {
  const endsAt = performance.now() + timeoutMs;
  const leftMs = () => endsAt - performance.now();
  let transaction: Transaction | null = null;
  for (let growingMs = intervalMs; ; growingMs = Math.min(growingMs * GROWTH, LONGEST_PAUSE_MS)) {
    let trouble: ApiError | ConnectionError | null = null;
    try {
      const call = { timeoutMs: Math.min(leftMs(), readTimeoutMs), ...(signal && { signal }) };
      transaction = await read(id, call);
      if (OUTCOMES.has(transaction.state)) return transaction;
    } catch (error) {
      if (!isPassing(error)) throw error;
      trouble = error;
    }
    const pauseMs = Math.min(pauseAfter(trouble, growingMs), leftMs() - LAST_READ_MS);
    if (pauseMs < 0) throw new NotSettledError(id, transaction, trouble);
    await pause(pauseMs, signal);
  }
}

/** A service that restarts or is busy does not settle the transaction: it is read again. */
function isPassing(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof ConnectionError;
}

/** At least as long as the service asks for; spread, so that clients do not ask all at once. */
function pauseAfter(trouble: ApiError | ConnectionError | null, growingMs: number): number {
  const asked = trouble instanceof ApiError ? (trouble.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, growingMs * 0.9) + Math.random() * growingMs * 0.2;
}
