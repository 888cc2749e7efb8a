import { randomUUIDv7 } from 'node:crypto';
import { type Message, writeMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { type OpenPayment, UNREAD_FIELDS } from '../../domain/receipts/open-payment.ts';
import type { Queryable } from '../client.ts';

// Payments of which something could not be read: a column that is null is left open.

/** Whether nothing about a receipt is open. */
export function isWhole(alias: string): string {
  return `num_nulls(${UNREAD_FIELDS.map((column) => `${alias}.${column}`).join(', ')}) = 0`;
}

/** Its text is a payment from then on. False if the operator's transaction is known already. */
export async function insertOpenReceipt(
  connection: Queryable,
  payment: OpenPayment & {
    readonly line: string;
    readonly smsId: string;
    readonly reason: Message;
  },
): Promise<boolean> {
  const rows = await connection.query({
    text: `with opened as (
             insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                   received_at, state, reason, created_at, sms_id, payer_name,
                                   operator_time, fee_cents, balance_cents, is_trusted)
             values ($1, $2, $3, $4, $5, $6, app_now(), 'unmatched', $7, app_now(), $8, $9, $10,
                     $11, $12, $3::text is not null and $6::bigint is not null)
             on conflict on constraint one_receipt_per_operator_transaction do nothing
             returning sms_id
           )
           update sms_messages m set state = 'receipt' from opened where m.id = opened.sms_id
           returning m.id`,
    values: [
      randomUUIDv7(),
      payment.operator,
      payment.operatorTxId,
      payment.payer,
      payment.line,
      payment.amountXaf,
      writeMessage(payment.reason),
      payment.smsId,
      payment.payerName,
      payment.operatorTime,
      payment.feeCents,
      payment.balanceCents,
    ],
  });
  return rows.length > 0;
}

/** Whether a believed text raised the balance of its line. */
export async function movedUpBy(connection: Queryable, smsId: string): Promise<boolean> {
  const rows = await connection.query({
    text: `select from balance_steps
           where sms_id = $1 and state = 'believed' and after_cents > before_cents`,
    values: [smsId],
  });
  return rows.length > 0;
}

/** Whether a balance proves the text whose payment completed a deposit, and not a person alone. */
export async function isPaidByProvenText(
  connection: Queryable,
  transactionId: string,
): Promise<boolean> {
  const rows = await connection.query({
    text: `select from receipt_uses u
           join receipts r on r.id = u.receipt_id
           join balance_steps b on b.sms_id = r.sms_id
           where u.transaction_id = $1 and r.typed_by is null
             and b.state = 'believed' and b.after_cents > b.before_cents`,
    values: [transactionId],
  });
  return rows.length > 0;
}

/** A payment with what is open about it. */
export interface LockedOpenReceipt {
  readonly id: string;
  readonly operator: Operator;
  readonly line: string;
  readonly state: string;
  readonly payer: string | null;
  readonly amountXaf: number | null;
  readonly operatorTxId: string | null;
  readonly payerName: string | null;
  readonly operatorTime: Date | null;
  readonly feeCents: number | null;
  readonly balanceCents: number | null;
  readonly smsId: string | null;
}

export async function lockOpenReceipt(
  connection: Queryable,
  id: string,
): Promise<LockedOpenReceipt | null> {
  const [row] = await connection.query<LockedOpenReceipt>({
    text: `select r.id, r.operator, r.line, r.state, r.payer_msisdn as payer,
                  r.amount_xaf as "amountXaf", r.operator_tx_id as "operatorTxId",
                  r.payer_name as "payerName", r.operator_time as "operatorTime",
                  r.fee_cents as "feeCents", r.balance_cents as "balanceCents",
                  r.sms_id as "smsId"
           from receipts r where r.id = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

/** Nothing about it is open any more. */
export async function fillReceipt(
  connection: Queryable,
  filled: {
    readonly id: string;
    readonly payer: string;
    readonly amountXaf: number;
    readonly operatorTxId: string;
  },
): Promise<void> {
  await connection.query({
    text: `update receipts set payer_msisdn = $2, amount_xaf = $3, operator_tx_id = $4
           where id = $1`,
    values: [filled.id, filled.payer, filled.amountXaf, filled.operatorTxId],
  });
}
