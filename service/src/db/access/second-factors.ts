import type { Queryable } from '../client.ts';

// Recovery codes, and passkeys with their challenges.

/** The old codes, used or not, stop working. */
export async function replaceRecoveryCodes(
  connection: Queryable,
  codes: { readonly staffId: string; readonly hashes: readonly Buffer[] },
): Promise<void> {
  await connection.query({
    text: 'update staff set recovery_hashes = $2::bytea[] where id = $1',
    values: [codes.staffId, codes.hashes],
    changes: [{ table: 'staff', where: 'id = $1', values: [codes.staffId] }],
  });
}

/** Uses a code up, by what any release made of it; false if there is none or it was used before. */
export async function useRecoveryCode(
  connection: Queryable,
  code: { readonly staffId: string; readonly hashes: readonly Buffer[] },
): Promise<boolean> {
  const rows = await connection.query({
    text: `update staff
           set recovery_hashes = array(select h from unnest(recovery_hashes) as h
                                       where h <> all($2::bytea[]))
           where id = $1 and recovery_hashes && $2::bytea[] returning id`,
    values: [code.staffId, code.hashes],
    changes: [{ table: 'staff', where: 'id = $1', values: [code.staffId] }],
  });
  return rows.length > 0;
}

export async function countRecoveryCodes(database: Queryable, staffId: string): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select cardinality(recovery_hashes) as count from staff where id = $1',
    values: [staffId],
  });
  return row?.count ?? 0;
}

export interface PasskeyRow {
  readonly id: string;
  readonly public_key: Buffer<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export function listPasskeys(database: Queryable, staffId: string): Promise<PasskeyRow[]> {
  return database.query<PasskeyRow>({
    text: `select id, public_key, counter, transports, name, created_at, last_used_at
           from passkeys where staff_id = $1 order by created_at, id`,
    values: [staffId],
    trusts: { passkeys: 'passkeys' },
  });
}

export async function insertPasskey(
  connection: Queryable,
  passkey: Pick<PasskeyRow, 'id' | 'counter' | 'transports' | 'name'> & {
    readonly staffId: string;
    readonly publicKey: Buffer;
  },
): Promise<void> {
  await connection.query({
    text: `insert into passkeys (id, staff_id, public_key, counter, transports, name, created_at)
           values ($1, $2, $3, $4, $5, $6, app_now())`,
    values: [
      passkey.id,
      passkey.staffId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
    ],
    changes: [
      { table: 'staff', where: 'id = $1', values: [passkey.staffId] },
      { table: 'passkeys', where: 'id = $1', values: [passkey.id] },
    ],
  });
}

export async function markPasskeyUsed(
  connection: Queryable,
  passkey: { readonly id: string; readonly counter: number },
): Promise<void> {
  await connection.query({
    text: 'update passkeys set counter = $2, last_used_at = app_now() where id = $1',
    values: [passkey.id, passkey.counter],
  });
}

/** `null` if this person has no such passkey. */
export async function deletePasskey(
  connection: Queryable,
  passkey: { readonly staffId: string; readonly id: string },
): Promise<{ readonly name: string } | null> {
  const [row] = await connection.query<{ readonly name: string }>({
    text: 'delete from passkeys where staff_id = $1 and id = $2 returning name',
    values: [passkey.staffId, passkey.id],
    changes: [
      { table: 'staff', where: 'id = $1', values: [passkey.staffId] },
      { table: 'passkeys', where: 'id = $1', values: [passkey.id] },
    ],
  });
  return row ?? null;
}

export async function storeChallenge(
  database: Queryable,
  session: { readonly tokenHash: Buffer; readonly challenge: string },
): Promise<void> {
  await database.query({
    text: `update staff_sessions set challenge = $2, challenge_at = app_now()
           where token_hash = $1`,
    values: [session.tokenHash, session.challenge],
  });
}

/** Uses up the challenge that waits for an answer; `null` if there is none or it is old. */
export async function takeChallenge(
  database: Queryable,
  session: { readonly tokenHash: Buffer; readonly minutes: number },
): Promise<string | null> {
  const [row] = await database.query<{ readonly challenge: string | null }>({
    text: `update staff_sessions s set challenge = null, challenge_at = null
           from (select token_hash, challenge, challenge_at from staff_sessions
                 where token_hash = $1 for update) before
           where s.token_hash = before.token_hash
           returning case when before.challenge_at > app_now() - $2 * interval '1 minute'
                          then before.challenge end as challenge`,
    values: [session.tokenHash, session.minutes],
  });
  return row?.challenge ?? null;
}
