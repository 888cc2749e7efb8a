import type { Direction } from '../payment-kinds.ts';
import { type Posting, postEntry, toCents, transactionCause } from './posting.ts';
import type { RuleName } from './rules.ts';

// What the books have wrong, and the entries that turn it round. No entry is changed or removed.

/** A transfer that a text or a statement reports. */
interface FaultyTransfer {
  readonly operator: string;
  readonly wallet: string;
  /** As ISO text, since faults are stored while they wait for a second person. */
  readonly at: string;
  readonly smsId: string | null;
}

export type BookFault =
  /** The money of a payout is also booked as money that left without us. */
  | (FaultyTransfer & {
      readonly kind: 'payout_left_twice';
      readonly cause: string;
      readonly operatorTxId: string;
      /** The payouts that it may be. */
      readonly payouts: readonly string[];
    })
  /** A believed report says that a payout was paid that counts as failed; nothing is booked. */
  | (FaultyTransfer & {
      readonly kind: 'failed_payout_paid';
      readonly payoutId: string;
      readonly amountXaf: number;
      /** `null` if only its text has it. */
      readonly operatorTxId: string | null;
    })
  | { readonly kind: 'forged_payment'; readonly cause: string }
  /** One transfer of the operator has moved its wallet twice, by two meanings. */
  | { readonly kind: 'moved_twice'; readonly cause: string; readonly by: RuleName }
  /** A payment is also booked as money that came from outside. */
  | { readonly kind: 'payment_topped_up'; readonly cause: string }
  /** A deposit was credited with a payment that staff had returned. */
  | {
      readonly kind: 'returned_though_credited';
      readonly cause: string;
      readonly amountXaf: number;
    }
  /** A dismissed payment and the transfer that returned it do not know each other. */
  | (Omit<FaultyTransfer, 'smsId'> & {
      readonly kind: 'payment_went_back';
      readonly cause: string;
      readonly transfer: string;
      readonly operatorTxId: string;
      readonly amountXaf: number;
    })
  /** Booked to another wallet than the one that its request was sent with. */
  | {
      readonly kind: 'other_wallet';
      readonly cause: string;
      readonly direction: Direction;
      readonly wallet: string;
    };

/**
 * Two entries of which one transfer can have one alone, and the rule that turns the first round,
 * unless only people know which of them is right.
 */
export const ONE_OF_TWO: readonly (readonly [RuleName, RuleName, RuleName | null])[] = [
  ['moved_out', 'left_for_own_wallet', 'moved_out_was_own'],
  ['moved_out', 'failed_payout_paid', 'moved_out_was_payout'],
  ['moved_out', 'unmatched_given_back', 'moved_out_was_return'],
  ['moved_out', 'overpayment_given_back', 'moved_out_was_return'],
  ['moved_out', 'payment_reversed', 'moved_out_was_return'],
  ['left_for_own_wallet', 'payout_succeeded', 'left_for_own_was_payout'],
  ['left_for_own_wallet', 'failed_payout_paid', 'left_for_own_was_payout'],
  ['left_for_own_wallet', 'unmatched_given_back', null],
  ['left_for_own_wallet', 'overpayment_given_back', null],
  ['left_for_own_wallet', 'payment_reversed', null],
  ['topped_up', 'came_from_own_wallet', 'topped_up_was_own'],
  ['topped_up', 'payout_reversed', 'topped_up_was_return'],
  ['topped_up', 'failed_payout_returned', 'topped_up_was_return'],
  ['topped_up', 'dispute_returned', 'topped_up_was_return'],
  ['came_from_own_wallet', 'payment_in', 'came_from_own_was_payment'],
];

/**
 * The faults that can be mended together: money out is one payout, and a payout is mended once,
 * however many transfers look like it.
 */
export function chooseFaults<Found extends { readonly fault: BookFault }>(
  found: readonly Found[],
): readonly Found[] {
  const taken = new Set<string>();
  return found.flatMap((one) => {
    const { fault } = one;
    const wanted = fault.kind === 'payout_left_twice' ? fault.payouts : [usedBy(fault)];
    const free = wanted.find((name) => !taken.has(name));
    if (free === undefined) return [];
    taken.add(free);
    return fault.kind === 'payout_left_twice'
      ? [{ ...one, fault: { ...fault, payouts: [free] } }]
      : [one];
  });
}

/** What a fault uses up, so that another one cannot. */
function usedBy(fault: Exclude<BookFault, { readonly kind: 'payout_left_twice' }>): string {
  if (fault.kind === 'failed_payout_paid') return fault.payoutId;
  return fault.kind === 'payment_went_back' ? fault.transfer : fault.cause;
}

/** The entries that mend a fault; each names, by its cause, what it mends. */
export function postMend(fault: BookFault): readonly Posting[] {
  switch (fault.kind) {
    case 'payout_left_twice':
      return [postEntry('moved_out_was_payout', fault.cause)];
    case 'failed_payout_paid': {
      const cause = transactionCause(fault.payoutId);
      return [
        {
          ...postEntry('failed_payout_paid', cause),
          amountCents: toCents(fault.amountXaf),
          wallet: fault.wallet,
          valueAt: new Date(fault.at),
        },
      ];
    }
    case 'forged_payment':
      return [
        postEntry('payment_was_forged', fault.cause),
        postEntry('fee_was_forged', fault.cause),
      ];
    case 'moved_twice':
      return [postEntry(fault.by, fault.cause)];
    case 'payment_topped_up':
      return [postEntry('topped_up_was_payment', fault.cause)];
    case 'returned_though_credited':
      return [
        {
          ...postEntry('returned_though_credited', fault.cause),
          amountCents: toCents(fault.amountXaf),
        },
      ];
    case 'payment_went_back':
      return [
        postEntry('moved_out_was_return', fault.transfer),
        {
          ...postEntry('unmatched_given_back', fault.cause),
          amountCents: toCents(fault.amountXaf),
          wallet: fault.wallet,
          valueAt: new Date(fault.at),
        },
      ];
    case 'other_wallet': {
      const rule =
        fault.direction === 'deposit' ? 'payment_came_to_other_wallet' : 'payout_left_other_wallet';
      return [{ ...postEntry(rule, fault.cause), wallet: fault.wallet }];
    }
  }
}
