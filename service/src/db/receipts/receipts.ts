import { type Message, readMessage, writeMessage } from '../../domain/messages/message.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Queryable } from '../client.ts';
import { rowsWith, unseen } from '../rows.ts';
import { isWhole } from './open-receipts.ts';

/** Money that arrived, as reported by a text. */
export interface StoredReceipt {
  readonly id: string;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly payer: string;
  readonly line: string;
  readonly amountXaf: number;
  /** When the operator took it, as its text or its id says. */
  readonly operatorTime: Date | null;
  readonly state: 'unmatched' | 'used' | 'dismissed';
  readonly isTrusted: boolean;
  /** Nothing speaks against it but the balances of its line. */
  readonly waitsForLine: boolean;
  /** What the operator kept of it. */
  readonly feeCents: number | null;
  /** Its number, amount and id are known: what is open is empty. */
  readonly isWhole: boolean;
}

export interface NewReceipt extends Omit<StoredReceipt, 'id' | 'state' | 'isWhole'> {
  readonly smsId: string | null;
  readonly payerName: string | null;
  readonly balanceCents: number | null;
  readonly score: number;
  readonly doubts: readonly Message[];
  readonly reason: Message;
}

/** An operator's transaction, which is known by its id. */
export type NamedPayment = Pick<StoredReceipt, 'operator' | 'operatorTxId'>;

/** The same for all reports of one payment. */
export function nameOf({ operator, operatorTxId }: NamedPayment): string {
  return `${operator} ${operatorTxId}`;
}

export const NAMED_PAYMENTS = rowsWith<NamedPayment>({
  operator: ['text', ({ operator }) => operator],
  id: ['text', ({ operatorTxId }) => operatorTxId],
});

const RECEIPT = `id, operator, coalesce(operator_tx_id, '') as "operatorTxId",
  coalesce(payer_msisdn, '') as payer, line, coalesce(amount_xaf, 0) as "amountXaf",
  ${isWhole('receipts')} as "isWhole", operator_time as "operatorTime", state,
  is_trusted as "isTrusted", waits_for_line as "waitsForLine", fee_cents as "feeCents"`;

/** A receipt as it is stored: with the deposit that it paid, or with the reason why it waits. */
export interface SettledReceipt extends NewReceipt {
  readonly id: string;
  /** The person whose typed balance alone leads to it: they have completed its deposit. */
  readonly typedBy?: string | null;
  readonly transactionId: string | null;
}

const SETTLED_RECEIPTS = rowsWith<SettledReceipt>({
  id: ['uuid', ({ id }) => id],
  operator: ['text', ({ operator }) => operator],
  operator_tx_id: ['text', ({ operatorTxId }) => operatorTxId],
  payer: ['text', ({ payer }) => payer],
  line: ['text', ({ line }) => line],
  amount_xaf: ['bigint', ({ amountXaf }) => amountXaf],
  reason: ['text', ({ reason }) => writeMessage(reason)],
  sms_id: ['uuid', ({ smsId }) => smsId],
  payer_name: ['text', ({ payerName }) => payerName],
  operator_time: ['timestamptz', ({ operatorTime }) => operatorTime],
  fee_cents: ['bigint', ({ feeCents }) => feeCents],
  balance_cents: ['bigint', ({ balanceCents }) => balanceCents],
  is_trusted: ['boolean', ({ isTrusted }) => isTrusted],
  score: ['int', ({ score }) => score],
  // An array of arrays would have to be a rectangle.
  doubts: ['json', ({ doubts }) => JSON.stringify(doubts.map(writeMessage))],
  waits_for_line: ['boolean', ({ waitsForLine }) => waitsForLine],
  transaction_id: ['uuid', ({ transactionId }) => transactionId],
  typed_by: ['uuid', ({ typedBy }) => typedBy ?? null],
});

/**
 * Stores payments, used or not, and returns the ids of new ones: any other is the same money again.
 * A payment with the id of a known receipt that is not used yet replaces its facts.
 */
