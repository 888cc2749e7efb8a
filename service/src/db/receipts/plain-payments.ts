import type { MatchCandidate } from '../../domain/receipts/matching.ts';
import { type Remark, writeRemark } from '../../domain/remarks/remark.ts';
import type { Queryable } from '../client.ts';
import {
  CANDIDATE,
  type CandidateFilter,
  IS_NAMELESS,
  MAY_BE_PAID,
  type MatchCandidateRow,
  toCandidate,
} from './match-candidates.ts';
import type { NewReceipt } from './receipts.ts';

type Named = Pick<NewReceipt, 'operator' | 'operatorTxId'>;

/** Those of some payments that are known, or that the operator took back, by `nameOf`. */
export async function listToldBefore(
  connection: Queryable,
  payments: readonly Named[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<Named>({
    name: 'list-told-before',
    text: `with told as (select * from unnest($1::text[], $2::text[]) as t (operator, id))
           select t.operator, t.id as "operatorTxId" from told t
             join receipts r on r.operator = t.operator and r.operator_tx_id = t.id
           union all
           select t.operator, t.id from told t
             join sms_messages s on s.operator = t.operator and s.reversed_tx_id = t.id`,
    values: namesOf(payments),
  });
  return new Set(rows.map(nameOf));
}

/** Those of some payments that completed a deposit already, by `nameOf`. */
export async function listPaidWith(
  connection: Queryable,
  payments: readonly Named[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<Named>({
    name: 'list-paid-with',
    text: `select t.operator, t.id as "operatorTxId"
           from unnest($1::text[], $2::text[]) as t (operator, id)
           join operator_ids n on n.operator_tx_id = t.id and n.operator = t.operator
             and n.is_deposit`,
    values: namesOf(payments),
  });
  return new Set(rows.map(nameOf));
}

export function nameOf({ operator, operatorTxId }: Named): string {
  return `${operator} ${operatorTxId}`;
}

function namesOf(payments: readonly Named[]) {
  return [
    payments.map(({ operator }) => operator),
    payments.map(({ operatorTxId }) => operatorTxId),
  ];
}

/**
 * Locks the deposits that each of some payments may be for, as `lockMatchCandidates` does for one;
 * null: there are too many of them.
 */
export async function lockCandidatesOf(
  connection: Queryable,
  payments: readonly Pick<CandidateFilter, 'payer' | 'operator' | 'amountXaf'>[],
  { sinceMs, firstId, most }: Pick<CandidateFilter, 'sinceMs' | 'firstId'> & { most: number },
): Promise<readonly (readonly MatchCandidate[])[] | null> {
  const rows = await connection.query<MatchCandidateRow & { readonly place: number }>({
    name: 'lock-candidates-of',
    text: `select ${CANDIDATE}, w.place
           from unnest($1::text[], $2::text[], $5::bigint[]) with ordinality
                  as w (payer, operator, amount_xaf, place)
           join recent_numbers n on n.msisdn = w.payer and n.transaction_id >= $4::uuid
           join transactions t on t.id = n.transaction_id
           left join channels c on c.id = t.channel_id
           where t.operator = w.operator and t.direction = 'deposit'
             and t.amount_xaf = w.amount_xaf and (${MAY_BE_PAID} or ${IS_NAMELESS})
           order by t.id
           limit $6
           for update of t`,
    values: [
      payments.map(({ payer }) => payer),
      payments.map(({ operator }) => operator),
      sinceMs,
      firstId,
      payments.map(({ amountXaf }) => amountXaf),
      most + 1,
    ],
  });
  if (rows.length > most) return null;
  return payments.map((_, index) =>
    rows.filter(({ place }) => place === index + 1).map(toCandidate),
  );
}

/** A payment that is known and bound to its deposit at once. */
export interface UsedReceipt extends NewReceipt {
  readonly id: string;
  readonly transactionId: string;
  readonly usedFor: Remark;
}

/** As `insertReceipt` and `bindReceipts`; returns how many, fewer if one was told before. */
export async function insertUsedReceipts(
  connection: Queryable,
  receipts: readonly UsedReceipt[],
): Promise<number> {
  const rows = await connection.query({
    name: 'insert-used-receipts',
    text: `with told as (
             select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[],
                                  $6::bigint[], $7::text[], $8::uuid[], $9::text[],
                                  $10::timestamptz[], $11::bigint[], $12::bigint[], $13::int[],
                                  -- An array of arrays would have to be a rectangle.
                                  $14::json[], $15::uuid[])
               as t (id, operator, operator_tx_id, payer, line, amount_xaf, reason, sms_id,
                     payer_name, operator_time, fee_cents, balance_cents, score, doubts,
                     transaction_id)
           ), stored as (
             insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                   received_at, state, reason, created_at, sms_id, payer_name,
                                   operator_time, fee_cents, balance_cents, is_trusted, score,
                                   doubts, waits_for_line)
             select id, operator, operator_tx_id, payer, line, amount_xaf, (select app_now()),
                    'used', reason, (select app_now()), sms_id, payer_name, operator_time,
                    fee_cents, balance_cents, true, score,
                    array(select json_array_elements_text(doubts)), false
             from told
             on conflict on constraint one_receipt_per_operator_transaction do nothing
             returning id)
           insert into receipt_uses (receipt_id, transaction_id, used_at)
           select id, transaction_id, (select app_now()) from told join stored using (id)
           returning receipt_id`,
    values: [
      receipts.map(({ id }) => id),
      receipts.map(({ operator }) => operator),
      receipts.map(({ operatorTxId }) => operatorTxId),
      receipts.map(({ payer }) => payer),
      receipts.map(({ line }) => line),
      receipts.map(({ amountXaf }) => amountXaf),
      receipts.map(({ usedFor }) => writeRemark(usedFor)),
      receipts.map(({ smsId }) => smsId),
      receipts.map(({ payerName }) => payerName),
      receipts.map(({ operatorTime }) => operatorTime),
      receipts.map(({ feeCents }) => feeCents),
      receipts.map(({ balanceCents }) => balanceCents),
      receipts.map(({ score }) => score),
      receipts.map(({ doubts }) => JSON.stringify(doubts.map(writeRemark))),
      receipts.map(({ transactionId }) => transactionId),
    ],
  });
  return rows.length;
}
