import { randomUUIDv7 } from 'node:crypto';
import type { Posting } from '../../domain/books/posting.ts';
import { writeMoveRemark } from '../../domain/remarks/move-remark.ts';
import {
  type PaymentEvent,
  type Transaction,
  UNDER_WAY,
} from '../../domain/transactions/transaction.ts';
import type { Move } from '../../domain/transactions/transition.ts';
import { BOOK_POSTINGS, columnsOf, readPostings } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

/** Outcomes that an application simulated count for that application alone. */
export const SANDBOX_ACTOR = 'sandbox';

/** One or more moves of one transaction, to be written together. */
export interface StateChange {
  /**
   * As it was when the moves were decided; another version in the database means that we lost a
   * race.
   */
  readonly transaction: Transaction;
  readonly moves: readonly Move[];
  /** Who caused it: `sandbox`, `clock`, `provider:<id>`, `staff:<id>`. */
  readonly actor: string;
  readonly providerTxId: string | null;
}

/** A webhook to be sent because of a change. */
export interface OutboxEntry {
  readonly event: PaymentEvent;
  readonly url: string;
  /** The exact text to send. */
  readonly body: string;
}

export interface OutboxedChange extends StateChange {
  readonly outbox: readonly OutboxEntry[];
  /** What the change writes into the books. */
  readonly postings: readonly Posting[];
}

/**
 * Writes state, history, outbox, books and the provider's figures in one statement, for those that
 * are still at the version they were decided on. Returns for each whether it was written. Called by
 * `record-transition` only.
 */
export async function updateStates(
  database: Queryable,
  batch: readonly OutboxedChange[],
): Promise<readonly boolean[]> {
  // Two changes of one transaction cannot both be right: the later one has to be decided again.
  const first = new Map<string, OutboxedChange>();
  for (const change of batch) {
    if (!first.has(change.transaction.id)) first.set(change.transaction.id, change);
  }
  // One order for every process, so that two of them never wait for each other in a circle.
  const changes = [...first.values()].sort((a, b) =>
    a.transaction.id < b.transaction.id ? -1 : 1,
  );
  const moves = changes.flatMap(({ transaction, moves, actor }) =>
    moves.map((move, index) => ({
      ...move,
      id: transaction.id,
      actor,
      seq: transaction.version + index + 1,
    })),
  );
  const outbox = changes.flatMap(({ transaction, outbox }) =>
    outbox.map((entry) => ({ ...entry, transaction })),
  );
  const last = changes.map(({ moves }) => moves.at(-1));
  const rows = await database.query<{ readonly id: string }>({
    name: 'update-states',
    writes: true,
    text: UPDATE_STATES,
    values: [
      changes.map(({ transaction }) => transaction.id),
      changes.map(({ transaction }) => transaction.version),
      changes.map(({ moves }) => moves.length),
      last.map((move) => move?.to),
      last.map((move) => move?.stateReason),
      last.map((move) => move?.at),
      last.map((move) => move?.expiresAt),
      changes.map(({ providerTxId }) => providerTxId),
      moves.map(({ id }) => id),
      moves.map(({ seq }) => seq),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ trigger }) => trigger),
      moves.map(({ reason }) => reason),
      moves.map(({ actor }) => actor),
      moves.map(({ at }) => at),
      moves.map(({ outcome }) => outcome),
      moves.map(({ remark }) => writeMoveRemark(remark)),
      outbox.map(() => randomUUIDv7()),
      outbox.map(({ transaction }) => transaction.id),
      outbox.map(({ transaction }) => transaction.applicationId),
      outbox.map(({ event }) => event),
      outbox.map(({ url }) => url),
      outbox.map(({ url }) => new URL(url).origin),
      outbox.map(({ body }) => body),
      ...columnsOf(changes.flatMap(({ postings }) => postings)),
    ],
  });
  const written = new Set(rows.map(({ id }) => id));
  return batch.map(
    (change) => first.get(change.transaction.id) === change && written.has(change.transaction.id),
  );
}

/** Records that an open transaction goes to another provider; no state changes. */
export async function updateRoute(
  connection: Queryable,
  route: { readonly id: string; readonly providerId: string; readonly channelId: string },
): Promise<void> {
  await connection.query({
    name: 'update-route',
    text: 'update transactions set provider_id = $2, channel_id = $3 where id = $1',
    values: [route.id, route.providerId, route.channelId],
  });
}

/** Adds the provider's id to a settled transaction that has none; no event is sent again. */
export async function fillProviderTxId(
  database: Queryable,
  fact: { readonly id: string; readonly providerTxId: string },
): Promise<void> {
  await database.query({
    name: 'fill-provider-tx-id',
    text: `update transactions set provider_tx_id = $2, updated_at = app_now()
           where id = $1 and provider_tx_id is null`,
    values: [fact.id, fact.providerTxId],
  });
}

