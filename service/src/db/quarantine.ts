import { OTHER_DATABASE, type Quarantine } from '../domain/installation.ts';
import { type Message, readMessage, writeMessage } from '../domain/messages/message.ts';
import type { Queryable } from './client.ts';

/** A condition for queries that claim outgoing work; evaluated once per query. */
export const NOT_QUARANTINED = '(select not is_quarantined())';

/** `null` in normal operation. */
export async function findQuarantine(database: Queryable): Promise<Quarantine | null> {
  const [row] = await database.query<{ readonly at: Date; readonly reason: string | null }>({
    name: 'find-quarantine',
    text: `select coalesce(i.quarantined_at, app_now()) as at, i.quarantine_reason as reason
           from installation i where is_quarantined()`,
  });
  if (row === undefined) return null;
  const { at, reason } = row;
  return { at, reason: reason === null ? OTHER_DATABASE : readMessage(reason) };
}

/**
 * Keeps the quarantine from beginning before the caller's database transaction ends. False if it
 * has begun: then nothing may be sent.
 */
export async function lockOutsideQuarantine(connection: Queryable): Promise<boolean> {
  const [row] = await connection.query<{ readonly may_send: boolean }>({
    name: 'lock-outside-quarantine',
    text: 'select lock_outside_quarantine() as may_send from installation i',
    trusts: { installation: 'i' },
  });
  return row?.may_send === true;
}

/** Begins the quarantine; an existing one keeps its beginning and its reason. */
export async function beginQuarantine(connection: Queryable, reason: Message): Promise<void> {
  await connection.query({
    text: `update installation set quarantined_at = app_now(), quarantine_reason = $1
           where quarantined_at is null`,
    values: [writeMessage(reason)],
    changes: [{ table: 'installation', where: 'true', values: [] }],
  });
}

/** Records which database this is; one that was recorded elsewhere goes into quarantine. */
export async function compareIdentity(database: Queryable): Promise<void> {
  const [found] = await database.query<{ readonly isNew: boolean; readonly isOther: boolean }>({
    text: `select identity is null as "isNew",
                  coalesce(quarantined_at is null and identity <> database_identity(), false)
                    as "isOther"
           from installation`,
  });
  // A change waits for every payout that is being sent, also by a frozen process, so nothing is
  // changed in vain.
  if (found?.isNew) {
    await database.query({
      text: 'update installation set identity = database_identity() where identity is null',
      changes: [{ table: 'installation', where: 'true', values: [] }],
    });
  }
  if (!found?.isOther) return;
  await database.query({
    text: `update installation set quarantined_at = app_now(), quarantine_reason = $1
           where quarantined_at is null and identity <> database_identity()`,
    values: [writeMessage(OTHER_DATABASE)],
    changes: [{ table: 'installation', where: 'true', values: [] }],
  });
}

/** Ends the quarantine: this is the database from now on. */
export async function endQuarantine(connection: Queryable): Promise<void> {
  await connection.query({
    text: `update installation
           set identity = database_identity(), quarantined_at = null, quarantine_reason = null`,
    changes: [{ table: 'installation', where: 'true', values: [] }],
  });
}
