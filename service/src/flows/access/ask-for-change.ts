import { randomUUIDv7 } from 'node:crypto';
import { appendAudit } from '../../db/access/audit.ts';
import { insertPendingChange } from '../../db/access/pending-changes.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type ChangedValues,
  PENDING_CHANGE_HOURS,
  type PendingChangeKind,
} from '../../domain/access/pending-change.ts';
import type { Actor } from './actor.ts';

/** A change that has not been made yet. */
export type Waiting =
  | { readonly kind: 'waits'; readonly changeId: string; readonly expiresAt: Date }
  | { readonly kind: 'change_waits' };

/** Whether changes of people wait for a second person, as the policy says now. */
export type ChangesWait = (connection: Queryable) => Promise<boolean>;

/** A person, as opposed to `momo` on the machine, which is the second person of everybody. */
export type Asker = Actor & { readonly actorId: string };

/** The person whose change has to wait; null: it is made at once. */
export async function findAsker(
  connection: Queryable,
  { changesWait }: { readonly changesWait: ChangesWait },
  { actorId, ...actor }: Actor,
): Promise<Asker | null> {
  return actorId !== null && (await changesWait(connection)) ? { ...actor, actorId } : null;
}

/** Keeps a change until a second person approves it. A subject has one at a time. */
export async function askForChange(
  connection: Queryable,
  actor: Asker,
  change: {
    readonly kind: PendingChangeKind;
    readonly subjectId: string;
    readonly before: ChangedValues;
    readonly after: ChangedValues;
    readonly reason: string | null;
  },
): Promise<Waiting> {
  const { kind, subjectId, before, after, reason } = change;
  const id = randomUUIDv7();
  const inserted = await insertPendingChange(connection, {
    id,
    kind,
    subject_id: subjectId,
    before,
    after,
    reason,
    asked_by: actor.actorId,
    hours: PENDING_CHANGE_HOURS,
  });
  if (inserted === null) return { kind: 'change_waits' };
  const what = { action: 'change.ask', subject: `${kind}:${subjectId}` } as const;
  await appendAudit(connection, { ...actor, ...what, before, after, reason });
  return { kind: 'waits', changeId: id, expiresAt: inserted.expires_at };
}
