import { assert } from '../../domain/assert.ts';
import { MAX_CANDIDATES, type MatchCandidate } from '../../domain/receipts/matching.ts';
import { JOIN_LINE_OF_DEPOSIT, LINE_OF_DEPOSIT } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';
import { FROM_RECENT_NUMBER } from '../transactions/numbers.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';
import { NAMED_PAYMENTS, type NamedPayment, type StoredReceipt } from './receipts.ts';
import { reversalOf } from './reversed-receipts.ts';

/** The facts of a payment by which deposits are searched. */
export type PaidBy = Pick<StoredReceipt, 'payer' | 'operator' | 'amountXaf'>;

/** How far back deposits are searched. */
export interface CandidateReach {
  readonly sinceMs: number;
  /** No deposit that may still be paid is older: ids are in the order of time. */
  readonly firstId: string;
}

const MAY_BE_PAID = `(t.expires_at is not null
  or (t.state in ('expired', 'failed')
      and t.state_updated_at >= (select app_now()) - $1 * interval '1 millisecond'))`;

/** Confirmed without the operator's id of the payment. */
const LACKS_OPERATOR_ID = `(t.state in ('succeeded', 'requires_manual_resolution')
  and t.provider_tx_id is null
  and not exists (select from receipt_uses u where u.transaction_id = t.id))`;

/**
 * Locks the deposits that payments of a number and amount may be for: open ones, those that ended a
 * short while ago, and those that were confirmed without the operator's id. Always in the order of
 * their ids, so that two batches never wait for each other. For one payment a row above the limit
 * shows that there are too many; `null` if all payments have too many between them.
 */
export async function lockMatchCandidates(
  connection: Queryable,
  payments: readonly PaidBy[],
  { sinceMs, firstId }: CandidateReach,
): Promise<readonly (readonly MatchCandidate[])[] | null> {
  const rows = await connection.query<CandidateRow & { readonly place: number }>({
    name: 'lock-match-candidates',
    text: `select ${CANDIDATE}, w.place
           from ${PAID_BY.unnestInOrder('w', 3)}
           join recent_numbers n on n.msisdn = w.payer and n.transaction_id >= $2::uuid
           join transactions t on t.id = n.transaction_id
           ${JOIN_LINE_OF_DEPOSIT}
           where t.operator = w.operator and t.direction = 'deposit'
             and t.amount_xaf = w.amount_xaf and (${MAY_BE_PAID} or ${LACKS_OPERATOR_ID})
           order by t.id
           limit $6
           for update of t`,
    values: [sinceMs, firstId, ...PAID_BY.values(payments), MAX_CANDIDATES + 1],
  });
  if (rows.length > MAX_CANDIDATES && payments.length > 1) return null;
  const found = Map.groupBy(rows, ({ place }) => place);
  return payments.map((_, index) => (found.get(index + 1) ?? []).map(toCandidate));
}

/** A deposit that the number could pay with another amount, to show it to staff. */
export async function findOfOtherAmount(
  connection: Queryable,
  { payer, operator, amountXaf }: PaidBy,
  { sinceMs, firstId }: CandidateReach,
): Promise<MatchCandidate | null> {
  const [row] = await connection.query<CandidateRow>({
    name: 'find-of-other-amount',
    text: `select ${CANDIDATE} ${FROM_RECENT_NUMBER} ${JOIN_LINE_OF_DEPOSIT}
           where n.msisdn = $3 and n.transaction_id >= $2::uuid and t.operator = $4
             and t.direction = 'deposit' and t.amount_xaf <> $5 and ${MAY_BE_PAID}
           order by n.transaction_id
           limit 1`,
    values: [sinceMs, firstId, payer, operator, amountXaf],
  });
  return row === undefined ? null : toCandidate(row);
}

const PAID_BY = rowsWith<PaidBy>({
  payer: ['text', ({ payer }) => payer],
  operator: ['text', ({ operator }) => operator],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
});

type CandidateRow = TransactionRow & {
  readonly line: string | null;
  readonly checkout_id: string | null;
};

const CANDIDATE = `${TRANSACTION_COLUMNS}, ${LINE_OF_DEPOSIT} as line,
  (select a.checkout_id from checkout_attempts a where a.transaction_id = t.id)`;

function toCandidate(row: CandidateRow): MatchCandidate {
  return { transaction: toTransaction(row), line: row.line ?? '', checkoutId: row.checkout_id };
}

/** The service's time, and the database's own, by which ids are compared. */
export async function findMoment(
  connection: Queryable,
): Promise<{ readonly now: Date; readonly clock: Date }> {
  const [row] = await connection.query<{ readonly now: Date; readonly clock: Date }>({
    name: 'find-moment',
    text: 'select app_now() as now, now() as clock',
  });
  assert(row !== undefined, 'the database does not know the time');
  return row;
}

/** The transactions that an operator's payment has paid, as a table. */
function paidWith({ operator, id }: { readonly operator: string; readonly id: string }): string {
  return `(select n.transaction_id as id from operator_ids n
           where n.operator_tx_id = ${id} and n.operator = ${operator} and n.is_deposit
           union all
           select u.transaction_id from receipts r join receipt_uses u on u.receipt_id = r.id
           where r.operator_tx_id = ${id} and r.operator = ${operator})`;
}

/**
 * The transaction, other than a given one, that an operator's payment has paid: it has the
 * payment's id, or staff completed it from the text that reported the payment.
 */
export async function findPaidWith(
  database: Queryable,
  payment: NamedPayment,
  exceptId: string | null,
): Promise<string | null> {
  const [row] = await database.query<{ readonly id: string }>({
    name: 'find-paid-with',
    text: `select p.id from ${paidWith({ operator: '$1', id: '$2' })} p
           where p.id is distinct from $3::uuid limit 1`,
    values: [payment.operator, payment.operatorTxId, exceptId],
  });
  return row?.id ?? null;
}

/** Whether a payment that we know of is bound to a deposit. */
export async function hasPayment(database: Queryable, transactionId: string): Promise<boolean> {
  const rows = await database.query({
    text: 'select from receipt_uses where transaction_id = $1 limit 1',
    values: [transactionId],
  });
  return rows.length > 0;
}

/** What is known of an operator's payment besides the texts that report it. */
export interface PaymentStanding {
  /** The deposit that it has paid. */
  readonly paidFor: string | null;
  /** The first text that says that the operator reversed it. */
  readonly reversedBy: string | null;
  /** The deposit that staff confirmed by hand while its text was not believed. */
  readonly reservedFor: string | null;
}

/** For each of some payments. */
export function listPaymentStandings(
  connection: Queryable,
  payments: readonly NamedPayment[],
): Promise<PaymentStanding[]> {
  const own = { operator: 'w.operator', id: 'w.id' };
  return connection.query<PaymentStanding>({
    name: 'list-payment-standings',
    text: `select (select p.id from ${paidWith(own)} p limit 1) as "paidFor",
                  ${reversalOf(own)} as "reversedBy",
                  (select r.reserved_for from receipts r
                   where r.operator = w.operator and r.operator_tx_id = w.id) as "reservedFor"
           from ${NAMED_PAYMENTS.unnestInOrder('w')}
           order by w.place`,
    values: NAMED_PAYMENTS.values(payments),
  });
}
