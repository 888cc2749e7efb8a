import type { PaymentEvent, State } from '../../domain/transactions/transaction.ts';
import type { Queryable } from '../client.ts';
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
