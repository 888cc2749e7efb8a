import type { Approved } from '../../domain/access/agreement.ts';
import type { Queryable } from '../client.ts';
import { unseen } from '../rows.ts';

/**
 * What a person approved or completed within 24 hours, without failed payouts; and which of `ids`.
 * This is the one sum of what a person decides: whatever credits a deposit on a person's word
 * stores who that was with the use of the payment.
 */
export async function findApprovedSum(
  database: Queryable,
  { staffId, ids }: { readonly staffId: string; readonly ids: readonly string[] },
): Promise<Approved> {
  const [row] = await database.query<Approved>({
    name: 'find-approved-sum',
    text: `select ${sumOf('true')} as "sumXaf", ${sumOf('d.is_unproven')} as "unprovenXaf",
                  coalesce(array_agg(t.id::text)
                             filter (where t.id = any(${unseen(2, 'uuid[]')})), '{}') as among
           from (select subject::uuid as id, false as is_unproven from agreements
                 where said_by = $1 and act = 'approve'
                   and said_at > app_now() - interval '24 hours'
                 union all
                 select transaction_id, bool_or(is_unproven) from receipt_uses
                 where completed_by = $1 and used_at > app_now() - interval '24 hours'
                 group by transaction_id) d
           join transactions t on t.id = d.id
           where t.state <> 'failed'`,
    values: [staffId, ids],
  });
  return row ?? { sumXaf: 0, unprovenXaf: 0, among: [] };
}

function sumOf(condition: string): string {
  return `least(coalesce(sum(t.amount_xaf) filter (where ${condition}), 0), ${MAX_XAF})::bigint`;
}

const MAX_XAF = Number.MAX_SAFE_INTEGER;

/** Sums simultaneous approvals of one person one after the other. */
export async function lockApprovedSum(connection: Queryable, staffId: string): Promise<void> {
  await connection.query({
    name: 'lock-approved-sum',
    text: `select pg_advisory_xact_lock(hashtextextended('approvals of ' || $1, 0))`,
    values: [staffId],
  });
}
