import type { Queryable } from '../client.ts';

/**
 * Counts an attempt before it is checked, so that many at the same moment cannot get around the
 * limit. The last one that is allowed locks the account; a right answer unlocks it again. Null when
 * the account is locked already.
 */
export async function claimAttempt(
  database: Queryable,
  attempt: { readonly staffId: string; readonly limit: number; readonly lockMinutes: number },
): Promise<{ readonly isLast: boolean } | null> {
  const [row] = await database.query<{ readonly is_last: boolean }>({
    // When a lock has run out, the count starts again from zero.
    text: `update staff
           set failed_sign_ins = case when locked_until is null then failed_sign_ins else 0 end + 1,
               locked_until = case
                 when locked_until is null and failed_sign_ins + 1 >= $2
                 then app_now() + $3 * interval '1 minute' end
           where id = $1 and (locked_until is null or locked_until <= app_now())
           returning locked_until is not null as is_last`,
    values: [attempt.staffId, attempt.limit, attempt.lockMinutes],
  });
  return row === undefined ? null : { isLast: row.is_last };
}

/** The attempt was right, but earlier wrong ones still count: another factor is to come. */
export async function releaseAttempt(database: Queryable, staffId: string): Promise<void> {
  await database.query({
    text: `update staff
           set failed_sign_ins = greatest(failed_sign_ins - 1, 0), locked_until = null
           where id = $1`,
    values: [staffId],
  });
}

/** Everything asked for was right: the count starts again from zero. */
export async function clearAttempts(database: Queryable, staffId: string): Promise<void> {
  await database.query({
    text: 'update staff set failed_sign_ins = 0, locked_until = null where id = $1',
    values: [staffId],
  });
}

/** Seconds until the lock ends, at least one. */
export async function findLockSeconds(database: Queryable, staffId: string): Promise<number> {
  const [row] = await database.query<{ readonly seconds: number }>({
    text: `select ceil(extract(epoch from locked_until - app_now()))::int as seconds
           from staff where id = $1 and locked_until is not null`,
    values: [staffId],
  });
  return Math.max(row?.seconds ?? 1, 1);
}

/** Keeps a new authenticator's secret until its first code shows that it works. */
export async function storeTotpSecret(
  connection: Queryable,
  staff: { readonly id: string; readonly sealedSecret: string },
): Promise<void> {
  await connection.query({
    text: `update staff set totp_secret = $2, totp_last_step = 0
           where id = $1 and totp_confirmed_at is null`,
    values: [staff.id, staff.sealedSecret],
  });
}

/** Marks a code as used; false when it or a later one was used before. */
export async function useTotpStep(
  connection: Queryable,
  use: { readonly staffId: string; readonly sealedSecret: string; readonly step: number },
): Promise<boolean> {
  const rows = await connection.query({
    text: `update staff
           set totp_last_step = $2, totp_confirmed_at = coalesce(totp_confirmed_at, app_now())
           where id = $1 and totp_last_step < $2 and totp_secret = $3 returning id`,
    values: [use.staffId, use.step, use.sealedSecret],
  });
  return rows.length > 0;
}

/** The secrets of authenticator apps as they are stored, perhaps sealed. */
export function listTotpSecrets(
  database: Queryable,
): Promise<{ readonly id: string; readonly totp_secret: string }[]> {
  return database.query({
    text: 'select id, totp_secret from staff where totp_secret is not null',
  });
}

/** Replaces the stored form of a secret, unless it was changed meanwhile. */
export async function updateTotpSecret(
  database: Queryable,
  secret: { readonly id: string; readonly stored: string; readonly sealed: string },
): Promise<void> {
  await database.query({
    text: 'update staff set totp_secret = $3 where id = $1 and totp_secret = $2',
    values: [secret.id, secret.stored, secret.sealed],
  });
}
