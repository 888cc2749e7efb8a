import type {
  ChangedValues,
  PendingChangeKind,
  PendingChangeState,
} from '../../domain/access/pending-change.ts';
import type { Queryable } from '../client.ts';

export interface PendingChangeRow {
  readonly id: string;
  readonly kind: PendingChangeKind;
  readonly subject_id: string;
  readonly before: ChangedValues;
  readonly after: ChangedValues;
  readonly reason: string | null;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  /** An open one whose time is over is `expired`, whether or not anybody has noticed. */
  readonly state: PendingChangeState;
}

const STATE = `case when c.state = 'open' and c.expires_at <= app_now() then 'expired'
                    else c.state end as state`;

/** Null when another change of the same subject waits already. */
export async function insertPendingChange(
  connection: Queryable,
  change: Pick<
    PendingChangeRow,
    'id' | 'kind' | 'subject_id' | 'before' | 'after' | 'reason' | 'asked_by'
  > & { readonly hours: number },
): Promise<{ readonly expires_at: Date } | null> {
  await connection.query({
    text: `update pending_changes set state = 'expired', decided_at = app_now()
           where kind = $1 and subject_id = $2 and state = 'open' and expires_at <= app_now()`,
    values: [change.kind, change.subject_id],
  });
  const [row] = await connection.query<{ readonly expires_at: Date }>({
    text: `insert into pending_changes (id, kind, subject_id, before, after, reason, asked_by,
                                        asked_at, expires_at, state)
           values ($1, $2, $3, $4, $5, $6, $7, app_now(), app_now() + $8 * interval '1 hour',
                   'open')
           on conflict do nothing
           returning expires_at`,
    values: [
      change.id,
      change.kind,
      change.subject_id,
      JSON.stringify(change.before),
      JSON.stringify(change.after),
      change.reason,
      change.asked_by,
      change.hours,
    ],
  });
  return row ?? null;
}

/** Keeps the change as it is until the caller's database transaction ends. */
export async function lockPendingChange(
  connection: Queryable,
  id: string,
): Promise<PendingChangeRow | null> {
  const [row] = await connection.query<PendingChangeRow>({
    text: `select c.id, c.kind, c.subject_id, c.before, c.after, c.reason, c.asked_by, c.asked_at,
                  c.expires_at, ${STATE}
           from pending_changes c where c.id = $1 for update`,
    values: [id],
  });
  return row ?? null;
}

export async function closePendingChange(
  connection: Queryable,
  change: {
    readonly id: string;
    readonly state: Exclude<PendingChangeState, 'open'>;
    readonly decidedBy: string | null;
  },
): Promise<void> {
  await connection.query({
    text: `update pending_changes set state = $2, decided_by = $3, decided_at = app_now()
           where id = $1 and state = 'open'`,
    values: [change.id, change.state, change.decidedBy],
  });
}

export interface ListedPendingChangeRow extends PendingChangeRow {
  /** What is changed, as people call it: the name of a person, or of a channel's provider. */
  readonly subject: string;
  readonly asked_by_name: string;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
}

/** Those that wait first, then the newest. */
export function listPendingChanges(
  database: Queryable,
  { kinds, limit }: { readonly kinds: readonly PendingChangeKind[]; readonly limit: number },
): Promise<ListedPendingChangeRow[]> {
  return database.query<ListedPendingChangeRow>({
    text: `select c.id, c.kind, c.subject_id, c.before, c.after, c.reason, c.asked_by, c.asked_at,
                  c.expires_at, ${STATE}, a.name || ' <' || a.email || '>' as asked_by_name,
                  case when c.state in ('approved', 'withdrawn')
                       then coalesce(d.name || ' <' || d.email || '>', 'momo') end
                    as decided_by_name,
                  c.decided_at,
                  coalesce(s.name || ' <' || s.email || '>', p.display_name, c.after ->> 'account',
                           c.after ->> 'wallet', c.subject_id)
                    as subject
           from pending_changes c
           join staff a on a.id = c.asked_by
           left join staff d on d.id = c.decided_by
           left join staff s on c.kind = 'staff' and s.id::text = c.subject_id
           left join channels h on c.kind = 'channel' and h.id = c.subject_id
           left join providers p on p.id = h.provider_id
           where c.kind = any($2)
           order by (c.state = 'open' and c.expires_at > app_now()) desc, c.asked_at desc, c.id
           limit $1`,
    values: [limit, kinds],
  });
}
