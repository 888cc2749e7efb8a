import type { Message, PlainMessageCode } from '../messages/message.ts';
import type { Operator } from '../operators/operator.ts';
import type { CollectionMode } from '../payment-kinds.ts';
import { triggersOf } from '../transactions/provider-triggers.ts';
import {
  isOpenDeposit,
  LATE_CONFIRMATION_MS,
  type State,
  type Transaction,
} from '../transactions/transaction.ts';
import type { Trigger } from '../transactions/transition.ts';

/** Money that arrived, as reported by a text. */
export interface Receipt {
  readonly operator: Operator;
  /** E.164. */
  readonly payer: string;
  /** The line that got it, in one spelling (`normaliseLine`). */
  readonly line: string;
  readonly amountXaf: number;
  /** When the operator took it, as its text or its id says, or `null` if neither does. */
  readonly operatorTime: Date | null;
}

/** A deposit with the line that its instructions name. */
export interface MatchCandidate {
  readonly transaction: Transaction;
  readonly line: string;
  /** Whose attempt it is; `null` for a deposit that was not made on a page. */
  readonly checkoutId: string | null;
}

export interface MatchContext {
  readonly at: Date;
  readonly lateWindowMs: number;
}

export type Match =
  | {
      readonly kind: 'matched';
      readonly transaction: Transaction;
      readonly triggers: readonly Trigger[];
    }
  /** It paid a deposit that succeeded before its id was known: nothing moves. */
  | { readonly kind: 'known'; readonly transaction: Transaction }
  /** Held for a person. */
  | { readonly kind: 'held'; readonly reason: Message };

/** If one number and amount has more deposits than this, they are not searched. */
export const MAX_CANDIDATES = 500;

/**
 * Finds the one deposit that a payment completes: paying number, receiving number and exact amount
 * (interface, deposits rule 5). If there is any doubt, the payment is held. A deposit that was
 * confirmed without the operator's id may be the one that it has paid already.
 */
export function matchReceipt(
  receipt: Receipt,
  candidates: readonly MatchCandidate[],
  context: MatchContext,
): Match {
  // A deposit of another player may be among those that were not searched.
  if (candidates.length > MAX_CANDIDATES) return held('too_many_deposits');
  const [only, ...more] = candidates
    .filter((candidate) => mayHavePaid(receipt, candidate))
    .map(({ transaction }) => transaction)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (only === undefined) return matchOpen(receipt, candidates, context);
  const isCertain =
    more.length === 0 && only.state === 'succeeded' && receipt.operatorTime !== null;
  const fitsAnother = candidates.some(
    (candidate) =>
      candidate.line === receipt.line &&
      isPaymentFor(receipt, candidate.transaction) &&
      takesPayment(candidate.transaction, context) &&
      !isPaidBefore(receipt, candidate.transaction) &&
      !isPastAttempt(receipt, candidate),
  );
  if (isCertain && !fitsAnother) return { kind: 'known', transaction: only };
  return { kind: 'held', reason: { code: 'may_have_paid', params: { deposit: only.id } } };
}

/** Whether a payment may be that of a deposit which was confirmed without the operator's id. */
function mayHavePaid(receipt: Receipt, { transaction, line }: MatchCandidate): boolean {
  return (
    lacksOperatorId(transaction) && line === receipt.line && isFromTimeOf(receipt, transaction)
  );
}

/** Confirmed by the provider or by staff, without the payment's id. */
export function lacksOperatorId({ state, direction, providerTxId }: Transaction): boolean {
  const isConfirmed = state === 'succeeded' || state === 'requires_manual_resolution';
  return direction === 'deposit' && isConfirmed && providerTxId === null;
}

/** Whether a payment was made between the creation of its deposit and what confirmed it. */
export function isFromTimeOf(receipt: Omit<Receipt, 'line'>, transaction: Transaction): boolean {
  if (!isPaymentFor(receipt, transaction) || isPaidBefore(receipt, transaction)) return false;
  const { operatorTime } = receipt;
  const until = transaction.stateUpdatedAt.getTime() + MAX_CLOCK_DIFFERENCE_MS;
  return operatorTime === null || operatorTime.getTime() <= until;
}

