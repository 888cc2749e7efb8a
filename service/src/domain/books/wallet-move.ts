import { type Posting, paymentCause, postEntry, toCents, transactionCause } from './posting.ts';
import type { RuleName } from './rules.ts';

/** A reported wallet move that is not a player's payment to us. */
export interface ReportedMove {
  readonly direction: 'in' | 'out';
  readonly operator: string;
  readonly operatorTxId: string;
  readonly amountXaf: number;
  readonly feeCents: number | null;
  readonly operatorTime: Date | null;
}

/** What such a move was. */
export type MoveMeaning =
  /** Booked by the payout's moves, whichever report comes first; only the text knows the fee. */
  | { readonly kind: 'payout'; readonly payoutId: string }
  /** A payout that counts as failed was paid after all. */
  | { readonly kind: 'failed_payout'; readonly payoutId: string }
  /** A payment that was credited to no one went back to its payer. */
  | { readonly kind: 'payment_given_back'; readonly operatorTxId: string }
  /** What a player had overpaid for this deposit went back. */
  | { readonly kind: 'overpayment_given_back'; readonly depositId: string }
  | { readonly kind: 'own_wallet' }
  | { readonly kind: 'outside' };

const BETWEEN_OR_OUTSIDE = {
  in: { own_wallet: 'came_from_own_wallet', outside: 'topped_up' },
  out: { own_wallet: 'left_for_own_wallet', outside: 'moved_out' },
} as const satisfies Record<ReportedMove['direction'], Record<'own_wallet' | 'outside', RuleName>>;

/** What the same transfer was taken for, as long as nobody knew what it was: that is turned round. */
const WAS_OUTSIDE = {
  in: { own_wallet: 'topped_up_was_own', outside: null },
  out: {
    payout: 'moved_out_was_payout',
    failed_payout: 'moved_out_was_payout',
    payment_given_back: 'moved_out_was_return',
    overpayment_given_back: 'moved_out_was_return',
    own_wallet: 'moved_out_was_own',
    outside: 'moved_out_after_all',
  },
} as const satisfies Record<
  ReportedMove['direction'],
  Partial<Record<MoveMeaning['kind'], RuleName | null>>
>;

/** Books a move once: a meaning that is known later takes the place of an earlier one. */
export function postMove(
  reported: ReportedMove,
  wallet: string,
  meaning: MoveMeaning,
): readonly Posting[] {
  const { operatorTime: valueAt, feeCents, amountXaf } = reported;
  const common = { ...postEntry('moved_out', paymentCause(reported)), wallet, valueAt };
  const moved = ruleAndCause(reported, meaning);
  const former = formerOf(reported, meaning);
  const fee = BigInt(feeCents ?? 0);
  return [
    ...(moved === null ? [] : [{ ...common, ...moved, amountCents: toCents(amountXaf) }]),
    ...(former === null ? [] : [postEntry(former, paymentCause(reported))]),
    ...(fee === 0n ? [] : [{ ...common, rule: 'fee_charged' as const, amountCents: fee }]),
  ];
}

function formerOf({ direction }: ReportedMove, { kind }: MoveMeaning): RuleName | null {
  const former: Partial<Record<MoveMeaning['kind'], RuleName | null>> = WAS_OUTSIDE[direction];
  return former[kind] ?? null;
}

/**
 * What a move stays, when it is booked as that: between lines of ours until a payout or payment has
 * its id, and outside once the payout that it was taken for has got another id.
 */
export function keptMeanings(
  direction: ReportedMove['direction'],
): readonly { readonly rule: RuleName; readonly meaning: MoveMeaning }[] {
  const rule = BETWEEN_OR_OUTSIDE[direction].own_wallet;
  const own = { rule, meaning: { kind: 'own_wallet' } } as const;
  const outside = { rule: 'moved_out_after_all', meaning: { kind: 'outside' } } as const;
  return direction === 'in' ? [own] : [own, outside];
}

