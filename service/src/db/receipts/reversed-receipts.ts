import { assert } from '../../domain/assert.ts';
import { type Message, writeMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';

/** What an operator's transaction was for us: its receipt, and the transaction that it settled. */
export interface KnownPayment {
  readonly receiptId: string | null;
  readonly transactionId: string | null;
}

export async function findKnownPayment(
  connection: Queryable,
  { operator, operatorTxId }: { readonly operator: Operator; readonly operatorTxId: string },
): Promise<KnownPayment | null> {
  const [row] = await connection.query<KnownPayment>({
    text: `select r.id as "receiptId",
                  coalesce((select u.transaction_id from receipt_uses u where u.receipt_id = r.id),
                           (select n.transaction_id from operator_ids n
                            where n.operator_tx_id = $2 and n.operator = $1
                            order by n.transaction_id limit 1),
                           (select p.transaction_id from payout_transfers p
                            where p.operator = $1 and p.operator_tx_id = $2)) as "transactionId"
           from (select) one
           left join receipts r on r.operator = $1 and r.operator_tx_id = $2`,
    values: [operator, operatorTxId],
  });
  if (row === undefined || (row.receiptId === null && row.transactionId === null)) return null;
  return row;
}

/** It is no longer matched automatically, nor when its return fails. */
export async function holdReversed(
  connection: Queryable,
  { id, reason }: { readonly id: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: `update receipts set reason = $2, is_trusted = false, waits_for_line = false
           where id = $1 and (state = 'unmatched' or returned_by is not null)`,
    values: [id, writeMessage(reason)],
  });
}

/** Which transaction a text was taken to reverse when it came. */
export async function findClaimed(
  connection: Queryable,
  smsId: string,
): Promise<{ readonly operator: Operator; readonly operatorTxId: string }> {
  const [row] = await connection.query<{
    readonly operator: Operator;
    readonly operatorTxId: string;
  }>({
    text: `select operator, reversed_tx_id as "operatorTxId" from sms_messages
           where id = $1 and operator is not null and reversed_tx_id is not null`,
    values: [smsId],
  });
  assert(row !== undefined, 'a claimed reversal names its payment');
  return row;
}

/** A payment that a text reported and nothing has used. */
export interface FreedPayment {
  readonly smsId: string;
  readonly line: string;
  /** The person whose typed balance alone leads to it. */
  readonly typedBy: string | null;
}

/**
 * Frees a payment that was not reversed: texts that say so without proof count no longer. Returns
 * it, if a text reported it and nothing has used it.
 */
export async function freeReversed(
  connection: Queryable,
  {
    operator,
    operatorTxId,
    reason,
  }: { readonly operator: Operator; readonly operatorTxId: string; readonly reason: Message },
): Promise<FreedPayment | null> {
  const rows = await connection.query<FreedPayment & { readonly smsId: string | null }>({
    text: `with denied as (
             update sms_messages m set reversed_tx_id = null
             where m.operator = $1 and m.reversed_tx_id = $2
               and not exists (select from balance_steps s
                               where s.sms_id = m.id and s.state = 'believed'))
           update receipts r
           set reason = $3, is_trusted = r.sms_id is null,
               waits_for_line = exists (select from balance_steps s where s.sms_id = r.sms_id
                                        and s.state in ('waiting', 'believed'))
           where r.operator = $1 and r.operator_tx_id = $2 and r.state = 'unmatched'
           returning r.sms_id as "smsId", r.line, r.typed_by as "typedBy"`,
    values: [operator, operatorTxId, writeMessage(reason)],
  });
  return rows.find(({ smsId }) => smsId !== null) ?? null;
}

/** Stored with the text of the reversal, since that of the payment itself may come later. */
export async function markReversal(
  connection: Queryable,
  { smsId, reversedTxId }: { readonly smsId: string; readonly reversedTxId: string },
): Promise<void> {
  await connection.query({
    text: 'update sms_messages set reversed_tx_id = $2 where id = $1',
    values: [smsId, reversedTxId],
  });
}

/** The first text that says that a transaction was reversed, or `null`. */
export async function findReversal(
  connection: Queryable,
  { operator, operatorTxId }: { readonly operator: Operator; readonly operatorTxId: string },
): Promise<string | null> {
  const [row] = await connection.query<{ readonly id: string | null }>({
    name: 'find-reversal',
    text: `select ${reversalOf({ operator: '$1', id: '$2' })} as id`,
    values: [operator, operatorTxId],
  });
  return row?.id ?? null;
}

/** The same as part of a query. */
export function reversalOf(named: { readonly operator: string; readonly id: string }): string {
  return `(select m.id from sms_messages m
           where m.operator = ${named.operator} and m.reversed_tx_id = ${named.id}
           order by m.id limit 1)`;
}

/** Whether a text connects to a trusted balance: on a line that reports none, nothing is proven. */
export async function isProvenText(connection: Queryable, smsId: string): Promise<boolean> {
  const rows = await connection.query({
    text: `select from balance_steps where sms_id = $1 and state = 'believed' limit 1`,
    values: [smsId],
  });
  return rows.length > 0;
}

/** Whether a text connects to a trusted balance, or its line reports none to compare. */
export async function isBelievedText(connection: Queryable, smsId: string): Promise<boolean> {
  const rows = await connection.query({
    text: `select from balance_steps where sms_id = $1 and state = 'believed'
           union all
           select from sms_messages m join lines l on l.line = m.line
           where m.id = $1 and not l.tells_balances
           limit 1`,
    values: [smsId],
  });
  return rows.length > 0;
}
