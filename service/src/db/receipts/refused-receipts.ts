import { randomUUIDv7 } from 'node:crypto';
import { type Message, writeMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { JOIN_LINE_OF_DEPOSIT, LINE_OF_DEPOSIT } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { RETURN_FACTS, type ReturnFacts } from '../transactions/payment-limits.ts';

// The payments of a deposit that staff refuse.

export interface SettledMoney {
  readonly id: string;
  readonly state: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly payer: string;
  readonly amountXaf: number;
  readonly receivedAt: Date;
}

/** Makes a receipt for the payment that a provider named, unless a text has reported it. */
export async function insertReceiptOf(connection: Queryable, transactionId: string): Promise<void> {
  const reason: Message = { code: 'named_by_provider', params: { deposit: transactionId } };
  await connection.query({
    text: `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                 received_at, state, reason, created_at)
           select $2, t.operator, t.provider_tx_id, t.msisdn,
                  coalesce(${LINE_OF_DEPOSIT}, 'unknown'), t.amount_xaf, app_now(),
                  'unmatched', $3, app_now()
           from transactions t ${JOIN_LINE_OF_DEPOSIT}
           where t.id = $1 and t.provider_tx_id is not null
           on conflict on constraint one_receipt_per_operator_transaction do nothing`,
    values: [transactionId, randomUUIDv7(), writeMessage(reason)],
  });
}

/** Locks the payments that are bound to a deposit, and the one that its provider named. */
export function lockReceiptsOf(
  connection: Queryable,
  { id, operator, providerTxId }: Transaction,
): Promise<SettledMoney[]> {
  return connection.query<SettledMoney>({
    text: `select r.id, r.state, r.operator, r.operator_tx_id as "operatorTxId",
                  r.payer_msisdn as payer, r.amount_xaf as "amountXaf",
                  r.received_at as "receivedAt"
           from receipts r where ${IS_OF_DEPOSIT} order by r.id for update`,
    values: [id, operator, providerTxId],
  });
}

const IS_OF_DEPOSIT = `(
  r.id in (select u.receipt_id from receipt_uses u where u.transaction_id = $1)
  or (r.operator = $2 and r.operator_tx_id = $3 and r.state = 'unmatched'))`;

/** A payment as it would be once its deposit is refused. */
export interface RefusedPayment extends Omit<ReturnFacts, 'id' | 'returns'> {
  /** `null` of one that only the provider has named. */
  readonly id: string | null;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly payer: string;
  readonly amountXaf: number;
  readonly waitsForLine: boolean;
  readonly isTrusted: boolean;
  readonly paidAt: Date;
}

/** The payments of a deposit as they would be once staff refuse it. */
export function listRefusedPayments(
  database: Queryable,
  { id, operator, providerTxId, msisdn, amountXaf }: Transaction,
): Promise<RefusedPayment[]> {
  return database.query<RefusedPayment>({
    text: `select r.*, r.operator_tx_id as "operatorTxId", ${RETURN_FACTS}
           from (select r.id, r.operator, r.operator_tx_id, r.payer_msisdn as payer,
                        r.amount_xaf as "amountXaf", r.waits_for_line as "waitsForLine",
                        r.is_trusted as "isTrusted",
                        coalesce(r.operator_time, r.received_at) as "paidAt"
                 from receipts r where ${IS_OF_DEPOSIT}
                 union all
                 select null, $2, $3, $4, $5::bigint, false, true, app_now()
                 where $3 is not null
                   and not exists (select from receipts n
                                   where n.operator = $2 and n.operator_tx_id = $3)) r`,
    values: [id, operator, providerTxId, msisdn, amountXaf],
  });
}

/** Makes payments usable for another deposit. */
export async function freeReceipts(
  connection: Queryable,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: `with unbound as (delete from receipt_uses where receipt_id = any($1::uuid[]))
           update receipts set state = 'unmatched', dismissed_as = null, reason = $2
           where id = any($1::uuid[])`,
    values: [ids, writeMessage(reason)],
  });
}