function ruleAndCause(
  reported: ReportedMove,
  meaning: MoveMeaning,
): Pick<Posting, 'rule' | 'cause'> | null {
  const { operator } = reported;
  switch (meaning.kind) {
    case 'payout':
      return null;
    case 'failed_payout':
      return { rule: 'failed_payout_paid', cause: transactionCause(meaning.payoutId) };
    case 'payment_given_back': {
      const { operatorTxId } = meaning;
      return { rule: 'unmatched_given_back', cause: paymentCause({ operator, operatorTxId }) };
    }
    case 'overpayment_given_back':
      return { rule: 'overpayment_given_back', cause: transactionCause(meaning.depositId) };
    case 'own_wallet':
    case 'outside':
      return {
        rule: BETWEEN_OR_OUTSIDE[reported.direction][meaning.kind],
        cause: paymentCause(reported),
      };
  }
}

/** The cause under which returned money is booked, or `null` for its own. */
export function answeredCause(reported: ReportedMove, postings: readonly Posting[]): string | null {
  const own = paymentCause(reported);
  return postings.find(({ cause }) => cause !== own)?.cause ?? null;
}

const XAF = 100n;

/**
 * Charges a fee to the application that bears its fees. Its account has whole XAF: the nearest is
 * taken, and the rest of the fee is rounding.
 */
export function postPassedFee(
  applicationId: string | null,
  fee: { readonly cause: string; readonly feeCents: bigint; readonly valueAt: Date | null },
): readonly Posting[] {
  const { cause, feeCents, valueAt } = fee;
  if (applicationId === null || feeCents === 0n) return [];
  const borneCents = ((feeCents + XAF / 2n) / XAF) * XAF;
  const restCents = feeCents - borneCents;
  const post = (rule: RuleName, amountCents: bigint): Posting => ({
    ...postEntry(rule, cause),
    amountCents,
    valueAt,
    applicationId,
  });
  return [
    ...(borneCents === 0n ? [] : [post('fee_passed_on', borneCents)]),
    ...(restCents > 0n ? [post('fee_rounded_down', restCents)] : []),
    ...(restCents < 0n ? [post('fee_rounded_up', -restCents)] : []),
  ];
}

/** What a provider says that it kept of a payment; `bearer` is charged with it. */
export function postKeptFee(kept: {
  readonly id: string;
  readonly cause: string;
  readonly feeCents: number;
  readonly bearer: string | null;
}): readonly Posting[] {
  const { id: transactionId, cause, bearer } = kept;
  const amountCents = BigInt(kept.feeCents);
  return [
    { ...postEntry('fee_charged', cause), transactionId, amountCents },
    ...postPassedFee(bearer, { cause, feeCents: amountCents, valueAt: null }),
  ];
}

/** A fee that was booked under its transaction, before the operator's id was known. */
export interface UnnamedFee {
  readonly transactionId: string;
  readonly feeCents: bigint;
  readonly wallet: string;
  readonly valueAt: Date;
}

/** The fee of a payment whose id is known at last. One that is booked under the id stays. */
export function postNamedFee(
  { transactionId, feeCents, wallet, valueAt }: UnnamedFee,
  payment: string,
): readonly Posting[] {
  return [
    postEntry('fee_named', transactionCause(transactionId)),
    { ...postEntry('fee_charged', payment), amountCents: feeCents, wallet, valueAt },
  ];
}

/** Moves a wallet's balance to the wallet that it turned out to be. */
export function postJoined(joined: {
  readonly wallet: string;
  readonly into: string;
  readonly cents: bigint;
}): readonly Posting[] {
  const { wallet, into, cents } = joined;
  if (cents === 0n) return [];
  const [from, to] = cents > 0n ? [wallet, into] : [into, wallet];
  const amountCents = cents > 0n ? cents : -cents;
  const cause = `joined:${wallet}`;
  return [
    { ...postEntry('left_for_own_wallet', cause), wallet: from, amountCents },
    { ...postEntry('came_from_own_wallet', cause), wallet: to, amountCents },
  ];
}
