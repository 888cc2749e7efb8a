import { type Message, readMessage, writeMessage } from '../../domain/messages/message.ts';
import type { HeldPayment } from '../../domain/receipts/held-payments.ts';
import type { State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
import { isWhole } from './open-receipts.ts';

/** Payments that wait only for the balances of their line to add up. */
export async function listWaitingReceipts(
  connection: Queryable,
  line: string,
): Promise<readonly string[]> {
  const rows = await connection.query<{ readonly id: string }>({
    text: `select id from receipts
           where line = $1 and waits_for_line and state = 'unmatched' order by id`,
    values: [line],
  });
  return rows.map(({ id }) => id);
}

/**
 * Payments whose texts connect to a trusted balance, and that wait until a balance that is read
 * says the same: one person's word alone leads to them, or they need a reading after they came.
 */
export function listHeldPayments(connection: Queryable, line: string): Promise<HeldPayment[]> {
  return connection.query<HeldPayment>({
    text: `select r.sms_id as "smsId", r.typed_by as "typedBy", s.time from receipts r
           join balance_steps s on s.sms_id = r.sms_id and s.line = r.line
           where r.line = $1 and not r.is_trusted and r.state = 'unmatched'
             and (r.waits_for_line or r.typed_by is not null)
             and s.state = 'believed' and ${isWhole('r')}
           order by r.id`,
    values: [line],
  });
}

/**
 * Payments that wait for their line no longer, for no deposit: a person decides about each. One
 * that a balance refutes rests on nobody's word any more, so no later balance confirms it.
 */
export async function unbindWaiting(
  connection: Queryable,
  {
    line,
    reason,
    exceptTexts,
    confirmed,
    refuted,
  }: {
    readonly line: string;
    readonly reason: Message;
    readonly exceptTexts: readonly string[];
    /** Except those of these texts that wait for a second person. */
    readonly confirmed: readonly string[];
    readonly refuted: readonly string[];
  },
): Promise<number> {
  const rows = await connection.query({
    text: `update receipts set waits_for_line = false, reserved_for = null, reason = $2,
                               typed_by = case when (sms_id = any($5::uuid[])) is not true
                                          then typed_by end
           where line = $1 and state = 'unmatched'
             and (waits_for_line or sms_id = any($5::uuid[]))
             and (sms_id = any($3::uuid[])) is not true
             and (typed_by is not null and sms_id = any($4::uuid[])) is not true
           returning id`,
    values: [line, writeMessage(reason), exceptTexts, confirmed, refuted],
  });
  return rows.length;
}

export interface ReceiptOutcomeRow {
  readonly receipt_id: string;
  readonly amount_xaf: number;
  readonly payer_msisdn: string;
  readonly payer_name: string | null;
  readonly reason: Message;
  /** Whether it moved its deposit, rather than being bound to one that was paid already. */
  readonly is_credited: boolean;
  readonly deposit: {
    readonly id: string;
    readonly reference: string;
    readonly player_id: string;
    readonly state: State;
  } | null;
}

/** The results for payments, oldest first. */
export async function listReceiptOutcomes(
  connection: Queryable,
  ids: readonly string[],
): Promise<ReceiptOutcomeRow[]> {
  const rows = await connection.query<
    Omit<ReceiptOutcomeRow, 'reason'> & { readonly reason: string }
  >({
    text: `select r.id as receipt_id, r.amount_xaf, r.payer_msisdn, r.payer_name, r.reason,
                  exists (select from transitions x
                          where x.transaction_id = t.id and x.actor = 'receipt:' || r.id)
                    as is_credited,
                  case when t.id is not null then
                    json_build_object('id', t.id, 'reference', t.reference,
                                      'player_id', t.player_id, 'state', t.state) end as deposit
           from receipts r
           left join receipt_uses u on u.receipt_id = r.id
           left join transactions t on t.id = u.transaction_id
           where r.id = any($1::uuid[])
           order by r.id`,
    values: [ids],
  });
  return rows.map((row) => ({ ...row, reason: readMessage(row.reason) }));
}
