import fc from 'fast-check';
import {
  type Posting,
  paymentCause,
  postEntry,
  postFailureReturned,
  postNamed,
  postPaidFailure,
  postPayment,
  postReturned,
  postReversal,
  transactionCause,
} from '../../../src/domain/books/posting.ts';
import { postingsOf } from '../../../src/domain/transactions/bookings.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { decideSequence, type Trigger } from '../../../src/domain/transactions/transition.ts';
import { sampleDeposit, sampleWithdrawal } from '../../transactions/domain/sample-transaction.ts';

/** What may happen to one of the transactions of a story; which one is a number. */
export const EVENTS = [
  'text',
  'confirmed',
  'confirmed_without_id',
  'late',
  'late_without_id',
  'expired',
  'named',
  'payment_reversed',
  'payment_returned',
  'staff_confirmed',
  'staff_rejected',
  'sent',
  'refused_unsent',
  'paid_out',
  'refused',
  'stuck',
  'payout_reversed',
  'paid_though_failed',
  'failure_returned',
] as const;
type MoneyEvent = (typeof EVENTS)[number];

export type Story = readonly (readonly [event: MoneyEvent, transaction: number])[];

export const STORIES: fc.Arbitrary<Story> = fc.array(
  fc.tuple(fc.constantFrom(...EVENTS), fc.nat({ max: 3 })),
  // Without a size most stories would be too short for anything to meet.
  { maxLength: 40, size: 'max' },
);

const AT = new Date('2026-03-01T10:01:00.000Z');
export const LINE = '+237670000000';
export const WALLET = `mtn:${LINE}`;
export const APPLICATION = '00000000-0000-4000-8000-00000000000a';
const FEE_CENTS = 4_448;

/** The other side: what the operator itself has written about its account of ours. */
interface Emulated {
  transaction: Transaction;
  /** Whether a trusted source reported money that came, that left, or that came back. */
  isPaid: boolean;
  hasText: boolean;
  isReversed: boolean;
  isReturned: boolean;
  isPaidOut: boolean;
  isBackIn: boolean;
  isPaidTwice: boolean;
  isBackAgain: boolean;
}

export interface Played {
  readonly walletCents: bigint;
  readonly owedCents: bigint;
  readonly underWayCents: bigint;
}

/** Plays a story through the rules, as the service would, and returns what must be in the books. */
export function playStory(
  story: Story,
  ids: readonly string[],
  post: (postings: readonly Posting[]) => void,
): Played {
  const all = ids.map(emulate);
  for (const [event, index] of story) {
    const one = all[index % all.length];
    if (one !== undefined) HAPPENS[event](one, post);
  }
  // In the end every payment has its name: then nothing may be counted twice.
  for (const one of all) if (one.isPaid) name(one, post);
  return {
    walletCents: sumOf(all, walletCentsOf),
    owedCents: sumOf(all, owedCentsOf),
    underWayCents: sumOf(all, (one) => (isUnderWay(one) ? centsOf(one) : 0n)),
  };
}

function emulate(id: string, index: number): Emulated {
  const sample = index % 2 === 0 ? sampleDeposit('merchant_initiated') : approved();
  const amountXaf = 1_000 * (index + 1);
  return {
    transaction: { ...sample, id, operator: 'mtn', applicationId: APPLICATION, amountXaf },
    isPaid: false,
    hasText: false,
    isReversed: false,
    isReturned: false,
    isPaidOut: false,
    isBackIn: false,
    isPaidTwice: false,
    isBackAgain: false,
  };
}

function approved(): Transaction {
  return sampleWithdrawal('approved');
}

type Happens = (one: Emulated, post: (postings: readonly Posting[]) => void) => void;

