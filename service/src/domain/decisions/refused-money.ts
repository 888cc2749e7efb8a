import { readReason } from '../reason.ts';
import type { Transaction } from '../transactions/transaction.ts';

/** What becomes of a payment when staff refuse its deposit: usable again, or back with the payer. */
export const MONEY_CHOICES = ['free', 'returned'] as const;
export type MoneyChoice = (typeof MONEY_CHOICES)[number];

export type RefusedMoney =
  | { readonly becomes: 'free' }
  /** `how` answers later questions: it may be an operator's id, for example. */
  | { readonly becomes: 'returned'; readonly how: string };

/** What staff said, if it is complete: returned money needs a `how`. */
export function readRefusedMoney(said: {
  readonly choice: MoneyChoice | null;
  readonly how: string | null;
}): RefusedMoney | null {
  if (said.choice === 'free') return { becomes: 'free' };
  const how = readReason(said.how ?? '');
  if (said.choice !== 'returned' || 'error' in how) return null;
  return { becomes: 'returned', how: how.value };
}

/** Whether a payment is known that must not be lost with the deposit. */
export function hasMoney(
  { direction, providerTxId }: Pick<Transaction, 'direction' | 'providerTxId'>,
  receipts: number,
): boolean {
  return direction === 'deposit' && (providerTxId !== null || receipts > 0);
}
