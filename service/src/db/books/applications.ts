import type { Queryable } from '../client.ts';

/** The application of a transaction, if it bears the operators' fees; null: they are ours. */
export async function findFeeBearer(
  connection: Queryable,
  transactionId: string,
): Promise<string | null> {
  const [row] = await connection.query<{ readonly id: string }>({
    text: `select a.id from transactions t join applications a on a.id = t.application_id
           where t.id = $1 and a.bears_fees`,
    values: [transactionId],
  });
  return row?.id ?? null;
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
