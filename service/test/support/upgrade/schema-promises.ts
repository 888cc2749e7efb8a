import type { Queryable } from '../../../src/db/client.ts';

/** What a program may rely on that was written for a schema. */
export interface SchemaPromises {
  /** Columns, functions, and what `on conflict` can name. */
  readonly has: ReadonlySet<string>;
  /** Columns that an insert must give. */
  readonly demands: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

/** Partitions are their table's own affair, and so is how a table came to its columns. */
export async function readPromises(database: Queryable): Promise<SchemaPromises> {
  const columns = await database.query<ColumnRow>({
    text: `select c.relname as table, a.attname as column,
                  format_type(a.atttypid, a.atttypmod) as type,
                  a.attnotnull and not a.atthasdef and a.attidentity = '' and t.typdefault is null
                    as is_demanded
           from pg_attribute a join pg_class c on c.oid = a.attrelid
           join pg_type t on t.oid = a.atttypid
           where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
             and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
  });
  const named = await database.query<{ readonly promise: string }>({
    text: `select 'constraint ' || c.conname || ' of ' || t.relname as promise
           from pg_constraint c join pg_class t on t.oid = c.conrelid
           where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u')
             and not t.relispartition
           union all
           select 'unique ' || t.relname || regexp_replace(pg_get_indexdef(i.indexrelid),
                                                           '^.* USING \\w+', '')
           from pg_index i join pg_class t on t.oid = i.indrelid
           where t.relnamespace = 'public'::regnamespace and i.indisunique
             and not t.relispartition
           union all
           select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ')'
           from pg_proc where pronamespace = 'public'::regnamespace
             and prorettype <> 'trigger'::regtype`,
  });
  return {
    has: new Set([
      ...columns.map(({ table, column, type }) => `column ${table}.${column} (${type})`),
      ...named.map(({ promise }) => promise),
    ]),
    demands: new Set(
      columns.filter((it) => it.is_demanded).map(({ table, column }) => `${table}.${column}`),
    ),
    tables: new Set(columns.map(({ table }) => table)),
  };
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_demanded: boolean;
}

/** What a program of the schema before would miss in the one after. */
export function findBroken(before: SchemaPromises, after: SchemaPromises): readonly string[] {
  const gone = [...before.has].filter((promise) => !after.has.has(promise));
  const demanded = [...after.demands].filter(
    (column) => !before.demands.has(column) && before.tables.has(column.split('.')[0] ?? ''),
  );
  return [
    ...gone.map((promise) => `${promise} is gone`),
    ...demanded.map((column) => `an insert without ${column} is refused`),
  ];
}
