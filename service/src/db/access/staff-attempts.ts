import type { Queryable } from '../client.ts';

/** How many attempts are allowed, and how long the wait after the last one is. */
export interface AttemptLimits {
  readonly limit: number;
  readonly lockMinutes: number;
}

/** The attempt is counted; the last one that is allowed makes its sender wait. */
export interface ClaimedAttempt {
  readonly isLast: boolean;
  /** Nothing else of this account is locked. */
  readonly isOnlyLock: boolean;
}

/** Whose attempts are counted together: those of a network, or of a browser that is known. */
interface AttemptKey {
  readonly staffId: string;
  readonly source: string;
}

/**
 * Counts an attempt before it is checked, so that many at the same moment cannot get around the
 * limit. Each source has its own count: no network can lock a person out of another one. `null`
 * when the source has to wait.
 */
export async function claimAttempt(
  database: Queryable,
  attempt: AttemptKey & AttemptLimits,
): Promise<ClaimedAttempt | null> {
  await database.query({ text: 'delete from password_attempts where ends_at <= app_now()' });
  const [row] = await database.query<{
    readonly is_last: boolean;
    readonly is_only_lock: boolean;
  }>({
    text: `insert into password_attempts as a (staff_id, network, failed, ends_at)
           values ($1, $2, 1, app_now() + $4 * interval '1 minute')
           on conflict (staff_id, network) do update
           set failed = a.failed + 1, ends_at = excluded.ends_at
           where a.failed < $3
           returning failed >= $3 as is_last,
                     not exists (select from password_attempts o
                                 where o.staff_id = $1 and o.network <> $2 and o.failed >= $3)
                       as is_only_lock`,
    values: [attempt.staffId, attempt.source, attempt.limit, attempt.lockMinutes],
  });
  return row === undefined ? null : { isLast: row.is_last, isOnlyLock: row.is_only_lock };
}

/** The attempt was right: the count of its source starts again from zero. */
export async function clearAttempts(
  database: Queryable,
  { staffId, source }: AttemptKey,
): Promise<void> {
  await database.query({
    text: 'delete from password_attempts where staff_id = $1 and network = $2',
    values: [staffId, source],
  });
}

/** Seconds until the source may try again, at least one. */
export async function findAttemptWait(
  database: Queryable,
  { staffId, source }: AttemptKey,
): Promise<number> {
  const [row] = await database.query<{ readonly seconds: number }>({
    text: `select ceil(extract(epoch from ends_at - app_now()))::int as seconds
           from password_attempts where staff_id = $1 and network = $2`,
    values: [staffId, source],
  });
  return Math.max(row?.seconds ?? 1, 1);
}

/** The same for a code, wherever it comes from. `null` when the account's codes are locked. */
export async function claimCode(
  database: Queryable,
  attempt: { readonly staffId: string } & AttemptLimits,
): Promise<ClaimedAttempt | null> {
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
  return row === undefined ? null : { isLast: row.is_last, isOnlyLock: true };
}

export async function clearCodes(database: Queryable, staffId: string): Promise<void> {
  await database.query({
    text: 'update staff set failed_sign_ins = 0, locked_until = null where id = $1',
    values: [staffId],
  });
}

/** Seconds until the lock ends, at least one. */
export async function findCodeWait(database: Queryable, staffId: string): Promise<number> {
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
    changes: [{ table: 'staff', where: 'id = $1', values: [staff.id] }],
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
    changes: [{ table: 'staff', where: 'id = $1', values: [use.staffId] }],
  });
  return rows.length > 0;
}
