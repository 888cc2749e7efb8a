import type { Queryable } from '../client.ts';

/** The transaction of each reference of a submission, and of each text that was credited. */
export async function listOwners(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ readonly id: string; readonly owner: string }>({
    name: 'list-owners',
    text: `select reference as id, transaction_id as owner from submissions
           where reference = any($1::uuid[])
           union all
           select r.sms_id, u.transaction_id
           from receipts r join receipt_uses u on u.receipt_id = r.id
           where r.sms_id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}
