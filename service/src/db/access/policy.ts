import type { Plain } from '../../domain/access/policy-fields.ts';
import type { Queryable } from '../client.ts';

export interface PolicyRow {
  readonly revision: number;
  readonly content: Readonly<Record<string, Plain>>;
  /** As 32 hexadecimal digits; `null` if there was no key to seal it with. */
  readonly seal: string | null;
  readonly changed_by: string;
  /** The second person, or `null` if one was enough. */
  readonly agreed_by: string | null;
  readonly reason: string;
  readonly at: Date;
}

const COLUMNS = `p.revision, p.content, replace(p.seal::text, '-', '') as seal, p.changed_by,
                 p.agreed_by, p.reason, p.at`;

export interface NewestPolicyRow extends PolicyRow {
  /** The last revision in the audit log, which shows whether a row was removed. */
  readonly audited_revision: number | null;
}

/** The policy in force, or `null`. */
export async function findPolicyRow(database: Queryable): Promise<NewestPolicyRow | null> {
  const [row] = await database.query<NewestPolicyRow>({
    name: 'find-policy',
    text: `select ${COLUMNS},
                  (select (a.after ->> 'revision')::bigint from audit_log a
                   where split_part(a.action, '.', 1) = 'policy' order by a.id desc limit 1)
                    as audited_revision
           from policy p order by p.revision desc limit 1`,
  });
  return row ?? null;
}

/** The newest first. */
export function listPolicyRows(
  database: Queryable,
  { limit }: { readonly limit: number | null },
): Promise<PolicyRow[]> {
  return database.query<PolicyRow>({
    text: `select ${COLUMNS} from policy p order by p.revision desc limit $1`,
    values: [limit],
  });
}

/** Makes changes of the policy wait for each other until the caller's transaction ends. */
export async function lockPolicy(connection: Queryable): Promise<void> {
  await connection.query({ text: `select pg_advisory_xact_lock(hashtext('policy'))` });
}

export async function insertPolicyRow(
  connection: Queryable,
  row: Omit<PolicyRow, 'at'>,
): Promise<void> {
  await connection.query({
    text: `insert into policy (revision, content, seal, changed_by, agreed_by, reason, at)
           values ($1, $2, $3, $4, $5, $6, app_now())`,
    values: [
      row.revision,
      JSON.stringify(row.content),
      row.seal,
      row.changed_by,
      row.agreed_by,
      row.reason,
    ],
  });
}

/** Whether the audit log records a policy, which then was there. */
export async function isPolicyAudited(database: Queryable): Promise<boolean> {
  const rows = await database.query<object>({
    text: `select from audit_log where split_part(action, '.', 1) = 'policy' limit 1`,
  });
  return rows.length > 0;
}

export async function hasSealedPolicy(database: Queryable): Promise<boolean> {
  const rows = await database.query<object>({
    text: 'select from policy where seal is not null limit 1',
  });
  return rows.length > 0;
}

/** What the audit log says of each revision, oldest first. */
export function listAuditedPolicies(
  database: Queryable,
): Promise<{ readonly after: Readonly<Record<string, Plain>> }[]> {
  return database.query<{ readonly after: Readonly<Record<string, Plain>> }>({
    text: `select after from audit_log where split_part(action, '.', 1) = 'policy' order by id`,
  });
}
