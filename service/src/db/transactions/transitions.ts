import { randomUUIDv7 } from 'node:crypto';
import type { Posting } from '../../domain/books/posting.ts';
import { writeMoveMessage } from '../../domain/messages/message.ts';
import { SETTLED_WITHIN_SECONDS } from '../../domain/providers/provider-health.ts';
import { NO_SEAL, type SealRow } from '../../domain/seals/seal.ts';
import { type SealedLine, sealedLine } from '../../domain/transactions/sealed-transaction.ts';
import {
  type PaymentEvent,
  type Transaction,
  UNDER_WAY,
} from '../../domain/transactions/transaction.ts';
import type { Move } from '../../domain/transactions/transition.ts';
import { BOOK_POSTINGS, POSTINGS, readPostings } from '../books/entries.ts';
import type { Queryable } from '../client.ts';
import { rowsWith } from '../rows.ts';

/** Outcomes that an application simulated count for that application alone. */
export const SANDBOX_ACTOR = 'sandbox';

/** One or more moves of one transaction, written at once. */
export interface StateChange {
  /** As it was when the moves were decided; another version in the database means a lost race. */
  readonly transaction: Transaction;
  readonly moves: readonly Move[];
  /** Who caused it: `sandbox`, `clock`, `provider:<id>`, `staff:<id>`. */
  readonly actor: string;
  readonly providerTxId: string | null;
}

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
 * Writes state, history, outbox, books and the provider's figures in one query, for those that are
 * still at the version they were decided on. Returns for each whether it was written. Called by
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
  const { seal = NO_SEAL } = database;
  const lines = changes.flatMap((change) => linesOf(change, seal));
  const outbox = changes.flatMap(({ transaction, outbox }) =>
    outbox.map((entry) => ({ ...entry, transaction, id: randomUUIDv7() })),
  );
  const rows = await database.query<{ readonly id: string }>({
    name: 'update-states',
    writes: true,
    text: UPDATE_STATES,
    values: [
      ...CHANGES.values(changes),
      ...LINES.values(lines),
      ...OUTBOX.values(outbox),
      ...POSTINGS.values(changes.flatMap(({ postings }) => postings)),
    ],
  });
  const written = new Set(rows.map(({ id }) => id));
  return batch.map(
    (change) => first.get(change.transaction.id) === change && written.has(change.transaction.id),
  );
}

type NewLine = SealedLine & Pick<Move, 'outcome' | 'reasonCode'> & { readonly id: string };

/** What a change adds to the history of its transaction. */
function linesOf(change: StateChange, seal: SealRow): readonly NewLine[] {
  const { transaction, moves, actor } = change;
  const providerTxId = change.providerTxId ?? transaction.providerTxId;
  return moves.map(({ from, to, trigger, reason, at, outcome, remark, reasonCode }, index) => {
    const seq = transaction.version + index + 1;
    const words = writeMoveMessage(remark);
    const line = { seq, from, to, trigger, reason, actor, at, remark: words, providerTxId };
    const counted = { id: transaction.id, outcome, reasonCode };
    return { ...line, ...counted, seal: seal(sealedLine(transaction, line)) };
  });
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

/**
 * Adds the provider's id to a settled transaction that has none; no event is sent again. False if
 * it has one by now.
 */
export async function fillProviderTxId(
  database: Queryable,
  fact: { readonly id: string; readonly providerTxId: string },
): Promise<boolean> {
  const rows = await database.query({
    name: 'fill-provider-tx-id',
    text: `update transactions set provider_tx_id = $2, updated_at = app_now()
           where id = $1 and provider_tx_id is null returning id`,
    values: [fact.id, fact.providerTxId],
  });
  return rows.length > 0;
}

/** Replaces the number that a person had erased; no state changes. */
export async function replaceNumbers(
  connection: Queryable,
  rows: readonly NewSeal[],
  msisdn: string,
): Promise<void> {
  await connection.query({
    text: `update transactions t set msisdn = $1, seal = s.seal
           from ${NEW_SEALS.unnest('s', 2)} where t.id = s.id`,
    values: [msisdn, ...NEW_SEALS.values(rows)],
  });
}

interface NewSeal {
  readonly id: string;
  readonly seal: string | null;
}

const NEW_SEALS = rowsWith<NewSeal>({
  id: ['uuid', ({ id }) => id],
  seal: ['uuid', ({ seal }) => seal],
});

/** The seals of a transaction and of lines of its history. */
export interface NewSeals extends NewSeal {
  readonly lines: readonly { readonly seq: number; readonly seal: string | null }[];
}

/** Writes seals anew over what is stored; nothing else changes. */
export async function updateSeals(
  connection: Queryable,
  payments: readonly NewSeals[],
): Promise<void> {
  await connection.query({
    text: `update transactions t set seal = s.seal
           from ${NEW_SEALS.unnest('s')} where t.id = s.id`,
    values: NEW_SEALS.values(payments),
  });
  await connection.query({
    text: `update transitions h set seal = s.seal
           from ${LINE_SEALS.unnest('s')} where h.transaction_id = s.id and h.seq = s.seq`,
    values: LINE_SEALS.values(
      payments.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, id }))),
    ),
  });
}

