import type { Queryable } from '../client.ts';

export interface SigningKeyRow {
  readonly key_id: string;
  readonly public_key_pem: string;
  /** Perhaps sealed: see `signing/sealed-text.ts`. */
  readonly private_key: string;
  readonly active_from: Date;
}

/** The keys that a receiver may need: the next one, the current one, and one replaced lately. */
export function listValidSigningKeys(database: Queryable): Promise<SigningKeyRow[]> {
  return database.query<SigningKeyRow>({
    text: `select key_id, public_key_pem, private_key, active_from
           from (select *, lead(active_from) over (order by active_from, key_id) as replaced_at
                 from signing_keys
                 -- One that was revoked before its time has replaced none.
                 where revoked_at is null or revoked_at > active_from) k
           where revoked_at is null
             and (replaced_at is null or replaced_at > app_now() - interval '48 hours')
           order by active_from desc, key_id desc`,
    trusts: { signing_keys: 'k' },
  });
}

/** Every key that there ever was, the oldest first. */
export function listSigningKeys(
  database: Queryable,
): Promise<(SigningKeyRow & { readonly revoked_at: Date | null })[]> {
  return database.query({
    text: `select key_id, public_key_pem, private_key, active_from, revoked_at from signing_keys
           order by active_from, key_id`,
    trusts: { signing_keys: 'signing_keys' },
  });
}

/** The names of the keys whose signatures must not be believed. */
export async function listRevokedKeyIds(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly key_id: string }>({
    text: `select key_id from signing_keys where revoked_at is not null
           order by revoked_at, key_id`,
    trusts: { signing_keys: 'signing_keys' },
  });
  return rows.map(({ key_id }) => key_id);
}

export async function findCurrentSigningKey(database: Queryable): Promise<SigningKeyRow | null> {
  const [row] = await database.query<SigningKeyRow>({
    text: `select key_id, public_key_pem, private_key, active_from from signing_keys
           where active_from <= app_now() and revoked_at is null
           order by active_from desc, key_id desc limit 1`,
    trusts: { signing_keys: 'signing_keys' },
  });
  return row ?? null;
}

/** When the announced key starts to sign; `null` when none is announced. */
export async function findNextKeyChange(
  database: Queryable,
): Promise<{ readonly activeFrom: Date; readonly inMs: number } | null> {
  const [row] = await database.query<{ readonly active_from: Date; readonly in_ms: number }>({
    text: `select active_from, (extract(epoch from active_from - app_now()) * 1000)::float8 as in_ms
           from signing_keys where active_from > app_now() and revoked_at is null
           order by active_from limit 1`,
    trusts: { signing_keys: 'signing_keys' },
  });
  return row === undefined ? null : { activeFrom: row.active_from, inMs: row.in_ms };
}

/**
 * Stores the next key, numbered by the database. Two processes may make the first one at once: the
 * one that is stored first stays, and the other call returns false.
 */
export async function insertSigningKey(
  database: Queryable,
  key: {
    readonly keyId: string;
    readonly publicKeyPem: string;
    readonly privateKey: string;
    readonly delayHours: number;
  },
): Promise<boolean> {
  const rows = await database.query({
    text: `insert into signing_keys (key_id, public_key_pem, private_key, active_from)
           values ($1, $2, $3, app_now() + $4::int * interval '1 hour')
           on conflict do nothing
           returning key_id`,
    values: [key.keyId, key.publicKeyPem, key.privateKey, key.delayHours],
    // Each knows how many there are.
    changes: [{ table: 'signing_keys', where: 'true', values: [] }],
  });
  return rows.length > 0;
}

export async function revokeKeyPair(database: Queryable, keyId: string): Promise<void> {
  await database.query({
    text: 'update signing_keys set revoked_at = app_now() where key_id = $1',
    values: [keyId],
    changes: [{ table: 'signing_keys', where: 'key_id = $1', values: [keyId] }],
  });
}