/** Puts another number in the place of one that a person had erased; no state changes. */
export async function replaceNumbers(
  connection: Queryable,
  rows: readonly { readonly id: string; readonly seal: string | null }[],
  msisdn: string,
): Promise<void> {
  await connection.query({
    text: `update transactions t set msisdn = $3, seal = e.seal
           from unnest($1::uuid[], $2::uuid[]) as e (id, seal) where t.id = e.id`,
    values: [rows.map(({ id }) => id), rows.map(({ seal }) => seal), msisdn],
  });
}

/** The payment with this id turned out not to be for the transaction. */
export async function clearProviderTxId(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'update transactions set provider_tx_id = null, updated_at = app_now() where id = $1',
    values: [id],
  });
}

const UPDATE_STATES = `
  with moved as (
    update transactions t
    set state = c.state, state_reason = c.reason, state_updated_at = c.at, updated_at = c.at,
        expires_at = c.expires_at, version = t.version + c.steps,
        provider_tx_id = coalesce(c.provider_tx_id, t.provider_tx_id)
    from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::timestamptz[],
                $7::timestamptz[], $8::text[])
           as c (id, version, steps, state, reason, at, expires_at, provider_tx_id)
    where t.id = c.id and t.version = c.version
    returning t.id, t.provider_id, t.application_id, t.operator, t.direction, t.line,
              t.channel_id
  ), move as (
    select m.*, moved.provider_id, moved.application_id
    from unnest($9::uuid[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[],
                $15::text[], $16::timestamptz[], $17::text[], $18::text[])
           as m (id, seq, from_state, to_state, trigger, reason, actor, at, outcome, remark)
    join moved using (id)
  ), history as (
    insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at,
                             remark)
    select id, seq, from_state, to_state, trigger, reason, actor, at, remark from move
  ), figures as (
    insert into provider_minutes as p (provider_id, minute, application_id, slot, succeeded, failed,
                                       neither)
    select provider_id, date_trunc('minute', at),
           case when actor = '${SANDBOX_ACTOR}' then application_id end,
           pg_backend_pid(),
           count(*) filter (where outcome = 'success'),
           count(*) filter (where outcome = 'failure'),
           count(*) filter (where outcome = 'neither')
    from move where outcome is not null
    group by 1, 2, 3
    -- One order for every process, so that two of them never wait for each other.
    order by 1, 2, 3
    on conflict (minute, provider_id, application_id, slot) do update
      set succeeded = p.succeeded + excluded.succeeded,
          failed = p.failed + excluded.failed,
          neither = p.neither + excluded.neither
  ), queued as (
    insert into webhooks (id, transaction_id, application_id, event, body, created_at)
    select w.id, w.transaction_id, w.application_id, w.event, w.body, (select app_now())
    from unnest($19::uuid[], $20::uuid[], $21::uuid[], $22::text[], $25::text[]) with ordinality
           as w (id, transaction_id, application_id, event, body, place)
    join moved on moved.id = w.transaction_id
    order by w.place
    returning id, transaction_id, position, created_at
  ), sent_later as (
    insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, url,
                               origin)
    select q.id, q.transaction_id, q.position, q.created_at, q.created_at, w.url, w.origin
    from queued q join unnest($19::uuid[], $23::text[], $24::text[]) as w (id, url, origin)
           using (id)
  ), posting as (${readPostings(26, 'join moved')}
  ), booked as (${BOOK_POSTINGS})
  select id from moved`;

/**
 * Brings everything that falls due for an application nearer, as if this time had passed; returns
 * how many transactions that are. What waits for a person never falls due. The clock itself stays,
 * and no state changes: whoever looks for what is due finds it. The sandbox's test clock only.
 */
export async function advanceDeadlines(
  database: Queryable,
  { applicationId, seconds }: { readonly applicationId: string; readonly seconds: number },
): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    // Locked in the order of all who change several, and left alone if it has moved meanwhile.
    text: `with waiting as (
             select t.id from open_transactions o join transactions t on t.id = o.transaction_id
             where t.application_id = $1 and t.state = o.state
               and (o.expires_at is not null or o.state = any($3::text[]))
             order by t.id for no key update of t
           ), advanced as (
             update transactions t
             set expires_at = t.expires_at - make_interval(secs => $2),
                 state_updated_at = t.state_updated_at - make_interval(secs => $2)
             from waiting w where w.id = t.id
             returning t.id)
           select count(*)::int as count from advanced`,
    values: [applicationId, seconds, UNDER_WAY],
  });
  return row?.count ?? 0;
}