const LINE_SEALS = rowsWith<NewSeal & { readonly seq: number }>({
  id: ['uuid', ({ id }) => id],
  seq: ['int', ({ seq }) => seq],
  seal: ['uuid', ({ seal }) => seal],
});

/** The payment with this id turned out not to be for the transaction. */
export async function clearProviderTxId(connection: Queryable, id: string): Promise<void> {
  await connection.query({
    text: 'update transactions set provider_tx_id = null, updated_at = app_now() where id = $1',
    values: [id],
  });
}

const CHANGES = rowsWith<OutboxedChange>({
  id: ['uuid', ({ transaction }) => transaction.id],
  version: ['int', ({ transaction }) => transaction.version],
  steps: ['int', ({ moves }) => moves.length],
  state: ['text', ({ moves }) => moves.at(-1)?.to ?? null],
  reason: ['text', ({ moves }) => moves.at(-1)?.stateReason ?? null],
  reason_code: ['text', ({ moves }) => moves.at(-1)?.reasonCode ?? null],
  at: ['timestamptz', ({ moves }) => moves.at(-1)?.at ?? null],
  expires_at: ['timestamptz', ({ moves }) => moves.at(-1)?.expiresAt ?? null],
  provider_tx_id: ['text', ({ providerTxId }) => providerTxId],
});

const LINES = rowsWith<NewLine>({
  id: ['uuid', ({ id }) => id],
  seq: ['int', ({ seq }) => seq],
  from_state: ['text', ({ from }) => from],
  to_state: ['text', ({ to }) => to],
  trigger: ['text', ({ trigger }) => trigger],
  reason: ['text', ({ reason }) => reason],
  actor: ['text', ({ actor }) => actor],
  at: ['timestamptz', ({ at }) => at],
  outcome: ['text', ({ outcome }) => outcome],
  reason_code: ['text', ({ reasonCode }) => reasonCode],
  remark: ['text', ({ remark }) => remark],
  provider_tx_id: ['text', ({ providerTxId }) => providerTxId],
  seal: ['uuid', ({ seal }) => seal],
});

const OUTBOX = rowsWith<OutboxEntry & { readonly id: string; readonly transaction: Transaction }>({
  id: ['uuid', ({ id }) => id],
  transaction_id: ['uuid', ({ transaction }) => transaction.id],
  application_id: ['uuid', ({ transaction }) => transaction.applicationId],
  event: ['text', ({ event }) => event],
  url: ['text', ({ url }) => url],
  origin: ['text', ({ url }) => new URL(url).origin],
  body: ['text', ({ body }) => body],
  place: ['int', (_, index) => index],
});

