import type {
  AgreedAct,
  AgreedDecision,
  ChangeKind,
  ChangeState,
} from '../../domain/access/agreement.ts';
import type { ChangedValues } from '../../domain/access/changed-values.ts';
import type { SetUp } from '../../domain/access/independent-people.ts';
import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { Queryable } from '../client.ts';
import { isYes, SEALED_YES, type SealedYes, sealAgreements } from './agreement-seals.ts';

// Each row is one person's yes: to a decision about one version of a transaction, or to a change
// that waits for another person.

export interface AgreedRow {
  readonly staff_id: string;
  readonly staff: string;
  readonly at: Date;
  readonly decision: AgreedDecision;
  /** The transaction's version when it was given. */
  readonly version: number;
  readonly reason: string | null;
  readonly about: AgreedAct | null;
  /** What the person may do now: it decides whether the yes counts. */
  readonly role: StaffRole;
  readonly disabled: boolean;
}

/** Who has agreed to what about a transaction, oldest first. */
export async function listAgreed(
  database: Queryable,
  transactionId: string,
): Promise<readonly AgreedRow[]> {
  const rows = await database.query<AgreedRow & SealedYes>({
    name: 'list-agreed',
    text: `select a.said_by as staff_id, s.name as staff, a.said_at as at, a.act as decision,
                  a.version, a.reason, a.about, s.role, s.disabled_at is not null as disabled,
                  ${SEALED_YES}
           from agreements a join staff s on s.id = a.said_by
           where a.subject = $1 and a.version is not null order by a.said_at`,
    values: [transactionId],
    trusts: { staff: 's' },
  });
  return rows.flatMap(({ yes_seal, yes_text, ...row }) =>
    isYes(database, { yes_seal, yes_text }) ? [row] : [],
  );
}

/** The name that the last approver of each payout who saw one saw under its number. */
export async function findPayeesSeen(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<SealedYes & { readonly id: string; readonly name: string }>({
    name: 'find-payees-seen',
    text: `select a.subject as id, a.about ->> 'payee_name' as name, ${SEALED_YES}
           from agreements a
           where a.subject = any($1::text[]) and a.version is not null and a.act = 'approve'
             and a.about ->> 'payee_name' is not null
           order by a.said_at`,
    values: [ids],
  });
  return new Map(rows.filter((row) => isYes(database, row)).map(({ id, name }) => [id, name]));
}

export interface OpenDecision {
  readonly id: string;
  readonly act: AgreedDecision;
  readonly subject: string;
  readonly about: AgreedAct | null;
  /** Of the transaction. */
  readonly state: string;
  readonly said_by_name: string;
  readonly said_at: Date;
  readonly reason: string | null;
}

/** Decisions of one person that wait for a second one, for transactions as they are now. */
export function listOpenDecisions(
  database: Queryable,
  { id, limit }: { readonly id: string | null; readonly limit: number },
): Promise<OpenDecision[]> {
  return database.query<OpenDecision>({
    text: `select a.id, a.act, a.subject, a.about, t.state, a.said_at, a.reason,
                  s.name || ' <' || s.email || '>' as said_by_name
           from agreements a
           -- Changes have other subjects; a cast of the id would read every transaction.
           join transactions t on t.version = a.version
             and t.id = case when a.version is not null then a.subject::uuid end
           join staff s on s.id = a.said_by
           where a.version is not null and ($1::uuid is null or a.id = $1)
             and t.state in ('pending', 'expired', 'pending_approval', 'approved',
                             'requires_manual_resolution')
           order by a.said_at desc limit $2`,
    values: [id, limit],
  });
}

/** What a person says yes to; only a transaction has a version. */
export interface Agreed {
  readonly act: AgreedDecision | ChangeKind;
  readonly subject: string;
  readonly version: number | null;
  /** What was chosen; `null` for a change, which has values of its own. */
  readonly about: AgreedAct | null;
}