/** Among deposits that are not paid yet. */
function matchOpen(
  receipt: Receipt,
  candidates: readonly MatchCandidate[],
  context: MatchContext,
): Match {
  const ofNumber = candidates.filter(
    ({ transaction }) =>
      transaction.direction === 'deposit' &&
      transaction.operator === receipt.operator &&
      transaction.msisdn === receipt.payer &&
      takesPayment(transaction, context),
  );
  if (ofNumber.length === 0) return held('no_deposit_waits');
  const ofAnyTime = ofNumber.filter(
    ({ transaction }) => transaction.amountXaf === receipt.amountXaf,
  );
  if (ofAnyTime.length === 0) return held('other_amount');
  const ofItsTime = ofAnyTime.filter(({ transaction }) => !isPaidBefore(receipt, transaction));
  if (ofItsTime.length === 0) return held('older_than_deposits');
  const expected = ofItsTime.filter((candidate) => !isPastAttempt(receipt, candidate));
  const ofAmount = expected.length > 0 ? expected : ofItsTime;
  // Players, not numbers, are credited; a person has to decide between two players on one phone.
  const players = new Set(
    ofAmount.map(({ transaction }) => `${transaction.applicationId} ${transaction.playerId}`),
  );
  if (players.size > 1) return held('several_players');
  const onLine = ofAmount.filter(({ line }) => line === receipt.line);
  if (onLine.length === 0) return held('other_line');
  const [best] = onLine.map(({ transaction }) => transaction).toSorted(firstInTurn(context));
  if (best === undefined) return held('no_deposit_waits');
  // Each prompt is a request of its own, and its provider will name the payment that answered it.
  const isPrompt = best.collectionMode === 'merchant_initiated';
  if (isPrompt && onLine.length > 1) return held('several_prompts');
  // On the pages of a shop a number is one player, also for a stranger: no checkout goes first.
  const checkouts = new Set(onLine.flatMap(({ checkoutId }) => checkoutId ?? []));
  if (checkouts.size > 1) return held('several_checkouts');
  return { kind: 'matched', transaction: best, triggers: triggersFor(best, context) };
}

/**
 * Clocks differ, and the time in some ids is that of the minute. Wider than `CLOCKS_DIFFER_MS` in
 * reported-move.ts: a payment within it is credited and bothers nobody, while what is within that
 * one is uncertain to the books, or may be another payout.
 */
const MAX_CLOCK_DIFFERENCE_MS = 300_000;

/** A payment made before a deposit was requested is not for it. */
export function isPaidBefore(
  { operatorTime }: Pick<Receipt, 'operatorTime'>,
  { createdAt }: Pick<Transaction, 'createdAt'>,
): boolean {
  return (
    operatorTime !== null && createdAt.getTime() > operatorTime.getTime() + MAX_CLOCK_DIFFERENCE_MS
  );
}

/**
 * Who types a number on a page has not proved that it is theirs. So an attempt that failed, or was
 * over too long before the payment, stands in nobody's way: it is paid only if nothing else may be.
 */
function isPastAttempt(
  { operatorTime }: Receipt,
  { transaction, checkoutId }: MatchCandidate,
): boolean {
  const { state, expiresAt, stateUpdatedAt } = transaction;
  if (checkoutId === null) return false;
  if (state === 'failed') return true;
  const endedAt = isOpenDeposit(transaction) ? expiresAt : stateUpdatedAt;
  // A payment of an unknown time may have been made before.
  if (endedAt === null || operatorTime === null) return false;
  return operatorTime.getTime() - endedAt.getTime() > MAX_LATENESS_MS;
}

/** A page gives out the next code later than this, by any two clocks. */
const MAX_LATENESS_MS = LATE_CONFIRMATION_MS - 2 * MAX_CLOCK_DIFFERENCE_MS;

/** Whether a text reports exactly the payment that a deposit asks for. */
export function isPaymentFor(
  { operator, payer, amountXaf }: Pick<Receipt, 'operator' | 'payer' | 'amountXaf'>,
  transaction: Transaction,
): boolean {
  return (
    transaction.operator === operator &&
    transaction.msisdn === payer &&
    transaction.amountXaf === amountXaf
  );
}

interface ReportedPayment {
  readonly operatorTxId: string;
  readonly receivedAt: Date;
}

/** A text may come this long after the payment became known in another way. */
const TEXT_BEHIND_MS = 3_600_000;

/**
 * The unused payment that is without doubt the one by which staff confirm a held deposit: it has
 * the id that the provider named, or it is the only one from the deposit's time.
 */
