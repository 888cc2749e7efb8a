import type { Queryable } from '../../../src/db/client.ts';

/**
 * Everything that a migration can make, a line each, straight from the catalogue and not by what
 * writes the baseline. Left out is what PostgreSQL names by itself: constraints `not null`, and the
 * indexes of parts.
 */
export async function describeSchema(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly line: string }>({
    text: PARTS.map((part) => `select line from (${part}) part`).join(' union all '),
  });
  return rows.map(({ line }) => line).toSorted();
}

const OURS = `c.relnamespace = 'public'::regnamespace`;

const PARTS = [
  `select format('relation %s: %s %s %s %s partition %s of %s for %s, comment %L, rights %s', c.relname,
                 c.relkind, c.relpersistence, c.relreplident, c.reloptions, c.relispartition,
                 pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
                 obj_description(c.oid, 'pg_class'), c.relacl) as line
   from pg_class c where ${OURS} and c.relkind not in ('i', 'I')`,
  `select format('column %s.%s: %s %s null %s default %s generated %s identity %s collate %s storage %s %s %s, comment %L',
                 c.relname, a.attname,
                 row_number() over (partition by c.oid order by a.attnum),
                 format_type(a.atttypid, a.atttypmod), not a.attnotnull,
                 pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity,
                 a.attcollation::regcollation, a.attstorage, a.attcompression, a.attstattarget,
                 col_description(c.oid, a.attnum)) as line
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s of %s: %s, valid %s', k.conname,
                 coalesce(c.relname, k.contypid::regtype::text), pg_get_constraintdef(k.oid),
                 k.convalidated) as line
   from pg_constraint k left join pg_class c on c.oid = k.conrelid
   where k.connamespace = 'public'::regnamespace and k.contype <> 'n'`,
  `select format('index of %s: %s, valid %s, part of one %s', t.relname,
                 case when t.relispartition
                      then regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\w+ ', 'INDEX ')
                      else pg_get_indexdef(i.indexrelid) end,
                 i.indisvalid, c.relispartition) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   where ${OURS}`,
  `select format('function: %s, comment %L, rights %s', pg_get_functiondef(p.oid),
                 obj_description(p.oid, 'pg_proc'), p.proacl) as line
   from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  `select format('trigger: %s, enabled %s, internal %s', pg_get_triggerdef(t.oid), t.tgenabled,
                 t.tgparentid <> 0) as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OURS} and not t.tgisinternal`,
  `select format('type %s: %s %s %s null %s default %s', t.typname, t.typtype,
                 format_type(t.typbasetype, t.typtypmod), t.typcollation::regcollation,
                 not t.typnotnull, t.typdefault) as line
   from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype not in ('c', 'b')`,
  `select format('sequence %s: %s', s.seqrelid::regclass, to_jsonb(s) - 'seqrelid') as line
   from pg_sequence s`,
  `select format('extension %s', e.extname) as line from pg_extension e`,
  `select format('other %s', o.name) as line
   from (select stxname from pg_statistic_ext union all select polname from pg_policy
         union all select evtname from pg_event_trigger
         union all select r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class
                   where ${OURS}) o (name)`,
];

/** The rows that migrations bring; times are as old as their database. */
export async function describeRows(
  database: Queryable,
  tables: readonly string[],
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const found: Record<string, readonly unknown[]> = {};
  for (const table of tables) {
    const rows = await database.query<{ readonly row: Readonly<Record<string, unknown>> }>({
      text: `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)`,
    });
    if (rows.length > 0) found[table] = rows.map(({ row }) => withoutTimes(row));
  }
  return found;
}

function withoutTimes(row: Readonly<Record<string, unknown>>): unknown {
  const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isTime(value) ? 'a time' : value]),
  );
}

export async function listTables(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select c.relname as name from pg_class c
           where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  });
  return rows.map(({ name }) => name);
}
