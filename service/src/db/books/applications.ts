import type { Queryable } from '../client.ts';

/** By transaction the application that bears the operators' fees; the others' fees are ours. */
export async function findFeeBearers(
  connection: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await connection.query<{ readonly id: string; readonly bearer: string }>({
    name: 'find-fee-bearers',
    text: `select t.id, a.id as bearer
           from transactions t join applications a on a.id = t.application_id
           where t.id = any($1::uuid[]) and a.bears_fees`,
    values: [transactionIds],
  });
  return new Map(rows.map(({ id, bearer }) => [id, bearer]));
}

/** False: there is no application of this name. */
export async function updateFeeBearer(
  connection: Queryable,
  { name, bearsFees }: { readonly name: string; readonly bearsFees: boolean },
): Promise<boolean> {
  const rows = await connection.query({
    text: 'update applications set bears_fees = $2 where name = $1 returning id',
    values: [name, bearsFees],
  });
  return rows.length > 0;
}

export async function findApplicationId(database: Queryable, name: string): Promise<string | null> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from applications where name = $1',
    values: [name],
  });
  return row?.id ?? null;
}
