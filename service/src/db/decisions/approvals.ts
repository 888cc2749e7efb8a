import type { StaffRole } from '../../domain/access/staff-role.ts';
import type { Queryable } from '../client.ts';

export interface ApprovalRow {
  readonly staff_id: string;
  readonly staff: string;
  readonly at: Date;
  /** What the person may do now, which decides whether the approval counts. */
  readonly role: StaffRole;
  readonly disabled: boolean;
}

export function listApprovals(database: Queryable, id: string): Promise<ApprovalRow[]> {
  return database.query<ApprovalRow>({
    text: `select p.staff_id, s.name as staff, p.at, s.role, s.disabled_at is not null as disabled
           from approvals p join staff s on s.id = p.staff_id
           where p.transaction_id = $1 order by p.at`,
    values: [id],
  });
}

export interface ApproverRow {
  readonly id: string;
  readonly role: StaffRole;
  readonly disabled: boolean;
}

/**
 * The people who have approved a withdrawal, and the one who is about to. Their rows are locked, so
 * that nobody loses access between this check and the approval.
 */
export function lockApprovers(
  connection: Queryable,
  wanted: { readonly transactionId: string; readonly deciderId: string },
): Promise<ApproverRow[]> {
  return connection.query<ApproverRow>({
    text: `select s.id, s.role, s.disabled_at is not null as disabled
           from staff s
           where s.id = $2
              or s.id in (select staff_id from approvals where transaction_id = $1)
           order by s.id for share`,
    values: [wanted.transactionId, wanted.deciderId],
  });
}

export interface SetUpRow {
  readonly account: string;
  readonly set_up_by: string;
}

/** Who has given whom a one-time password in the last days. */
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

/** Returns whether the approval is new; a repeated click changes nothing. */
export async function insertApproval(
  connection: Queryable,
  approval: { readonly transactionId: string; readonly staffId: string },
): Promise<boolean> {
  const rows = await connection.query({
    text: `insert into approvals (transaction_id, staff_id, at) values ($1, $2, app_now())
           on conflict do nothing returning staff_id`,
    values: [approval.transactionId, approval.staffId],
  });
  return rows.length > 0;
}
