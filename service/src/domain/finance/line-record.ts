import { normaliseMsisdn } from '../msisdn.ts';
import type { DifferenceKind } from './difference.ts';

/** What a line of a statement is recorded as, when people vouch for it. */
export type LineRecord =
  /** A player's payment: a receipt, which completes its deposit or is held. */
  | { readonly kind: 'receipt'; readonly payer: string; readonly line: string }
  /** Whatever else a wallet did: a top-up, a transfer, money that went back. */
  | { readonly kind: 'move' }
  /** The operator paid a payout that counts as failed. */
  | { readonly kind: 'paid_failure' };

/** Null: by its kind or amount it is nothing that can be recorded; it is corrected or explained. */
export function recordOf(
  kind: DifferenceKind,
  line: {
    readonly wallet: string;
    readonly direction: 'in' | 'out';
    readonly other: string | null;
    readonly amountCents: number;
    /** The other number is one of ours, too. */
    readonly isBetweenOwn: boolean;
  },
): LineRecord | null {
  const { wallet, direction, other, amountCents, isBetweenOwn } = line;
  if (amountCents % 100 !== 0) return null;
  if (kind === 'paid_though_failed' && direction === 'out') return { kind: 'paid_failure' };
  if (kind !== 'paid_not_ours' && kind !== 'paid_though_failed') return null;
  // Players pay to a number; what has a third part is an account that only pays out.
  const [, number, purse] = wallet.split(':');
  const payer = normaliseMsisdn(other ?? '');
  const isPayment = direction === 'in' && !isBetweenOwn && purse === undefined;
  if (!isPayment || number === undefined || payer.kind !== 'valid') return { kind: 'move' };
  return { kind: 'receipt', payer: payer.msisdn, line: number };
}
