import { NotSettledError } from './errors.ts';
import { pause } from './pause.ts';
import type { CallOptions } from './send.ts';
import type { Transaction, TransactionState } from './types.ts';

export interface WaitOptions {
  /** How long to wait in all; 10 minutes unless told, as long as a player has to confirm. */
  readonly timeoutMs?: number;
  /** The first pause; later ones grow to 30 seconds. 5 seconds unless told. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/** An expired deposit may still succeed later, and its webhook then says so. */
const OUTCOMES: ReadonlySet<TransactionState> = new Set(['succeeded', 'failed', 'expired']);
const LONGEST_PAUSE_MS = 30_000;
const GROWTH = 1.25;

export async function waitFor(
  read: (id: string, call?: CallOptions) => Promise<Transaction>,
  id: string,
  { timeoutMs = 600_000, intervalMs = 5_000, signal }: WaitOptions = {},
): Promise<Transaction> {
  const endsAt = performance.now() + timeoutMs;
  const call = signal ? { signal } : {};
  for (let pauseMs = intervalMs; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const transaction = await read(id, call);
    if (OUTCOMES.has(transaction.state)) return transaction;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) throw new NotSettledError(transaction);
    // Many who began to wait at once do not ask at once.
    await pause(Math.min(pauseMs * (0.9 + Math.random() * 0.2), leftMs), signal);
  }
}
