import { normaliseMsisdn } from '../msisdn.ts';
import { isPool } from './wallet.ts';

/** What a statement line is recorded as when people confirm it. */
export type LineRecord =
  /** A player's payment: a receipt, which completes its deposit or is held. */
  | { readonly kind: 'receipt'; readonly payer: string; readonly line: string }
  /** Any other wallet move: a top-up, a transfer, money that went back. */
  | { readonly kind: 'move' }
  /** The operator paid a payout that counts as failed. */
  | { readonly kind: 'paid_failure' }
  /** The operator gave back, or took back, all of a payment that has this id. */
  | { readonly kind: 'reversal' };

/** `null` if its kind or amount cannot be recorded; it is then corrected or explained. */
export function recordOf(
  kind: DifferenceKind,
  line: {
    readonly wallet: string;
    readonly direction: 'in' | 'out';
    readonly other: string | null;
    readonly amountCents: number;
    readonly oursCents: number | null;
    /** The other number is ours, too. */
    readonly isBetweenOwn: boolean;
    /** Money that came with the id of money that left is no player's payment: it came back. */
    readonly isOfBoth: boolean;
  },
): LineRecord | null {
  const { wallet, direction, other, amountCents, oursCents, isBetweenOwn, isOfBoth } = line;
  if (amountCents % 100 !== 0) return null;
  if (kind === 'paid_though_failed' && direction === 'out') return { kind: 'paid_failure' };
  // A reversal turns round what is booked: a part of it, or a fee of it, is corrected by people.
  if (kind === 'reversed') return amountCents === oursCents ? { kind: 'reversal' } : null;
  if (kind !== 'paid_not_ours' && kind !== 'paid_though_failed') return null;
  // Players pay to a number or a pool; a wallet with a third part only pays out.
  const [, number, providerWallet] = wallet.split(':');
  const payer = normaliseMsisdn(other ?? '');
  const isOfPlayer = direction === 'in' && !isBetweenOwn && !isOfBoth;
  const isPayment = isOfPlayer && providerWallet === undefined;
  if (!isPayment || number === undefined || payer.kind !== 'valid') return { kind: 'move' };
  return { kind: 'receipt', payer: payer.msisdn, line: isPool(wallet) ? wallet : number };
}

/** How our records and an operator's statement may differ. */
export const DIFFERENCE_KINDS = [
  'paid_not_ours',
  'not_on_statement',
  'amount_differs',
  'fee_differs',
  'fee_not_reported',
  'paid_though_failed',
  'failed_though_paid',
  'taken_back',
  'reversed',
  /** Two files of the operator say different things about one line. */
  'lines_disagree',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The decision that a person should take about each kind; nothing happens by itself. */
export const PROPOSED_ACTS = {
  paid_not_ours: 'record_receipt',
  not_on_statement: 'ask_provider',
  amount_differs: 'adjust',
  fee_differs: 'adjust',
  fee_not_reported: 'expect_fees',
  paid_though_failed: 'resolve',
  failed_though_paid: 'ask_provider',
  taken_back: 'resolve',
  reversed: 'record_receipt',
  lines_disagree: 'ask_provider',
} as const satisfies Record<DifferenceKind, string>;

/** A reversal of another amount than the books have cannot be recorded. */
export function proposeAct({
  kind,
  oursCents,
  theirsCents,
}: {
  readonly kind: DifferenceKind;
  readonly oursCents: string | null;
  readonly theirsCents: string | null;
}) {
  return kind === 'reversed' && oursCents !== theirsCents ? 'adjust' : PROPOSED_ACTS[kind];
}

/** How much a difference is about, in hundredths. */
export function differingCents({ kind, oursCents, theirsCents }: DifferingAmounts): number {
  const [ours, theirs] = [oursCents ?? 0, theirsCents ?? 0];
  return kind.endsWith('_differs') ? Math.abs(ours - theirs) : Math.max(ours, theirs);
}

interface DifferingAmounts {
  readonly kind: DifferenceKind;
  readonly oursCents: number | null;
  readonly theirsCents: number | null;
}