export async function storeReceipts(
  connection: Queryable,
  batch: readonly SettledReceipt[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ readonly id: string }>({
    name: 'store-receipts',
    text: `with settled as (select * from ${SETTLED_RECEIPTS.unnest('n')}),
           stored as (
             insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
                                   received_at, state, reason, created_at, sms_id, payer_name,
                                   operator_time, fee_cents, balance_cents, is_trusted, score,
                                   doubts, waits_for_line, typed_by)
             select id, operator, operator_tx_id, payer, line, amount_xaf, (select app_now()),
                    case when transaction_id is null then 'unmatched' else 'used' end, reason,
                    (select app_now()), sms_id, payer_name, operator_time, fee_cents,
                    balance_cents, is_trusted, score,
                    array(select json_array_elements_text(doubts)), waits_for_line, typed_by
             from settled
             -- One order for every process, so that two of them never wait for each other.
             order by operator, operator_tx_id
             on conflict on constraint one_receipt_per_operator_transaction do update
               set payer_msisdn = excluded.payer_msisdn, line = excluded.line,
                   amount_xaf = excluded.amount_xaf, state = excluded.state,
                   reason = excluded.reason, sms_id = excluded.sms_id,
                   payer_name = excluded.payer_name, operator_time = excluded.operator_time,
                   fee_cents = excluded.fee_cents, balance_cents = excluded.balance_cents,
                   is_trusted = excluded.is_trusted, score = excluded.score,
                   doubts = excluded.doubts, waits_for_line = excluded.waits_for_line,
                   typed_by = excluded.typed_by
               where receipts.id = excluded.id and receipts.state = 'unmatched'
             returning id
           ), used as (
             insert into receipt_uses (receipt_id, transaction_id, used_at, completed_by,
                                       is_unproven)
             select id, transaction_id, (select app_now()), typed_by, typed_by is not null
             from settled join stored using (id)
             where transaction_id is not null)
           select id from stored`,
    values: SETTLED_RECEIPTS.values(batch),
  });
  return new Set(rows.map(({ id }) => id));
}

/** The text that reported a payment; `null` if it is known in another way. */
export async function findReceiptSource(
  connection: Queryable,
  id: string,
): Promise<{ readonly line: string; readonly smsId: string } | null> {
  const [row] = await connection.query<{ readonly line: string; readonly smsId: string }>({
    text: `select line, sms_id as "smsId" from receipts where id = $1 and sms_id is not null`,
    values: [id],
  });
  return row ?? null;
}

/** Locks the receipt of an operator's transaction. */
export async function lockReceiptOf(
  connection: Queryable,
  named: NamedPayment,
): Promise<StoredReceipt | null> {
  const known = await lockKnownReceipts(connection, [named]);
  return known.get(nameOf(named)) ?? null;
}

/** Locks the known receipts of operators' transactions; by `nameOf`. */
export async function lockKnownReceipts(
  connection: Queryable,
  payments: readonly NamedPayment[],
): Promise<ReadonlyMap<string, StoredReceipt>> {
  const rows = await connection.query<StoredReceipt>({
    name: 'lock-known-receipts',
    text: `select ${RECEIPT} from receipts
           where (operator, operator_tx_id) in (
             select w.operator, w.id from ${NAMED_PAYMENTS.unnest('w')})
           order by id for update`,
    values: NAMED_PAYMENTS.values(payments),
  });
  return new Map(rows.map((row) => [nameOf(row), row]));
}

export interface WaitingReceipt {
  readonly id: string;
  readonly smsId: string;
  readonly amountXaf: number;
}

/** Locks the payments of texts that are believed now, in one order. */
export function lockWaitingReceipts(
  connection: Queryable,
  smsIds: readonly string[],
): Promise<WaitingReceipt[]> {
  return connection.query<WaitingReceipt>({
    name: 'lock-waiting-receipts',
    text: `select id, sms_id as "smsId", amount_xaf as "amountXaf"
           from receipts
           where sms_id = any(${unseen(1, 'uuid[]')}) and not is_trusted and state = 'unmatched'
           order by id for update`,
    values: [smsIds],
  });
}

/** Its text is believed, but it waits until a balance that is read after it proves it. */
export async function holdForReading(
  connection: Queryable,
  { id, reason }: { readonly id: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: 'update receipts set reason = $2, waits_for_line = true where id = $1',
    values: [id, writeMessage(reason)],
  });
}

type ClaimedReceipt = NewReceipt & {
  readonly id: string;
  readonly smsId: string;
  readonly typedBy: string | null;
};

/** Locks the receipts of texts that are believed now, and ends their waiting. */
export async function claimWaitingReceipts(
  connection: Queryable,
  smsIds: readonly string[],
): Promise<readonly ClaimedReceipt[]> {
  const rows = await connection.query<
    Omit<ClaimedReceipt, 'doubts' | 'reason'> & { doubts: readonly string[]; reason: string }
  >({
    name: 'claim-waiting-receipts',
    text: `update receipts set waits_for_line = false, is_trusted = true
           where sms_id = any(${unseen(1, 'uuid[]')}) and not is_trusted and state = 'unmatched'
             and ${isWhole('receipts')}
             -- Two believed texts that contradict each other are for a person.
             and not exists (
               select from rival_texts v join balance_steps s on s.sms_id = v.sms_id
               where v.receipt_id = receipts.id and v.sms_id <> receipts.sms_id
                 and s.state = 'believed')
           returning ${RECEIPT}, sms_id as "smsId", payer_name as "payerName",
                     balance_cents as "balanceCents", score, doubts, reason,
                     typed_by as "typedBy"`,
    values: [smsIds],
  });
  return rows.map(({ doubts, reason, ...row }) => {
    return { ...row, doubts: doubts.map(readMessage), reason: readMessage(reason) };
  });
}

