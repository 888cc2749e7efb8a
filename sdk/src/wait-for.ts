import { ApiError, ConnectionError, NotSettledError } from './errors.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './send.ts';
import type { Transaction, TransactionState } from './types.ts';

export interface WaitOptions {
  /** How long to wait at most; 10 minutes unless told, as long as a player has to confirm. */
  readonly timeoutMs?: number;
  /** The first pause; later ones grow to 30 seconds. 5 seconds unless told. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** An expired deposit may still succeed later, and its webhook then says so. */
const OUTCOMES: ReadonlySet<TransactionState> = new Set(['succeeded', 'failed', 'expired']);
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.25;
/** Time that is left for the last read, so that it sees an outcome of the last moments. */
const LAST_READ_MS = 1_000;

interface Reading {
  readonly read: (id: string, call: CallOptions) => Promise<Transaction>;
  /** Time for one read with all its repeats; less when the wait has less left. */
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

/** A service that restarts or is busy says nothing about the transaction: it is read again. */
function isPassing(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof ConnectionError;
}

/** At least as long as the service asks for; many who began to wait at once do not ask at once. */
function pauseAfter(trouble: ApiError | ConnectionError | null, growingMs: number): number {
  const asked = trouble instanceof ApiError ? (trouble.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, growingMs * 0.9) + Math.random() * growingMs * 0.2;
}
