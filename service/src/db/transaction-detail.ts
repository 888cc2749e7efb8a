import type { Operator, PaymentEvent, State } from '../domain/transaction.ts';
import type { Queryable } from './client.ts';
import { TRANSACTION_COLUMNS, type TransactionRow, toTransaction } from './transaction-row.ts';
import type { TimedTransaction } from './transactions.ts';

export interface HistoryRow {
  readonly seq: number;
  readonly from_state: State | null;
  readonly to_state: State;
  readonly trigger: string;
  readonly reason: string;
  /** The person's name where a person acted. */
  readonly actor: string;
  readonly at: Date;
}

/** Locks the row, so that a decision about it is made by one person at a time. */
export async function lockTransaction(
  connection: Queryable,
  id: string,
): Promise<TimedTransaction | null> {
  const [row] = await connection.query<TransactionRow & { readonly now: Date }>({
    text: `select ${TRANSACTION_COLUMNS}, app_now() as now from transactions t
           where t.id = $1 for update`,
    values: [id],
  });
  return row === undefined ? null : { transaction: toTransaction(row), now: row.now };
}

export function listHistory(database: Queryable, id: string): Promise<HistoryRow[]> {
  return database.query<HistoryRow>({
    text: `select h.seq, h.from_state, h.to_state, h.trigger, h.reason, h.at,
                  coalesce(s.name, h.actor) as actor
           from transitions h
           left join staff s on h.actor = 'staff:' || s.id
           where h.transaction_id = $1 order by h.seq`,
    values: [id],
  });
}

/** The last move, with the raw name of who made it. */
export async function findLastMove(
  connection: Queryable,
  id: string,
): Promise<{ readonly actor: string; readonly trigger: string } | null> {
  const [row] = await connection.query<{ readonly actor: string; readonly trigger: string }>({
    text: `select actor, trigger from transitions where transaction_id = $1
           order by seq desc limit 1`,
    values: [id],
  });
  return row ?? null;
}

export async function findCreator(connection: Queryable, id: string): Promise<string | null> {
  const [row] = await connection.query<{ readonly actor: string }>({
    text: 'select actor from transitions where transaction_id = $1 and seq = 1',
    values: [id],
  });
  return row?.actor ?? null;
}

export interface ReceiptRow {
  readonly id: string;
  readonly operator: Operator;
  readonly operator_tx_id: string;
  readonly payer_msisdn: string;
  readonly payer_name: string | null;
  readonly line: string;
  readonly amount_xaf: number;
  readonly received_at: Date;
  readonly operator_time: Date | null;
  readonly state: 'unmatched' | 'used' | 'dismissed';
  readonly reason: string;
  readonly score: number;
  readonly doubts: readonly string[];
  readonly is_trusted: boolean;
  readonly waits_for_line: boolean;
  readonly sms_text: string | null;
  /** The deposit that it paid. */
  readonly used_for: string | null;
}

// What is used or dismissed waits for nothing any more, whatever it waited for before.
const RECEIPT = `r.id, r.operator, r.operator_tx_id, r.payer_msisdn, r.payer_name, r.line,
  r.amount_xaf, r.received_at, r.operator_time, r.state, r.reason, r.score, r.doubts,
  r.is_trusted, r.waits_for_line and r.state = 'unmatched' as waits_for_line,
  (select s.body from sms_messages s where s.id = r.sms_id) as sms_text,
  (select u.transaction_id from receipt_uses u where u.receipt_id = r.id) as used_for`;

/** Locks the receipts, so that none is used twice. */
export function lockReceipts(connection: Queryable, ids: readonly string[]): Promise<ReceiptRow[]> {
  return connection.query<ReceiptRow>({
    text: `select ${RECEIPT} from receipts r where r.id = any($1::uuid[])
           order by r.id for update`,
    values: [ids],
  });
}

export async function useReceipts(
  connection: Queryable,
  use: { readonly transactionId: string; readonly receiptIds: readonly string[] },
): Promise<void> {
  await connection.query({
    text: `with used as (
             update receipts set state = 'used' where id = any($2::uuid[]) returning id)
           insert into receipt_uses (receipt_id, transaction_id, used_at)
           select id, $1, app_now() from used`,
    values: [use.transactionId, use.receiptIds],
  });
}

/** Sets aside a receipt that the caller has locked and found unused. */
export async function markReceiptDismissed(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: `update receipts set state = 'dismissed' where id = $1`,
    values: [id],
  });
}

/** The receipts that paid a transaction, and unmatched ones of its number. */
export function listReceiptsFor(
  database: Queryable,
  transaction: { readonly id: string; readonly msisdn: string },
): Promise<ReceiptRow[]> {
  return database.query<ReceiptRow>({
    text: `select ${RECEIPT} from receipts r
           where r.id in (select receipt_id from receipt_uses where transaction_id = $1)
              or (r.payer_msisdn = $2 and r.state = 'unmatched')
           order by r.received_at desc limit 50`,
    values: [transaction.id, transaction.msisdn],
  });
}