export interface AgreeingPerson {
  readonly id: string;
  readonly role: StaffRole;
  readonly disabled: boolean;
  /** They said yes to the same act. */
  readonly has_agreed: boolean;
  /** They made the same decision with another choice. */
  readonly chose_otherwise: boolean;
}

/**
 * The people who have agreed, and the one who is about to. Locks their rows, so that none of them
 * loses access between this check and the decision.
 */
export async function lockPeople(
  connection: Queryable,
  {
    act,
    subject,
    version,
    about,
    since,
    deciderId,
  }: Agreed & {
    /** Counts only what others said after this; `null` counts all. */
    readonly since: Date | null;
    readonly deciderId: string | null;
  },
): Promise<readonly AgreeingPerson[]> {
  const people = await connection.query<AgreeingPerson & Partial<SealedYes>>({
    name: 'lock-agreeing-people',
    text: `select s.id, s.role, s.disabled_at is not null as disabled,
                  coalesce(a.is_same, false) as has_agreed,
                  coalesce(not a.is_same, false) as chose_otherwise, a.yes_seal, a.yes_text
           from staff s
           left join (
             -- One who saw no name, or another, has chosen the same.
             select said_by, about - 'payee_name' is not distinct from $6::jsonb - 'payee_name'
                             or (about is null and act = 'approve') as is_same, ${SEALED_YES}
             from agreements a
             where subject = $2 and act = $1 and version is not distinct from $3
               and coalesce(state, 'open') = 'open'
               and ($4::timestamptz is null or said_at > $4)) a on a.said_by = s.id
           where s.id = $5 or a.said_by is not null
           order by s.id for share of s`,
    values: [act, subject, version, since, deciderId, about && JSON.stringify(about)],
    trusts: { staff: 's' },
  });
  return people.flatMap(({ yes_seal = null, yes_text, ...person }) => {
    if (!yes_text || isYes(connection, { yes_seal, yes_text })) return [person];
    const none = { has_agreed: false, chose_otherwise: false };
    return person.id === deciderId ? [{ ...person, ...none }] : [];
  });
}

/** Accounts that count as the person who made or reset them. */
export function listUnvouched(database: Queryable): Promise<SetUp[]> {
  return database.query<SetUp>({
    text: `select id as account, credentials_by as set_up_by from staff
           where credentials_by is not null and vouched_by is null`,
  });
}

/** Replaces what the person said before about this version of the transaction. */
export async function saveDecision(
  connection: Queryable,
  said: Agreed & { readonly staffId: string; readonly reason: string | null },
): Promise<void> {
  const { act, subject, version, about, staffId, reason } = said;
  const written = await connection.query<SealedYes & { readonly id: string }>({
    name: 'save-decision',
    text: `insert into agreements as a (id, act, subject, version, about, said_by, said_at, reason)
           values (gen_random_uuid(), $1, $2, $3, $6, $4, app_now(), $5)
           on conflict (subject, version, said_by) where version is not null
           do update set act = excluded.act, about = excluded.about, reason = excluded.reason,
                         said_at = excluded.said_at
           returning a.id, ${SEALED_YES}`,
    values: [act, subject, version, staffId, reason, about && JSON.stringify(about)],
  });
  await sealAgreements(connection, written);
}

export interface ChangeRow {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly subject_id: string;
  readonly before: ChangedValues;
  readonly after: ChangedValues;
  readonly reason: string | null;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly expires_at: Date;
  /** An open one whose time is over is `expired`, even before a process marks it. */
  readonly state: ChangeState;
}

const CHANGE = `a.id, a.act as kind, a.subject as subject_id, a.before, a.after, a.reason,
  a.said_by as asked_by, a.said_at as asked_at, a.expires_at,
  case when a.state = 'open' and a.expires_at <= app_now() then 'expired'
       else a.state end as state`;