const HAPPENS = {
  text: (one, post) => {
    if (one.transaction.direction !== 'deposit') return;
    one.isPaid = true;
    one.hasText = true;
    post(postPayment(paymentOf(one)));
  },
  confirmed: paying(['prompt_sent', 'payment_confirmed'], { named: true }),
  confirmed_without_id: paying(['prompt_sent', 'payment_confirmed'], { named: false }),
  late: paying(['late_confirmation'], { named: true }),
  late_without_id: paying(['late_confirmation'], { named: false }),
  expired: moving(['window_closed']),
  named: (one, post) => {
    if (one.isPaid) name(one, post);
  },
  payment_reversed: (one, post) => {
    if (!one.isPaid) return;
    name(one, post);
    one.isReversed = true;
    post(reversalOf(one));
  },
  payment_returned: (one, post) => {
    if (!one.isReversed) return;
    one.isReturned = true;
    const { operator } = one.transaction;
    post(postReturned(paymentCause({ operator, operatorTxId: operatorTxIdOf(one) })));
  },
  staff_confirmed: moving(['staff_confirmed']),
  staff_rejected: moving(['staff_rejected']),
  sent: moving(['transfer_sent']),
  refused_unsent: moving(['transfer_sent', 'transfer_refused']),
  paid_out: moving(['transfer_succeeded']),
  refused: moving(['transfer_refused']),
  stuck: moving(['stuck']),
  payout_reversed: (one, post) => {
    if (!one.isPaidOut) return;
    one.isBackIn = true;
    post(reversalOf(one));
  },
  paid_though_failed: (one, post) => {
    const { direction, state } = one.transaction;
    if (direction !== 'withdrawal' || state !== 'failed') return;
    one.isPaidTwice = true;
    post(postPaidFailure({ ...one.transaction, operatorTxId: null }));
  },
  failure_returned: (one, post) => {
    if (!one.isPaidTwice) return;
    one.isBackAgain = true;
    post(postFailureReturned(one.transaction));
  },
} satisfies Record<MoneyEvent, Happens>;

function moving(triggers: readonly Trigger[], providerTxId: string | null = null): Happens {
  return (one, post) => {
    const { transaction } = one;
    const context = { at: AT, lateWindowMs: 0 };
    const decision = decideSequence(transaction, triggers, context);
    if (decision.kind === 'refused') return;
    post(postingsOf({ transaction, moves: decision.moves, providerTxId }));
    const named = providerTxId ?? transaction.providerTxId;
    one.transaction = { ...decision.transaction, providerTxId: named };
    const { direction, state } = one.transaction;
    if (direction === 'withdrawal' && state === 'succeeded') one.isPaidOut = true;
  };
}

function paying(triggers: readonly Trigger[], { named }: { readonly named: boolean }): Happens {
  return (one, post) => {
    const before = one.transaction;
    moving(triggers, named ? operatorTxIdOf(one) : null)(one, post);
    if (one.transaction !== before) one.isPaid = true;
  };
}

/** A receipt is bound, or the provider gives the id at last. */
function name(one: Emulated, post: (postings: readonly Posting[]) => void): void {
  const operatorTxId = operatorTxIdOf(one);
  post(
    one.hasText
      ? [...postPayment(paymentOf(one)), postEntry('payment_named', causeOf(one))]
      : postNamed({ ...one.transaction, operatorTxId }),
  );
  one.transaction = { ...one.transaction, providerTxId: operatorTxId };
}

function reversalOf({ transaction }: Emulated): readonly Posting[] {
  const { id: transactionId, operator, providerTxId: operatorTxId } = transaction;
  return postReversal({ operator, operatorTxId, transactionId });
}

function paymentOf(one: Emulated): Parameters<typeof postPayment>[0] {
  const { operator, amountXaf } = one.transaction;
  const operatorTxId = operatorTxIdOf(one);
  const reported = { feeCents: FEE_CENTS, operatorTime: AT, line: LINE };
  return { ...reported, operator, operatorTxId, amountXaf };
}

function operatorTxIdOf({ transaction }: Emulated): string {
  return `P-${transaction.id}`;
}

function causeOf({ transaction }: Emulated): string {
  return transactionCause(transaction.id);
}

function centsOf({ transaction }: Emulated): bigint {
  return BigInt(transaction.amountXaf) * 100n;
}

function walletCentsOf(one: Emulated): bigint {
  const came = one.isPaid && (!one.isReversed || one.isReturned) ? centsOf(one) : 0n;
  const left = one.isPaidOut && !one.isBackIn ? centsOf(one) : 0n;
  const twice = one.isPaidTwice && !one.isBackAgain ? centsOf(one) : 0n;
  return came - left - twice - (one.hasText ? FEE : 0n);
}

const FEE = BigInt(FEE_CENTS);

/** What the application has to get: its deposits less what left for its players. */
function owedCentsOf(one: Emulated): bigint {
  const { direction, state } = one.transaction;
  if (direction === 'deposit') return state === 'succeeded' ? centsOf(one) : 0n;
  return one.isPaidOut || isUnderWay(one) ? -centsOf(one) : 0n;
}

function isUnderWay({ transaction: { direction, state } }: Emulated): boolean {
  const waits = state === 'provider_submitted' || state === 'requires_manual_resolution';
  return direction === 'withdrawal' && waits;
}

function sumOf(all: readonly Emulated[], cents: (one: Emulated) => bigint): bigint {
  return all.reduce((sum, one) => sum + cents(one), 0n);
}