export function listReceipts(
  database: Queryable,
  wanted: {
    readonly state: ReceiptRow['state'];
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<ReceiptRow[]> {
  return database.query<ReceiptRow>({
    text: `select ${RECEIPT} from receipts r
           where r.state = $1 and ($2::uuid is null or r.id > $2)
           order by r.id limit $3`,
    values: [wanted.state, wanted.after, wanted.limit],
  });
}

export async function findReceipt(database: Queryable, id: string): Promise<ReceiptRow | null> {
  const [row] = await database.query<ReceiptRow>({
    text: `select ${RECEIPT} from receipts r where r.id = $1`,
    values: [id],
  });
  return row ?? null;
}

/** Exact matches only: of the paying number or the operator's id, in whatever state. */
export function listReceiptsBySearch(
  database: Queryable,
  search: { readonly payer: string | null; readonly text: string; readonly limit: number },
): Promise<ReceiptRow[]> {
  return database.query<ReceiptRow>({
    text: `select ${RECEIPT}
           from (select id from receipts where payer_msisdn = $1
                 union select id from receipts
                   where operator in ('mtn', 'orange') and operator_tx_id = $2) found
           join receipts r using (id)
           order by r.received_at desc, r.id desc limit $3`,
    values: [search.payer, search.text, search.limit],
  });
}

/** A deposit that a payment comes near to. */
export interface CandidateRow extends TransactionRow {
  readonly application: string;
  readonly merchant_number: string;
}

/** Deposits of the paying number, from the days before the payment. */
export function listCandidates(
  database: Queryable,
  receipt: Pick<ReceiptRow, 'payer_msisdn' | 'received_at'>,
): Promise<CandidateRow[]> {
  return database.query<CandidateRow>({
    text: `select ${TRANSACTION_COLUMNS}, a.name as application,
                  coalesce(t.line, c.merchant_number, '') as merchant_number
           from transactions t
           join applications a on a.id = t.application_id
           left join channels c on c.id = t.channel_id
           where t.msisdn = $1 and t.direction = 'deposit'
             and t.state in ('pending', 'expired', 'failed', 'requires_manual_resolution')
             and t.created_at > $2::timestamptz - interval '3 days'
           order by t.msisdn desc, t.id desc limit 5`,
    values: [receipt.payer_msisdn, receipt.received_at],
  });
}

export interface WebhookWithAttempts {
  readonly id: string;
  readonly transaction_id: string;
  readonly event: PaymentEvent;
  readonly reference: string;
  readonly amount_xaf: number;
  readonly state: 'pending' | 'delivered' | 'undelivered' | 'replayed';
  readonly is_replay: boolean;
  readonly origin: string;
  readonly created_at: Date;
  readonly attempts: readonly {
    readonly number: number;
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly latency_ms: number;
    readonly answer: string | null;
  }[];
}

/** Webhooks with every attempt: of one transaction, or the newest of a state. */
export function listWebhooksWithAttempts(
  database: Queryable,
  wanted: {
    readonly transactionId: string | null;
    readonly state: WebhookWithAttempts['state'] | null;
    readonly limit: number;
  },
): Promise<WebhookWithAttempts[]> {
  return database.query<WebhookWithAttempts>({
    text: `select w.id, w.transaction_id, p.reference, p.amount_xaf, w.event, w.state,
                  w.is_replay, w.origin, w.created_at,
                  coalesce((select json_agg(json_build_object(
                              'number', t.number, 'at', t.at, 'status', t.status,
                              'error', t.error, 'latency_ms', t.latency_ms, 'answer', t.answer)
                              order by t.number)
                            from webhook_attempts t where t.webhook_id = w.id), '[]') as attempts
           from webhooks w join transactions p on p.id = w.transaction_id
           where ($1::uuid is null or w.transaction_id = $1) and ($2::text is null or w.state = $2)
           order by w.position desc limit $3`,
    values: [wanted.transactionId, wanted.state, wanted.limit],
  });
}

export interface SubmissionFactsRow {
  readonly provider_id: string;
  readonly reference: string;
  readonly sent_at: Date | null;
  readonly asked: number;
  readonly next_step_at: Date | null;
  readonly problem: string | null;
  readonly tried: readonly string[];
}

/** What a person may know of the request that a transaction has with a provider. */
export async function findSubmissionFacts(
  database: Queryable,
  transactionId: string,
): Promise<SubmissionFactsRow | null> {
  const [row] = await database.query<SubmissionFactsRow>({
    text: `select provider_id, reference, sent_at, asked, next_step_at, problem, tried
           from submissions where transaction_id = $1`,
    values: [transactionId],
  });
  return row ?? null;
}
