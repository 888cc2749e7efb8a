import { OWN_APPLICATION_IDS, type Own } from '../../domain/access/own-application.ts';
import { assert } from '../../domain/assert.ts';
import type { Queryable } from '../client.ts';

/** The application of the configured key, and of every request while authentication is off. */
export const DEFAULT_APPLICATION_ID = '00000000-0000-7000-8000-000000000000';
export const DEFAULT_APPLICATION_NAME = 'default';

export interface ApiKeyRow {
  readonly prefix: string;
  readonly application_id: string;
  readonly secret_hash: Buffer;
  readonly revoked_at: Date | null;
}

export interface ListedApiKeyRow {
  readonly prefix: string;
  readonly application: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** In a new live installation an application spends only what it has. */
const FIRST_CREDIT = `(select 0 from installation where environment = 'live' and limits_applications)`;

export async function ensureDefaultApplication(database: Queryable): Promise<void> {
  await database.query({
    text: `insert into applications (id, name, credit_xaf) values ($1, $2, ${FIRST_CREDIT})
           on conflict do nothing`,
    values: [DEFAULT_APPLICATION_ID, DEFAULT_APPLICATION_NAME],
    changes: [{ table: 'applications', where: 'id = $1', values: [DEFAULT_APPLICATION_ID] }],
  });
}

/** Creates the application when its name is new. */
export async function insertApplication(
  connection: Queryable,
  application: { readonly id: string; readonly name: string },
): Promise<{ readonly id: string; readonly hasSecret: boolean }> {
  const [row] = await connection.query<{ readonly id: string; readonly hasSecret: boolean }>({
    text: `insert into applications (id, name, credit_xaf) values ($1, $2, ${FIRST_CREDIT})
           on conflict (name) do update set name = excluded.name
           returning id, webhook_secret is not null as "hasSecret"`,
    values: [application.id, application.name],
    changes: [{ table: 'applications', where: 'name = $1', values: [application.name] }],
  });
  if (row === undefined) throw new Error('insert … returning gave no row');
  return row;
}

/**
 * An application of our own whose payouts come out of what is owed to others, so that no credit
 * line limits them. Once it is there its row is not written again, or a change of it were sealed.
 */
export async function ensureOwnApplication(
  connection: Queryable,
  { id, name }: Own,
): Promise<string> {
  const rows = await connection.query({
    text: 'select from applications where id = $1',
    values: [id],
  });
  if (rows.length > 0) return id;
  await connection.query({
    // A platform may have had the name before.
    text: `insert into applications (id, name)
           select $1::uuid, $2::text || case
                    when exists (select from applications where name = $2::text)
                    then ' ' || ($1::uuid)::text else '' end
           on conflict (id) do nothing`,
    values: [id, name],
    changes: [{ table: 'applications', where: 'id = $1', values: [id] }],
  });
  return id;
}

/** What the page of a checkout says about who is paid. */
export interface Seller {
  readonly id: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly supportNumber: string | null;
  /** Pages are served in live too. */
  readonly takesCheckouts: boolean;
  /** Where the events of its links go; platforms give an address with each checkout. */
  readonly callbackUrl: string | null;
}

const SELLER = `a.id, a.name, a.display_name as "displayName",
  a.support_number as "supportNumber", a.takes_checkouts as "takesCheckouts",
  a.callback_url as "callbackUrl"`;

export async function findSeller(database: Queryable, id: string): Promise<Seller | null> {
  const [row] = await database.query<Seller>({
    text: `select ${SELLER} from applications a where a.id = $1`,
    values: [id],
    trusts: { applications: 'a' },
  });
  return row ?? null;
}

/** Every platform, by name. */
export function listSellers(database: Queryable): Promise<Seller[]> {
  return database.query<Seller>({
    text: `select ${SELLER} from applications a where a.id <> all($1::uuid[]) order by a.name`,
    values: [OWN_APPLICATION_IDS],
    trusts: { applications: 'a' },
  });
}

/** Changes what is given; `null` if no application has the name. */
export async function updateSeller(
  connection: Queryable,
  name: string,
  given: Partial<Omit<Seller, 'id' | 'name'>>,
): Promise<Seller | null> {
  const { displayName = null, supportNumber = null, takesCheckouts = null } = given;
  const { callbackUrl = null } = given;
  const [row] = await connection.query<Seller>({
    text: `update applications a
           set display_name = coalesce($2, display_name),
               support_number = coalesce($3, support_number),
               takes_checkouts = coalesce($4, takes_checkouts),
               callback_url = case when $5::boolean then $6::text else callback_url end
           where a.name = $1
           returning ${SELLER}`,
    values: [name, displayName, supportNumber, takesCheckouts, 'callbackUrl' in given, callbackUrl],
    changes: [{ table: 'applications', where: 'name = $1', values: [name] }],
  });
  return row ?? null;
}

/** Gives an application its first webhook secret, which is not shown again. */
export async function updateWebhookSecret(
  connection: Queryable,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): Promise<void> {
  await connection.query({
    text: 'update applications set webhook_secret = $2 where id = $1 and webhook_secret is null',
    values: [id, sealed],
    changes: [{ table: 'applications', where: 'id = $1', values: [id] }],
  });
}

/** Applications with an http address among the callbacks of their last 30 days. */
export async function listHttpApplications(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select name from applications a
           where exists (select from transactions t
                         where t.application_id = a.id and t.callback_url like 'http:%'
                           and t.created_at > app_now() - interval '30 days')
           order by name`,
  });
  return rows.map(({ name }) => name);
}

/** The webhook secret as it is stored; it stays so until the caller's transaction ends. */
export async function lockWebhookSecret(
  connection: Queryable,
  name: string,
): Promise<LockedSecret | null> {
  const [row] = await connection.query<LockedSecret>({
    text: `select id, webhook_secret as stored, ${FORMER_UNTIL} as "formerUntil" from applications
           where name = $1 and webhook_secret is not null for update`,
    values: [name],
  });
  return row ?? null;
}

interface LockedSecret {
  readonly id: string;
  readonly stored: string;
  /** Until when the one of before signs as well, as ISO 8601; `null` if it does not. */
  readonly formerUntil: string | null;
}

/** Replaces the webhook secret; the old one signs as well until the time that is returned. */
export async function replaceWebhookSecret(
  connection: Queryable,
  given: {
    readonly id: string;
    readonly sealed: string;
    readonly old: string;
    readonly overlapHours: number;
  },
): Promise<Date> {
  const [row] = await connection.query<{ readonly until: Date }>({
    text: `update applications
           set webhook_secret = $2, old_secret = $3,
               old_secret_end = app_now() + $4::int * interval '1 hour'
           where id = $1
           returning old_secret_end as until`,
    values: [given.id, given.sealed, given.old, given.overlapHours],
    changes: [{ table: 'applications', where: 'id = $1', values: [given.id] }],
  });
  assert(row !== undefined, 'the caller has locked the application');
  return row.until;
}

export async function insertApiKey(
  database: Queryable,
  key: {
    readonly prefix: string;
    readonly applicationId: string;
    readonly secretHash: Buffer;
    /** `null` for the command line, which is bound to no person. */
    readonly issuedBy: string | null;
  },
): Promise<void> {
  await database.query({
    text: `insert into api_keys (prefix, application_id, secret_hash, issued_by)
           values ($1, $2, $3, $4)`,
    values: [key.prefix, key.applicationId, key.secretHash, key.issuedBy],
    changes: [{ table: 'api_keys', where: 'prefix = $1', values: [key.prefix] }],
  });
}

export async function findApiKey(database: Queryable, prefix: string): Promise<ApiKeyRow | null> {
  const [row] = await database.query<ApiKeyRow>({
    name: 'find-api-key',
    text: `select prefix, application_id, secret_hash, revoked_at from api_keys where prefix = $1`,
    values: [prefix],
    trusts: { api_keys: 'api_keys' },
  });
  return row ?? null;
}

/** What tells a key that was issued from one that is made up; not whether it is still valid. */
export function listKeyHashes(
  database: Queryable,
): Promise<Pick<ApiKeyRow, 'prefix' | 'secret_hash'>[]> {
  return database.query({
    name: 'list-key-hashes',
    text: 'select prefix, secret_hash from api_keys where revoked_at is null',
  });
}

/**
 * The person who issued a key, as long as no other one has vouched for it; `undefined` if the key
 * is not as this service wrote it, so that nobody vouched for it.
 */
export async function findUnvouchedIssuer(
  connection: Queryable,
  prefix: string,
): Promise<string | null | undefined> {
  const [row] = await connection.query<{ readonly issuer: string | null }>({
    text: `select case when vouched_by is null then issued_by end as issuer from api_keys
           where prefix = $1`,
    values: [prefix],
    trusts: { api_keys: 'api_keys' },
  });
  return row?.issuer;
}

export async function vouchForKey(
  connection: Queryable,
  { prefix, by }: { readonly prefix: string; readonly by: string },
): Promise<void> {
  await connection.query({
    text: 'update api_keys set vouched_by = $2 where prefix = $1',
    values: [prefix, by],
    changes: [{ table: 'api_keys', where: 'prefix = $1', values: [prefix] }],
  });
}

export function listApiKeys(database: Queryable): Promise<ListedApiKeyRow[]> {
  return database.query<ListedApiKeyRow>({
    text: `select k.prefix, a.name as application, k.created_at, k.revoked_at
           from api_keys k join applications a on a.id = k.application_id
           order by k.created_at, k.prefix`,
  });
}

export async function revokeApiKey(database: Queryable, prefix: string): Promise<boolean> {
  const rows = await database.query({
    text: `update api_keys set revoked_at = coalesce(revoked_at, now())
           where prefix = $1 returning prefix`,
    values: [prefix],
    changes: [{ table: 'api_keys', where: 'prefix = $1', values: [prefix] }],
  });
  return rows.length > 0;
}

interface ApplicationRow {
  readonly name: string;
  readonly created_at: Date;
  readonly has_webhook_secret: boolean;
  readonly former_secret_until: string | null;
  /** Times as ISO 8601 text, since they come out of JSON. */
  readonly keys: readonly {
    readonly prefix: string;
    readonly created_at: string;
    readonly revoked_at: string | null;
    readonly is_vouched: boolean;
  }[];
}

/** Every application with its keys, the oldest first. */
export function listApplications(database: Queryable): Promise<ApplicationRow[]> {
  return database.query<ApplicationRow>({
    text: `select a.name, a.created_at, a.webhook_secret is not null as has_webhook_secret,
                  ${FORMER_UNTIL} as former_secret_until,
                  coalesce(json_agg(json_build_object(
                    'prefix', k.prefix,
                    'created_at', to_char(k.created_at at time zone 'utc', '${ISO_8601}'),
                    'revoked_at', to_char(k.revoked_at at time zone 'utc', '${ISO_8601}'),
                    'is_vouched', k.issued_by is null or k.vouched_by is not null
                  ) order by k.created_at, k.prefix) filter (where k.prefix is not null),
                  '[]') as keys
           from applications a left join api_keys k on k.application_id = a.id
           group by a.id order by a.created_at, a.name`,
  });
}

export async function findApplicationName(database: Queryable, id: string): Promise<string> {
  const [row] = await database.query<{ readonly name: string }>({
    name: 'find-application-name',
    text: 'select name from applications where id = $1',
    values: [id],
  });
  assert(row !== undefined, 'a key belongs to no application');
  return row.name;
}

const ISO_8601 = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
const FORMER_UNTIL = `case when old_secret_end > app_now()
  then to_char(old_secret_end at time zone 'utc', '${ISO_8601}') end`;
