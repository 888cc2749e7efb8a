import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { AgreedDecision } from '../../domain/decisions/resolution.ts';
import { MAX_AMOUNT_XAF } from '../../domain/money.ts';
import type { Queryable } from '../client.ts';

export interface ApprovalRow {
  readonly staff_id: string;
  readonly staff: string;
  readonly at: Date;
  /** What it was about. */
  readonly decision: AgreedDecision;
  /** The version of the transaction for which it was given. */
  readonly version: number;
  readonly reason: string | null;
  /** What the person may do now, which decides whether the approval counts. */
  readonly role: StaffRole;
  readonly disabled: boolean;
}

export function listApprovals(database: Queryable, id: string): Promise<ApprovalRow[]> {
  return database.query<ApprovalRow>({
    text: `select p.staff_id, s.name as staff, p.at, p.decision, p.version, p.reason, s.role,
                  s.disabled_at is not null as disabled
           from approvals p join staff s on s.id = p.staff_id
           where p.transaction_id = $1 order by p.at`,
    values: [id],
  });
}

export interface ApproverRow {
  readonly id: string;
  readonly role: StaffRole;
  readonly disabled: boolean;
  /** False only for somebody who is about to. */
  readonly has_agreed: boolean;
}

/**
 * The people who have agreed to a decision, and the one who is about to. Their rows are locked, so
 * that nobody loses access between this check and the decision.
 */
export function lockApprovers(
  connection: Queryable,
  wanted: Agreed & { readonly since: Date; readonly deciderId: string },
): Promise<ApproverRow[]> {
  return connection.query<ApproverRow>({
    text: `select s.id, s.role, s.disabled_at is not null as disabled,
                  p.staff_id is not null as has_agreed
           from staff s
           left join approvals p
             on p.staff_id = s.id and p.transaction_id = $1 and p.version = $2
                and p.decision = $3 and p.at > $4
           where s.id = $5 or p.staff_id is not null
           order by s.id for share of s`,
    values: [wanted.transactionId, wanted.version, wanted.decision, wanted.since, wanted.deciderId],
  });
}

/** What a person agrees to. */
interface Agreed {
  readonly transactionId: string;
  readonly version: number;
  readonly decision: AgreedDecision;
}

export interface SetUpRow {
  readonly account: string;
  readonly set_up_by: string;
}

/** Who has given whom a temporary password in the last days. */
export function listRecentSetUps(
  database: Queryable,
  { days }: { readonly days: number },
): Promise<SetUpRow[]> {
  return database.query<SetUpRow>({
    text: `select id as account, credentials_by as set_up_by from staff
           where credentials_by is not null
             and credentials_at > app_now() - $1 * interval '1 day'`,
    values: [days],
  });
}

/**
 * What a person has approved within 24 hours, save one payout and those that failed. Two approvals
 * of one person at once are summed one after the other.
 */
export async function lockApprovedSum(
  connection: Queryable,
  { staffId, except }: { readonly staffId: string; readonly except: string },
): Promise<number> {
  await connection.query({
    text: `select pg_advisory_xact_lock(hashtextextended('approvals of ' || $1, 0))`,
    values: [staffId],
  });
  const [row] = await connection.query<{ readonly sum: number }>({
    text: `select least(coalesce(sum(amount_xaf), 0), ${MAX_AMOUNT_XAF})::bigint as sum
           from transactions
           where id in (select transaction_id from approvals
                        where staff_id = $1 and decision = 'approve'
                          and at > app_now() - interval '24 hours')
             and id <> $2 and state <> 'failed'`,
    values: [staffId, except],
  });
  return row?.sum ?? 0;
}

/** The last word of a person about a transaction as it stands replaces an earlier one. */
export async function saveApproval(
  connection: Queryable,
  approval: Agreed & { readonly staffId: string; readonly reason: string | null },
): Promise<void> {
  const { transactionId, version, staffId, decision, reason } = approval;
  await connection.query({
    text: `insert into approvals (transaction_id, version, staff_id, decision, reason, at)
           values ($1, $2, $3, $4, $5, app_now())
           on conflict (transaction_id, version, staff_id)
           do update set decision = excluded.decision, reason = excluded.reason, at = excluded.at`,
    values: [transactionId, version, staffId, decision, reason],
  });
}
