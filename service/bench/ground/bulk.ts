import type { Queryable } from '../../src/db/client.ts';

interface Keys {
  readonly table: string;
  readonly name: string;
  /** `null` for an index that belongs to no constraint. */
  readonly constraint: string | null;
  readonly definition: string;
}

/**
 * Fills tables without their indexes and triggers and creates the indexes afterwards: that takes
 * seconds, where ten million single entries take an hour.
 */
export async function inBulk(
  connection: Queryable,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await listKeys(connection, tables);
  await connection.query({ text: `set maintenance_work_mem = '1GB'` });
  for (const table of tables) {
    await connection.query({ text: `alter table ${table} disable trigger user` });
  }
  for (const { table, name, constraint } of keys) {
    await connection.query({
      text:
        constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
    });
  }
  await fill();
  for (const { table, name, constraint, definition } of keys) {
    await connection.query({
      text:
        constraint === null
          ? definition
          : `alter table ${table} add constraint ${name} ${constraint}`,
    });
  }
  for (const table of tables) {
    await connection.query({ text: `alter table ${table} enable trigger user` });
  }
}

function listKeys(connection: Queryable, tables: readonly string[]): Promise<Keys[]> {
  return connection.query<Keys>({
    text: `select i.tablename as table, i.indexname as name,
                  -- An index of a table in parts is described as if its parts had none.
                  replace(i.indexdef, ' ON ONLY ', ' ON ') as definition,
                  pg_get_constraintdef(c.oid) as constraint
           from pg_indexes i
           left join pg_constraint c
             on c.conname = i.indexname and c.conrelid = i.tablename::regclass
           where i.schemaname = 'public' and i.tablename = any($1::text[])
           order by 1, 2`,
    values: [tables],
  });
}
