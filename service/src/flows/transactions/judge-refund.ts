import { listApplicationMoney, lockApplicationMoney } from '../../db/books/application-money.ts';
import { hasEntry } from '../../db/books/entries.ts';
import { findOverpayment, lockReturns } from '../../db/books/overpayments.ts';
import type { Queryable } from '../../db/client.ts';
import {
  findRefundObstacles,
  type LostPayout,
  listLostPayouts,
  listPerhapsPaid,
  listPossibleRefunds,
  listReturnFacts,
  lockReturnedPayment,
  type RefundObstacles,
} from '../../db/transactions/payment-limits.ts';
import { lockTransaction } from '../../db/transactions/transaction-detail.ts';
import { assert } from '../../domain/assert.ts';
import { settlementCause, settlesWithin } from '../../domain/books/application-money.ts';
import {
  isOtherSend,
  type RefundedDeposit,
  type RefundFacts,
  type ReturnRefusal,
  refundedXafOf,
  refuseRefund,
} from '../../domain/transactions/payment-limits.ts';
import {
  isOverpaid,
  isReturn,
  isSettlement,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { readSealed } from './compare-seals.ts';
import { operatorReferenceOf } from './operator-reference.ts';

/** A refund that is asked for, or that is stored. */
export type AskedRefund = Pick<
  Transaction,
  'applicationId' | 'playerId' | 'direction' | 'reference'
> & {
  readonly refundOf: string;
  /** `null` if everything that is left is asked for. */
  readonly amountXaf: number | null;
};

export interface JudgedRefund extends RefundedDeposit, Pick<RefundObstacles, 'disputedAt'> {
  readonly callbackUrl: string | null;
  /** How much was said against the deposit and its other refunds: who agrees has to know it. */
  readonly disputes: number;
}

/**
 * What decides whether a refund may be paid, under the lock of its deposit, which every refund of
 * it waits for. It is asked when a refund is stored, when it is approved and when it is sent.
 */
export async function lockRefunded(
  connection: Queryable,
  refund: AskedRefund,
): Promise<JudgedRefund> {
  const found = await lockTransaction(connection, refund.refundOf);
  assert(found !== null, 'a deposit has vanished');
  // A text may say at this moment that what was overpaid has gone back.
  if (isOverpaid(refund)) await lockReturns(connection, found.transaction.msisdn);
  return readRefunded(connection, refund);
}

/** Of a return of what was overpaid, the deposit stands for that alone. */
export async function readRefunded(
  connection: Queryable,
  refund: AskedRefund,
): Promise<JudgedRefund> {
  const { refundOf: depositId } = refund;
  const own = operatorReferenceOf(refund);
  const [stored] = await readSealed(connection, [depositId]);
  assert(stored !== undefined, 'a deposit has vanished');
  const { others, lost, isChanged } = await readRefunds(connection, depositId, refund, own);
  const refundIds = others.flatMap(({ id }) => id ?? []);
  const obstacles = await findRefundObstacles(connection, { depositId, refundIds });
  const sent = lost.filter(({ reference }) => reference === own);
  const { transaction: deposit } = stored;
  const overpaid = isOverpaid(refund) ? await findOverpayment(connection, depositId) : null;
  return {
    ...obstacles,
    deposit: isOverpaid(refund)
      ? { ...deposit, applicationId: refund.applicationId, amountXaf: overpaid?.owedXaf ?? 0 }
      : deposit,
    callbackUrl: isOverpaid(refund) ? null : deposit.callbackUrl,
    refundedXaf: refundedXafOf(others),
    isChanged: isChanged || stored.problem !== null,
    isOtherSent: sent.some((one) => isOtherSend(one, refund)),
  };
}

/**
 * Whether a stored payout may be paid as far as its deposit and a restore are concerned, and what
 * is said against the deposit and its other refunds.
 */
export async function judgeStored(
  connection: Queryable,
  payout: Transaction,
): Promise<
  | { readonly kind: 'refused'; readonly why: NotPayable }
  | ({ readonly kind: 'payable' } & Pick<JudgedRefund, 'disputes' | 'disputedAt'>)
> {
  const { refundOf } = payout;
  if (isReturn(payout)) {
    const why = await refuseStoredReturn(connection, payout);
    return why === null ? PAYABLE : { kind: 'refused', why };
  }
  if (isSettlement(payout) && !(await isStillOwed(connection, payout))) {
    return { kind: 'refused', why: { code: 'more_than_owed' } };
  }
  if (refundOf === null) {
    const reference = operatorReferenceOf(payout);
    const lost = await listLostPayouts(connection, { depositId: null, reference });
    return lost.some((sent) => isOtherSend(sent, payout))
      ? { kind: 'refused', why: { code: 'reference_taken' } }
      : PAYABLE;
  }
  const refunded = await lockRefunded(connection, { ...payout, refundOf });
  const why = refuseRefund(refunded, payout);
  return why === null ? { kind: 'payable', ...refunded } : { kind: 'refused', why };
}

/** Why a stored payout may not be paid. */
export type NotPayable =
  | Exclude<ReturnType<typeof refuseRefund>, null>
  | ReturnRefusal
  | { readonly code: 'more_than_owed' };

const PAYABLE = { kind: 'payable', disputes: 0, disputedAt: null } as const;

/** What a settlement pays is owed to its platform and promised to nobody else. */
async function isStillOwed(connection: Queryable, settlement: Transaction): Promise<boolean> {
  const { playerId: id, reference } = settlement;
  await lockApplicationMoney(connection, id);
  const cause = settlementCause(id, reference);
  // It came out of the platform's account when it was sent.
  if (await hasEntry(connection, { cause, rule: 'settlement_sent' })) return true;
  const [money] = await listApplicationMoney(connection, { ids: [id] });
  return money !== undefined && settlesWithin(money, settlement);
}

/** A return is paid only while its payment says that it is, and as the payment is. */
async function refuseStoredReturn(
  connection: Queryable,
  { id, refundOf, operator, msisdn, amountXaf }: Transaction,
): Promise<NotPayable | null> {
  const paymentId = refundOf ?? '';
  const payment = await lockReturnedPayment(connection, paymentId);
  const [facts] = await listReturnFacts(connection, [paymentId]);
  const isAsWritten =
    payment?.returnedBy === id &&
    payment.operator === operator &&
    payment.payer === msisdn &&
    payment.amountXaf === amountXaf;
  if (!isAsWritten) return { code: 'not_as_written' };
  if (facts?.isTakenBack === true) return { code: 'returned_payment_taken_back' };
  return (facts?.paidDeposit ?? null) === null ? null : { code: 'returned_payment_credited' };
}

/**
 * The withdrawal that sends a payment of no platform back, or may have done so: whatever else would
 * use the payment has to wait for a person. `null` if there is none.
 */
export async function findReturn(connection: Queryable, paymentId: string): Promise<string | null> {
  if ((await sumRefunds(connection, paymentId)) === 0) return null;
  const [facts] = await listReturnFacts(connection, [paymentId]);
  // A restored database may not know the withdrawal any more.
  return facts?.returns[0]?.id ?? paymentId;
}

/** What is given back of a deposit, or may be; of a payment that belongs to no platform likewise. */
export async function sumRefunds(database: Queryable, depositId: string): Promise<number> {
  return refundedXafOf((await readRefunds(database, depositId, null, null)).others);
}

interface OtherRefund extends RefundFacts {
  /** `null` of one that a restored database does not have. */
  readonly id: string | null;
}

/**
 * The refunds of a deposit, or the returns of what was overpaid for it, without the one that has
 * this reference at the operator.
 */
async function readRefunds(
  connection: Queryable,
  depositId: string,
  asked: Pick<Transaction, 'applicationId'> | null,
  own: string | null,
): Promise<KnownRefunds> {
  const possible = await readSealed(connection, await listPossibleRefunds(connection, depositId));
  const refunds = possible.filter(({ transaction }) => transaction.refundOf === depositId);
  const failed = refunds.filter(({ transaction }) => transaction.state === 'failed');
  const perhapsPaid = await listPerhapsPaid(
    connection,
    failed.map(({ transaction }) => transaction.id),
  );
  const lost = await listLostPayouts(connection, { depositId, reference: own });
  const given = lost
    .filter(({ refundOf }) => refundOf === depositId)
    .map(({ reference, amountXaf }) => ({ reference, amountXaf: amountXaf ?? 0 }));
  const sentXaf = new Map(given.map(({ reference, amountXaf }) => [reference, amountXaf]));
  const known = refunds.map(({ transaction }) => {
    const { id, state, amountXaf } = transaction;
    const reference = operatorReferenceOf(transaction);
    const lostXaf = sentXaf.get(reference) ?? null;
    const refund = { id, state, amountXaf, reference, lostXaf, mayHaveLeft: perhapsPaid.has(id) };
    return { ...refund, isOverpaid: isOverpaid(transaction) };
  });
  const wanted = asked !== null && isOverpaid(asked);
  const unknown = given
    .filter(({ reference }) => !known.some((refund) => refund.reference === reference))
    .map((send) => ({ ...send, ...UNKNOWN_TO_DATABASE }));
  return {
    // One that a restored database does not have may be either.
    others: [...known.filter((one) => one.isOverpaid === wanted), ...unknown].filter(
      ({ reference }) => reference !== own,
    ),
    lost,
    isChanged: possible.some(({ problem }) => problem !== null),
  };
}

interface KnownRefunds {
  readonly others: readonly OtherRefund[];
  readonly lost: readonly LostPayout[];
  readonly isChanged: boolean;
}

const UNKNOWN_TO_DATABASE = {
  id: null,
  state: 'provider_submitted',
  lostXaf: null,
  mayHaveLeft: false,
} as const;
