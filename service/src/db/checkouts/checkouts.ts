import { randomUUIDv7 } from 'node:crypto';
import type { Checkout, CheckoutFacts, CheckoutState } from '../../domain/checkouts/checkout.ts';
import type { CheckoutEvent, ReportedCheckout } from '../../domain/checkouts/checkout-event.ts';
import type { Queryable } from '../client.ts';
import { type CheckoutAttempt, listAttemptsOf } from './checkout-attempts.ts';

export interface TimedCheckout {
  readonly checkout: Checkout;
  readonly now: Date;
}

export type NewCheckout = CheckoutFacts & Pick<Checkout, 'seal' | 'stateSeal'>;

/** Creates it, unless the application has one with this reference: then `null`. */
export async function insertCheckout(
  database: Queryable,
  checkout: NewCheckout,
): Promise<TimedCheckout | null> {
  const rows = await database.query<CheckoutRow>({
    text: `insert into checkouts as c (id, application_id, reference, token, amount_xaf,
                                  description,
                                  player_id, operators, lang, return_url, cancel_url, callback_url,
                                  created_by, seal, state_seal, created_at, expires_at,
                                  state_updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $16)
           on conflict on constraint one_checkout_per_reference do nothing
           returning ${COLUMNS}, c.created_at as now`,
    values: [
      checkout.id,
      checkout.applicationId,
      checkout.reference,
      checkout.token,
      checkout.amountXaf,
      checkout.description,
      checkout.playerId,
      checkout.operators,
      checkout.lang,
      checkout.returnUrl,
      checkout.cancelUrl,
      checkout.callbackUrl,
      checkout.createdBy,
      checkout.seal,
      checkout.stateSeal,
      checkout.createdAt,
      checkout.expiresAt,
    ],
  });
  return rows.map(toTimed)[0] ?? null;
}

/** What names one checkout. */
export type CheckoutKey =
  | { readonly id: string }
  | { readonly token: string }
  | { readonly applicationId: string; readonly reference: string };

export async function findCheckout(
  database: Queryable,
  key: CheckoutKey,
): Promise<TimedCheckout | null> {
  const rows = await database.query<CheckoutRow>({
    text: `select ${COLUMNS}, app_now() as now from checkouts c where ${conditionOf(key)}`,
    values: valuesOf(key),
  });
  return rows.map(toTimed)[0] ?? null;
}

function conditionOf(key: CheckoutKey): string {
  if ('id' in key) return 'c.id = $1';
  return 'token' in key ? 'c.token = $1' : 'c.application_id = $1 and c.reference = $2';
}

function valuesOf(key: CheckoutKey): readonly string[] {
  if ('id' in key) return [key.id];
  return 'token' in key ? [key.token] : [key.applicationId, key.reference];
}

/** Everything that is decided about a checkout is decided by who holds this lock. */
export async function lockCheckout(
  connection: Queryable,
  id: string,
): Promise<TimedCheckout | null> {
  const rows = await connection.query<CheckoutRow>({
    text: `select ${COLUMNS}, app_now() as now from checkouts c where c.id = $1 for update`,
    values: [id],
  });
  return rows.map(toTimed)[0] ?? null;
}

/** The checkouts that events are about: each event names its deposit, or the checkout itself. */
export async function findReportedCheckouts(
  database: Queryable,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ReportedCheckout>> {
  if (eventIds.length === 0) return new Map();
  const rows = await database.query<CheckoutRow & { readonly event_id: string }>({
    text: `select i.id as event_id, ${COLUMNS}, app_now() as now
           from unnest($1::uuid[]) as i (id)
           left join checkout_attempts a on a.transaction_id = i.id
           join checkouts c on c.id = coalesce(a.checkout_id, i.id)`,
    values: [eventIds],
  });
  const ids = new Set(rows.map(({ id }) => id));
  const attempts = await listAttemptsOf(database, [...ids]);
  return new Map(
    rows.map((row) => {
      const { checkout } = toTimed(row);
      return [row.event_id, { checkout, attempts: attempts.get(row.id) ?? [] }];
    }),
  );
}

/**
 * Checkouts with a success that is not counted, or whose time is over and no attempt is open, in
 * the order of their ids: those that cannot be settled do not hide those after them.
 */
export async function listDueCheckouts(
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly id: string }>({
    name: 'list-due-checkouts',
    text: `select checkout_id as id from checkout_attempts
           where succeeded_at is not null and outcome is null and checkout_id > $1
           union
           select c.id from checkouts c
           where c.state = 'open' and c.expires_at <= app_now() and c.id > $1
             and not exists (select from checkout_attempts a join open_transactions o
                               using (transaction_id)
                             where a.checkout_id = c.id)
           order by id limit $2`,
    values: [after, limit],
  });
  return rows.map(({ id }) => id);
}

