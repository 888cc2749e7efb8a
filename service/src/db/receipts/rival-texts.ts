import { type Message, writeMessage } from '../../domain/messages/message.ts';
import type { KnownText } from '../../domain/receipts/rival-texts.ts';
import type { Queryable } from '../client.ts';
import type { NewReceipt } from './receipts.ts';

/** What supports the text that a receipt has its facts from. */
export async function findTextOf(
  connection: Queryable,
  receiptId: string,
): Promise<Omit<KnownText, 'state'>> {
  const [row] = await connection.query<Omit<KnownText, 'state'>>({
    text: `select coalesce(m.trust, 'trusted') = 'trusted' as "isVouched",
                  r.sms_id is null or exists (
                    select from balance_steps s
                    where s.sms_id = r.sms_id and s.state = 'believed') as "isBelieved"
           from receipts r left join sms_messages m on m.id = r.sms_id
           where r.id = $1`,
    values: [receiptId],
  });
  return row ?? { isVouched: false, isBelieved: false };
}

/** Whether the text of a receipt is part of the chain of its line. */
export async function isOnChain(connection: Queryable, receiptId: string): Promise<boolean> {
  const rows = await connection.query({
    name: 'is-on-chain',
    text: `select from receipts r join balance_steps s on s.sms_id = r.sms_id
           where r.id = $1 and s.state = 'believed'`,
    values: [receiptId],
  });
  return rows.length > 0;
}

/** Stores what both texts report: that of the receipt, and the new one. */
export async function insertRivals(
  connection: Queryable,
  receiptId: string,
  reported: NewReceipt,
): Promise<void> {
  await connection.query({
    text: `insert into rival_texts (receipt_id, sms_id, at, line, payer_msisdn, payer_name,
                                    amount_xaf, operator_time, fee_cents, balance_cents)
           select r.id, r.sms_id, r.received_at, r.line, r.payer_msisdn, r.payer_name,
                  r.amount_xaf, r.operator_time, r.fee_cents, r.balance_cents
           from receipts r where r.id = $1 and r.sms_id is not null
           union all
           select $1, $2, app_now(), $3, $4, $5, $6, $7, $8, $9
           on conflict do nothing`,
    values: [
      receiptId,
      reported.smsId,
      reported.line,
      reported.payer,
      reported.payerName,
      reported.amountXaf,
      reported.operatorTime,
      reported.feeCents,
      reported.balanceCents,
    ],
  });
}

/** A payment that two texts report differently credits no one. */
export async function holdRivals(
  connection: Queryable,
  { receiptId, reason }: { readonly receiptId: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: `update receipts set is_trusted = false, waits_for_line = false, reason = $2
           where id = $1 and state = 'unmatched'`,
    values: [receiptId, writeMessage(reason)],
  });
}

/** A person has to check the text that lost. */
export async function markTextReplaced(
  connection: Queryable,
  { receiptId, reason }: { readonly receiptId: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: `update sms_messages set state = 'review', reason = $2
           where id = (select sms_id from receipts where id = $1) and state = 'receipt'`,
    values: [receiptId, writeMessage(reason)],
  });
}

/**
 * Gives receipts the facts of their other texts that connect to a trusted balance now, unless
 * another text is believed as well. The texts that lost are for review.
 */
export async function adoptRivals(
  connection: Queryable,
  { smsIds, reason }: { readonly smsIds: readonly string[]; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: `with adopted as (
             update receipts r
             set sms_id = v.sms_id, line = v.line, payer_msisdn = v.payer_msisdn,
                 payer_name = v.payer_name, amount_xaf = v.amount_xaf,
                 operator_time = v.operator_time, fee_cents = v.fee_cents,
                 balance_cents = v.balance_cents, is_trusted = false
             from rival_texts v
             where v.sms_id = any($1::uuid[]) and v.sms_id <> r.sms_id and r.id = v.receipt_id
               and r.state = 'unmatched'
               and not exists (
                 select from rival_texts o join balance_steps s on s.sms_id = o.sms_id
                 where o.receipt_id = r.id and o.sms_id <> v.sms_id and s.state = 'believed')
             returning r.id, r.sms_id)
           update sms_messages m
           set state = case when m.id = a.sms_id then 'receipt' else 'review' end,
               reason = case when m.id <> a.sms_id then $2 end
           from adopted a join rival_texts v on v.receipt_id = a.id
           where m.id = v.sms_id`,
    values: [smsIds, writeMessage(reason)],
  });
}
