import type { Queryable } from '../../../src/db/client.ts';

/**
 * Copies a transaction once for each row of a query `c`. What differs is given as SQL by its
 * column, and may name columns of `c` and the parameters of that query, which begin at $2.
 */
export async function copyTransaction(
  database: Queryable,
  copy: {
    readonly id: string;
    readonly forEach: string;
    readonly parameters: readonly unknown[];
    readonly differing: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const written = Object.keys(copy.differing);
  const others = await listOtherColumns(database, written);
  await database.query({
    text: `insert into transactions (${[...written, ...others]})
           select ${[...Object.values(copy.differing), ...others.map((name) => `t.${name}`)]}
           from transactions t, ${copy.forEach} where t.id = $1`,
    values: [copy.id, ...copy.parameters],
  });
}

async function listOtherColumns(
  database: Queryable,
  written: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select column_name as name from information_schema.columns
           where table_name = 'transactions' and column_name <> 'reference_key'
             and column_name <> all ($1::text[])`,
    values: [written],
  });
  return rows.map(({ name }) => name);
}