/** A checkout that a person made: see `isLink`. */
export interface StoredLink {
  readonly checkout: Checkout;
  readonly attempts: readonly CheckoutAttempt[];
  readonly application: string;
  /** As buyers know the application. */
  readonly seller: string;
  readonly maker: string;
}

/** The newest, or those before an id; or one alone. */
export async function listLinks(
  database: Queryable,
  wanted: { readonly before: string | null; readonly limit: number } | { readonly id: string },
): Promise<readonly StoredLink[]> {
  const { id, before, limit } = { id: null, before: null, limit: 1, ...wanted };
  const rows = await database.query<CheckoutRow & Omit<StoredLink, 'checkout' | 'attempts'>>({
    text: `select ${COLUMNS}, app_now() as now, a.name as application,
                  coalesce(a.display_name, a.name) as seller,
                  coalesce(s.name, c.created_by) as maker
           from checkouts c join applications a on a.id = c.application_id
           left join staff s on c.created_by = 'staff:' || s.id
           where c.created_by not like 'api%' and ($1::uuid is null or c.id = $1)
             and ($2::uuid is null or c.id < $2)
           order by c.id desc limit $3`,
    values: [id, before, limit],
  });
  const attempts = await listAttemptsOf(
    database,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const { application, seller, maker } = row;
    const { checkout } = toTimed(row);
    return { checkout, attempts: attempts.get(row.id) ?? [], application, seller, maker };
  });
}

export async function updateCheckoutState(
  connection: Queryable,
  checkout: Pick<Checkout, 'id' | 'state' | 'stateUpdatedAt' | 'stateSeal'>,
): Promise<void> {
  const { id, state, stateUpdatedAt, stateSeal } = checkout;
  await connection.query({
    text: `update checkouts set state = $2, state_updated_at = $3, state_seal = $4 where id = $1`,
    values: [id, state, stateUpdatedAt, stateSeal],
  });
}

/** Some checkouts with a larger id, in the order of their ids; only those without a seal if asked. */
export async function listCheckoutsAfter(
  database: Queryable,
  wanted: { readonly after: string; readonly onlyUnsealed: boolean; readonly limit: number },
): Promise<readonly ReportedCheckout[]> {
  const { after, onlyUnsealed, limit } = wanted;
  const rows = await database.query<CheckoutRow>({
    text: `select ${COLUMNS}, app_now() as now from checkouts c
           where c.id > $1 and (c.seal is null or not $2) order by c.id limit $3`,
    values: [after, onlyUnsealed, limit],
  });
  const ids = rows.map(({ id }) => id);
  const attempts = await listAttemptsOf(database, ids);
  return rows.map((row) => ({
    checkout: toTimed(row).checkout,
    attempts: attempts.get(row.id) ?? [],
  }));
}

/** Gives a checkout, its state and its outcomes the seals of what is stored now. */
export async function updateCheckoutSeals(
  connection: Queryable,
  { checkout, attempts }: ReportedCheckout,
): Promise<void> {
  const { id, seal, stateSeal } = checkout;
  await connection.query({
    text: 'update checkouts set seal = $2, state_seal = $3 where id = $1',
    values: [id, seal, stateSeal],
  });
  for (const { id: transactionId, seal } of attempts) {
    await connection.query({
      text: 'update checkout_attempts set seal = $2 where transaction_id = $1',
      values: [transactionId, seal],
    });
  }
}

