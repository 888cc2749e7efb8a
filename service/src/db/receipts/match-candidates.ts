import { assert } from '../../domain/assert.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { type MatchCandidate, MOST_CANDIDATES } from '../../domain/receipts/matching.ts';
import type { Queryable } from '../client.ts';
import { FROM_RECENT_NUMBER } from '../transactions/numbers.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../transactions/transaction-row.ts';
import type { StoredReceipt } from './receipts.ts';

/** What deposits a payment may be for. */
export interface CandidateFilter {
  readonly payer: string;
  readonly operator: Operator;
  readonly amountXaf: number;
  readonly sinceMs: number;
  /** No deposit that may still be paid is older: ids are in the order of time. */
  readonly firstId: string;
}

const OF_NUMBER = `n.msisdn = $1 and n.transaction_id >= $4::uuid
  and t.operator = $2 and t.direction = 'deposit'`;

export const MAY_BE_PAID = `(t.expires_at is not null
  or (t.state in ('expired', 'failed')
      and t.state_updated_at >= (select app_now()) - $3 * interval '1 millisecond'))`;

/** Confirmed, and nobody knows by which payment of the operator. */
export const IS_NAMELESS = `(t.state in ('succeeded', 'requires_manual_resolution')
  and t.provider_tx_id is null
  and not exists (select from receipt_uses u where u.transaction_id = t.id))`;

/**
 * Locks the deposits that a payment of this number and amount may be for: open ones, those that
 * ended a short while ago, and those that were confirmed without the operator's id. Always in the
 * order of their ids, so that two payments never wait for each other. One row above the limit shows
 * that there are too many.
 */
export async function lockMatchCandidates(
  connection: Queryable,
  wanted: CandidateFilter,
): Promise<readonly MatchCandidate[]> {
  const rows = await connection.query<MatchCandidateRow>({
    name: 'lock-match-candidates',
    text: `select ${CANDIDATE} ${FROM_RECENT_NUMBER} left join channels c on c.id = t.channel_id
           where ${OF_NUMBER} and t.amount_xaf = $5 and (${MAY_BE_PAID} or ${IS_NAMELESS})
           order by t.id
           limit $6
           for update of t`,
    values: [...valuesOf(wanted), MOST_CANDIDATES + 1],
  });
  return rows.map(toCandidate);
}

/** A deposit that the number could pay with another amount, to tell staff about it. */
export async function findOfOtherAmount(
  connection: Queryable,
  wanted: CandidateFilter,
): Promise<MatchCandidate | null> {
  const [row] = await connection.query<MatchCandidateRow>({
    name: 'find-of-other-amount',
    text: `select ${CANDIDATE} ${FROM_RECENT_NUMBER} left join channels c on c.id = t.channel_id
           where ${OF_NUMBER} and t.amount_xaf <> $5 and ${MAY_BE_PAID}
           order by n.transaction_id
           limit 1`,
    values: valuesOf(wanted),
  });
  return row === undefined ? null : toCandidate(row);
}

export type MatchCandidateRow = TransactionRow & { readonly line: string | null };

export const CANDIDATE = `${TRANSACTION_COLUMNS}, coalesce(t.line, c.merchant_number) as line`;

function valuesOf({ payer, operator, sinceMs, firstId, amountXaf }: CandidateFilter) {
  return [payer, operator, sinceMs, firstId, amountXaf];
}

export function toCandidate(row: MatchCandidateRow): MatchCandidate {
  return { transaction: toTransaction(row), line: row.line ?? '' };
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

/**
 * The transaction, other than a given one, that an operator's payment has paid: it has the
 * payment's id, or staff completed it from the text that reported the payment.
 */
export async function findPaidWith(
  database: Queryable,
  payment: Pick<StoredReceipt, 'operator' | 'operatorTxId'>,
  exceptId: string | null,
): Promise<string | null> {
  const [row] = await database.query<{ readonly id: string }>({
    name: 'find-paid-with',
    text: `select transaction_id as id from operator_ids
           where operator_tx_id = $2 and operator = $1 and is_deposit
             and transaction_id is distinct from $3::uuid
           union all
           select u.transaction_id from receipts r join receipt_uses u on u.receipt_id = r.id
           where r.operator_tx_id = $2 and r.operator = $1
             and u.transaction_id is distinct from $3::uuid
           limit 1`,
    values: [payment.operator, payment.operatorTxId, exceptId],
  });
  return row?.id ?? null;
}