export async function holdReceipt(
  connection: Queryable,
  { id, reason }: { readonly id: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    name: 'hold-receipt',
    text: 'update receipts set reason = $2 where id = $1',
    values: [id, writeMessage(reason)],
  });
}

export interface UnusedReceipt extends StoredReceipt {
  readonly receivedAt: Date;
  /** Why it is held. */
  readonly reason: Message;
}

/** Locks the unused payments of a number and amount since a moment. */
export async function lockUnusedReceipts(
  connection: Queryable,
  wanted: Pick<StoredReceipt, 'operator' | 'payer' | 'amountXaf'> & { readonly since: Date },
): Promise<UnusedReceipt[]> {
  const rows = await connection.query<Omit<UnusedReceipt, 'reason'> & { readonly reason: string }>({
    text: `select ${RECEIPT}, received_at as "receivedAt", reason from receipts
           where payer_msisdn = $1 and received_at >= $4 and operator = $2 and amount_xaf = $3
             and state = 'unmatched' and ${isWhole('receipts')}
           order by id
           limit 100
           for update`,
    values: [wanted.payer, wanted.operator, wanted.amountXaf, wanted.since],
  });
  return rows.map((row) => ({ ...row, reason: readMessage(row.reason) }));
}

/** Keeps a payment that is not believed yet for the deposit that staff confirmed meanwhile. */
export async function reserveReceipt(
  connection: Queryable,
  reserved: { readonly id: string; readonly transactionId: string; readonly reason: Message },
): Promise<void> {
  await connection.query({
    text: 'update receipts set reserved_for = $2, reason = $3 where id = $1',
    values: [reserved.id, reserved.transactionId, writeMessage(reserved.reason)],
  });
}

/** The payments of one deposit. */
export interface ReceiptUse {
  readonly ids: readonly string[];
  readonly transactionId: string;
  readonly reason: Message;
  /** A person decided it, and these payments count on nothing but their word. */
  readonly completion?: { readonly by: string | null; readonly unproven: readonly string[] };
}

/**
 * Binds receipts to the one deposit that they paid. Their use confirms their texts: nothing about
 * these is in doubt any more. Returns them, since they belong into the books now: only
 * `bindPayments` calls this.
 */
export function bindReceipts(connection: Queryable, use: ReceiptUse): Promise<StoredReceipt[]> {
  return connection.query<StoredReceipt>({
    name: 'bind-receipts',
    text: `with used as (
             update receipts set state = 'used', reason = $3, is_trusted = true,
                                 waits_for_line = false, dismissed_as = null
             where id = any(${unseen(1, 'uuid[]')}) returning ${RECEIPT}),
           use as (
             insert into receipt_uses (receipt_id, transaction_id, used_at, completed_by,
                                       is_unproven)
             select id, $2, app_now(), $4, coalesce(id = any(${unseen(5, 'uuid[]')}), false)
             from used)
           select * from used`,
    values: [
      use.ids,
      use.transactionId,
      writeMessage(use.reason),
      use.completion?.by ?? null,
      use.completion?.unproven ?? null,
    ],
  });
}

/** What has been paid for a deposit, by texts or by the payment that its provider named. */
export async function findPaidXaf(connection: Queryable, transactionId: string): Promise<number> {
  const [row] = await connection.query<{ readonly paidXaf: number }>({
    text: `select coalesce(sum(p.xaf), 0)::bigint as "paidXaf"
           from (select r.amount_xaf as xaf
                 from receipt_uses u join receipts r on r.id = u.receipt_id
                 where u.transaction_id = $1
                 union all
                 select e.amount_cents / 100
                 from transactions t join book_entries e
                   on e.cause = 'payment:' || t.operator || ':' || t.provider_tx_id
                     and e.rule = 'payment_in'
                 where t.id = $1 and not exists (
                   select from receipts r
                   where r.operator = t.operator and r.operator_tx_id = t.provider_tx_id)) p`,
    values: [transactionId],
  });
  return row?.paidXaf ?? 0;
}