export interface CheckoutOutboxEntry {
  readonly event: CheckoutEvent;
  /** The deposit that it is about, or the checkout. */
  readonly eventId: string;
  readonly body: string;
}

/** Queues events; those of one checkout are delivered in this order. */
export async function insertCheckoutEvents(
  connection: Queryable,
  checkout: Pick<Checkout, 'id' | 'applicationId' | 'callbackUrl'>,
  entries: readonly CheckoutOutboxEntry[],
): Promise<void> {
  const { id, applicationId, callbackUrl } = checkout;
  if (callbackUrl === null) return;
  for (const { event, eventId, body } of entries) {
    const values = [randomUUIDv7(), eventId, applicationId, event, body, false];
    await connection.query({
      text: INSERT_EVENT,
      values: [...values, id, callbackUrl, new URL(callbackUrl).origin],
    });
  }
}

const INSERT_EVENT = `
  with queued as (
    insert into webhooks (id, transaction_id, application_id, event, body, is_replay, created_at)
    values ($1, $2, $3, $4, $5, $6, app_now())
    returning id, position, created_at
  )
  insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, url, origin)
  select id, $7, position, created_at, created_at, $8, $9 from queued`;

/**
 * Queues the last event with this id once more; it replaces those that were given up. `null` if
 * there was none.
 */
export async function insertCheckoutReplay(
  connection: Queryable,
  checkout: Pick<Checkout, 'id' | 'applicationId'> & { readonly callbackUrl: string },
  eventId: string,
): Promise<CheckoutEvent | null> {
  const [last] = await connection.query<{ readonly event: CheckoutEvent; readonly body: string }>({
    text: `with taken_care_of as (
             delete from open_webhooks o using webhooks w
             where w.id = o.webhook_id and w.transaction_id = $1 and o.state = 'undelivered'
           )
           select event, body from webhooks where transaction_id = $1
           order by position desc limit 1`,
    values: [eventId],
  });
  if (last === undefined) return null;
  const { id, applicationId, callbackUrl } = checkout;
  const values = [randomUUIDv7(), eventId, applicationId, last.event, last.body, true];
  await connection.query({
    text: INSERT_EVENT,
    values: [...values, id, callbackUrl, new URL(callbackUrl).origin],
  });
  return last.event;
}

const COLUMNS = `c.id, c.application_id, c.reference, c.token, c.amount_xaf, c.description,
  c.player_id, c.operators, c.lang, c.return_url, c.cancel_url, c.callback_url, c.created_by,
  c.created_at, c.expires_at, c.state, c.state_updated_at, c.seal, c.state_seal`;

interface CheckoutRow {
  readonly id: string;
  readonly application_id: string;
  readonly reference: string;
  readonly token: string;
  readonly amount_xaf: number;
  readonly description: string | null;
  readonly player_id: string | null;
  readonly operators: readonly string[] | null;
  readonly lang: 'fr' | 'en';
  readonly return_url: string | null;
  readonly cancel_url: string | null;
  readonly callback_url: string | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly state: CheckoutState;
  readonly state_updated_at: Date;
  readonly seal: string | null;
  readonly state_seal: string | null;
  readonly now: Date;
}

function toTimed(row: CheckoutRow): TimedCheckout {
  return {
    now: row.now,
    checkout: {
      id: row.id,
      applicationId: row.application_id,
      reference: row.reference,
      token: row.token,
      amountXaf: row.amount_xaf,
      description: row.description,
      playerId: row.player_id,
      operators: row.operators,
      lang: row.lang,
      returnUrl: row.return_url,
      cancelUrl: row.cancel_url,
      callbackUrl: row.callback_url,
      createdBy: row.created_by,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      state: row.state,
      stateUpdatedAt: row.state_updated_at,
      seal: row.seal,
      stateSeal: row.state_seal,
    },
  };
}