export function receiptOfHeld<Reported extends ReportedPayment>(
  transaction: Transaction,
  receipts: readonly Reported[],
): Reported | null {
  const { providerTxId, createdAt, stateUpdatedAt } = transaction;
  const until = stateUpdatedAt.getTime() + TEXT_BEHIND_MS;
  const [one, ...more] = receipts.filter(({ operatorTxId, receivedAt }) =>
    providerTxId === null
      ? createdAt <= receivedAt && receivedAt.getTime() <= until
      : operatorTxId === providerTxId,
  );
  return one === undefined || more.length > 0 ? null : one;
}

function held(code: PlainMessageCode): Match {
  return { kind: 'held', reason: { code } };
}

/** Open deposits and those that ended a short while ago; a very late payment fits nothing. */
function takesPayment(transaction: Transaction, { at, lateWindowMs }: MatchContext): boolean {
  const { state, stateUpdatedAt, expiresAt } = transaction;
  if (!isOpenDeposit(transaction) && state !== 'expired' && state !== 'failed') return false;
  // An expiry that went unnoticed counts from its deadline like any other.
  const endedAt = isOpenDeposit(transaction) ? (expiresAt ?? at) : stateUpdatedAt;
  return at.getTime() - endedAt.getTime() <= lateWindowMs;
}

/** The oldest open one, otherwise the one that expired last; a failed one comes last. */
function firstInTurn({ at }: MatchContext) {
  const rank = (transaction: Transaction): number => {
    const { expiresAt, state } = transaction;
    if (!isOpenDeposit(transaction)) return state === 'expired' ? 2 : 3;
    return expiresAt !== null && at < expiresAt ? 0 : 1;
  };
  return (a: Transaction, b: Transaction): number =>
    rank(a) - rank(b) ||
    (rank(a) <= 1
      ? a.createdAt.getTime() - b.createdAt.getTime()
      : b.stateUpdatedAt.getTime() - a.stateUpdatedAt.getTime()) ||
    (a.id < b.id ? -1 : 1);
}

/** How the tables classify the payment of a deposit: in time, late, or after a failure. */
function triggersFor(transaction: Transaction, { at }: MatchContext): readonly Trigger[] {
  const { state, collectionMode, expiresAt } = transaction;
  if (collectionMode !== 'customer_initiated' || state === 'failed') {
    return triggersOf(transaction, { kind: 'succeeded' }, at);
  }
  if (state === 'expired') return ['matching_payment_received'];
  const isLate = expiresAt !== null && at.getTime() >= expiresAt.getTime();
  return isLate ? ['window_closed', 'matching_payment_received'] : ['payment_confirmed'];
}

interface Payment {
  readonly operator: Operator;
  readonly payerMsisdn: string;
  readonly line: string;
  readonly amountXaf: number;
  readonly receivedAt: Date;
}

interface Candidate {
  readonly operator: Operator;
  readonly msisdn: string;
  readonly merchantNumber: string;
  readonly amountXaf: number;
  readonly state: State;
  readonly collectionMode: CollectionMode | null;
  readonly createdAt: Date;
}

/** Whether staff may complete a deposit from payments; a prompt is settled by its provider. */
export function isCompletable({
  state,
  collectionMode,
}: Pick<Candidate, 'state' | 'collectionMode'>): boolean {
  return collectionMode === 'customer_initiated' && COMPLETABLE.has(state);
}

const COMPLETABLE: ReadonlySet<State> = new Set([
  'pending',
  'expired',
  'requires_manual_resolution',
]);

/** Why a payment was not matched with a deposit, for the person who decides. */
export function differencesBetween(payment: Payment, deposit: Candidate): readonly Message[] {
  const differences: Message[] = [];
  if (payment.operator !== deposit.operator) differences.push({ code: 'differs_operator' });
  if (payment.payerMsisdn !== deposit.msisdn) differences.push({ code: 'differs_number' });
  if (payment.line !== deposit.merchantNumber) {
    differences.push({ code: 'differs_line' });
  }
  const gapXaf = payment.amountXaf - deposit.amountXaf;
  if (gapXaf < 0) differences.push({ code: 'too_little', params: { amount_xaf: -gapXaf } });
  if (gapXaf > 0) differences.push({ code: 'too_much', params: { amount_xaf: gapXaf } });
  if (payment.receivedAt < deposit.createdAt) {
    differences.push({ code: 'paid_before_asked' });
  }
  if (deposit.collectionMode !== 'customer_initiated') {
    differences.push({ code: 'not_paid_by_code' });
  }
  if (deposit.state === 'failed') differences.push({ code: 'deposit_had_failed' });
  return differences;
}