// In the query they follow each other.
const LINES_FROM = 1 + CHANGES.width;
const OUTBOX_FROM = LINES_FROM + LINES.width;
const POSTINGS_FROM = OUTBOX_FROM + OUTBOX.width;

const BOUNDS = `array[${SETTLED_WITHIN_SECONDS.join()}]::float8[]`;
/** Null above all bounds. */
const WITHIN_SECONDS = `((${BOUNDS})[width_bucket(took, ${BOUNDS}) + 1])::int`;

const UPDATE_STATES = `
  with moved as (
    update transactions t
    set state = c.state, state_reason = c.reason, reason_code = c.reason_code,
        state_updated_at = c.at, updated_at = c.at, expires_at = c.expires_at,
        version = t.version + c.steps,
        provider_tx_id = coalesce(c.provider_tx_id, t.provider_tx_id)
    from ${CHANGES.unnest('c')}
    where t.id = c.id and t.version = c.version
    returning t.id, t.provider_id, t.application_id, t.operator, t.direction, t.line,
              t.channel_id, t.created_at
  ), move as (
    select m.*, moved.provider_id, moved.application_id, moved.direction,
           extract(epoch from m.at - moved.created_at)::float8 as took
    from ${LINES.unnest('m', LINES_FROM)} join moved using (id)
  ), history as (
    insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at,
                             remark, provider_tx_id, seal)
    select id, seq, from_state, to_state, trigger, reason, actor, at, remark, provider_tx_id, seal
    from move
  ), figures as (
    insert into provider_minutes as p (provider_id, minute, application_id, direction, reason_code,
                                       within_seconds, slot, succeeded, failed, neither, seconds)
    select provider_id, date_trunc('minute', at),
           case when actor = '${SANDBOX_ACTOR}' then application_id end,
           direction, reason_code, ${WITHIN_SECONDS}, pg_backend_pid(),
           count(*) filter (where outcome = 'success'),
           count(*) filter (where outcome = 'failure'),
           count(*) filter (where outcome = 'neither'), sum(took)
    from move where outcome is not null
    group by 1, 2, 3, 4, 5, 6
    -- One order for every process, so that two of them never wait for each other.
    order by 1, 2, 3, 4, 5, 6
    on conflict (minute, provider_id, application_id, slot, direction, reason_code, within_seconds)
      do update set succeeded = p.succeeded + excluded.succeeded,
                    failed = p.failed + excluded.failed, neither = p.neither + excluded.neither,
                    seconds = p.seconds + excluded.seconds
  ), outbox as (
    -- Not joined with moved here: PostgreSQL would expect one row of it and compare all that were
    -- queued with all of these, which made 512 changes half as slow again.
    select * from ${OUTBOX.unnest('o', OUTBOX_FROM)}
  ), queued as (
    insert into webhooks (id, transaction_id, application_id, event, body, created_at)
    select o.id, o.transaction_id, o.application_id, o.event, o.body, (select app_now())
    from outbox o join moved on moved.id = o.transaction_id
    order by o.place
    returning id, transaction_id, position, created_at
  ), sent_later as (
    insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, url,
                               origin)
    select id, q.transaction_id, q.position, q.created_at, q.created_at, o.url, o.origin
    from queued q join outbox o using (id)
  ), posting as (${readPostings(POSTINGS_FROM, 'join moved')}
  ), booked as (${BOOK_POSTINGS})
  select id from moved`;

/**
 * Brings everything that falls due for an application nearer, as if this time had passed; returns
 * how many transactions that are. What waits for a person never falls due. The clock itself stays,
 * and no state changes: the workers find what is due. The sandbox's test clock only.
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
             returning t.id
           ), checkouts_advanced as (
             update checkouts set expires_at = expires_at - make_interval(secs => $2)
             where application_id = $1 and state = 'open')
           select count(*)::int as count from advanced`,
    values: [applicationId, seconds, UNDER_WAY],
  });
  return row?.count ?? 0;
}