/** `null` if another change of the same subject already waits. */
export async function insertChange(
  connection: Queryable,
  change: Omit<ChangeRow, 'asked_at' | 'expires_at' | 'state'> & { readonly hours: number },
): Promise<{ readonly expires_at: Date } | null> {
  const { id, kind, subject_id, before, after, reason, asked_by, hours } = change;
  const expired = await connection.query<SealedYes & { readonly id: string }>({
    text: `update agreements a set state = 'expired', decided_at = app_now()
           where act = $1 and subject = $2 and state = 'open' and expires_at <= app_now()
           returning a.id, ${SEALED_YES}`,
    values: [kind, subject_id],
  });
  const inserted = await connection.query<NewChange>({
    text: `insert into agreements as a (id, act, subject, before, after, reason, said_by, said_at,
                                   expires_at, state)
           values ($1, $2, $3, $4, $5, $6, $7, app_now(), app_now() + $8 * interval '1 hour',
                   'open')
           on conflict do nothing
           returning a.id, expires_at, ${SEALED_YES}`,
    values: [
      id,
      kind,
      subject_id,
      JSON.stringify(before),
      JSON.stringify(after),
      reason,
      asked_by,
      hours,
    ],
  });
  await sealAgreements(connection, [...expired, ...inserted]);
  return inserted[0] ?? null;
}

interface NewChange extends SealedYes {
  readonly id: string;
  readonly expires_at: Date;
}

/** Keeps the change as it is until the caller's database transaction ends. */
export async function lockChange(connection: Queryable, id: string): Promise<ChangeRow | null> {
  const [row] = await connection.query<ChangeRow & SealedYes>({
    text: `select ${CHANGE}, ${SEALED_YES} from agreements a
           where a.id = $1 and a.version is null for update`,
    values: [id],
  });
  return row !== undefined && isYes(connection, row) ? row : null;
}

export async function closeChange(
  connection: Queryable,
  change: {
    readonly id: string;
    readonly state: Exclude<ChangeState, 'open'>;
    readonly decidedBy: string | null;
  },
): Promise<void> {
  const closed = await connection.query<SealedYes & { readonly id: string }>({
    text: `update agreements a set state = $2, decided_by = $3, decided_at = app_now()
           where id = $1 and state = 'open'
           returning a.id, ${SEALED_YES}`,
    values: [change.id, change.state, change.decidedBy],
  });
  await sealAgreements(connection, closed);
}

export interface ListedChangeRow extends ChangeRow {
  /** What is changed, as people call it: the name of a person, or of a channel's provider. */
  readonly subject: string;
  readonly asked_by_name: string;
  readonly decided_by_name: string | null;
  readonly decided_at: Date | null;
}

/** Those that wait first, then the newest. */
export function listChanges(
  database: Queryable,
  { kinds, limit }: { readonly kinds: readonly ChangeKind[]; readonly limit: number },
): Promise<ListedChangeRow[]> {
  return database.query<ListedChangeRow>({
    text: `select ${CHANGE}, b.name || ' <' || b.email || '>' as asked_by_name,
                  case when a.state in ('approved', 'withdrawn')
                       then coalesce(d.name || ' <' || d.email || '>', 'momo') end
                    as decided_by_name,
                  a.decided_at,
                  coalesce(s.name || ' <' || s.email || '>', p.display_name, a.after ->> 'account',
                           a.after ->> 'wallet', a.after ->> 'application', a.subject)
                    as subject
           from agreements a
           join staff b on b.id = a.said_by
           left join staff d on d.id = a.decided_by
           left join staff s on a.act = 'staff' and s.id::text = a.subject
           left join channels h on a.act = 'channel' and h.id = a.subject
           left join providers p on p.id = h.provider_id
           where a.act = any($2) and a.version is null
           order by (a.state = 'open' and a.expires_at > app_now()) desc, a.said_at desc, a.id
           limit $1`,
    values: [limit, kinds],
  });
}
