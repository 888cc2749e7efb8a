import { assert } from '../domain/assert.ts';
import type { SealedColumns } from '../domain/seals/seal.ts';
import { LISTED_TABLES, type ListedTable, TABLES } from '../domain/seals/sealed-tables.ts';
import type { ChangedRows, Queryable, Statement } from './client.ts';
import { rowsWith } from './rows.ts';

/** The list of seals as it is stored, perhaps by a third party. */
export interface StoredSeals {
  readonly revision: number;
  readonly seals: string;
  /** As 32 hexadecimal digits. */
  readonly seal: string;
}

const LIST = `select revision, seals, replace(seal::text, '-', '') as seal from row_seals`;

export async function findSeals(connection: Queryable): Promise<StoredSeals | null> {
  const [row] = await connection.query<StoredSeals>({ name: 'find-row-seals', text: LIST });
  return row ?? null;
}

/** Makes changes of sealed rows wait for each other until the caller's transaction ends. */
export async function lockSeals(connection: Queryable): Promise<StoredSeals | null> {
  // A change also has an entry of the audit log, before or after it: both wait for one lock, so
  // that two changes never wait in a circle.
  await lockAudit(connection);
  return findSeals(connection);
}

/** Any number that no other lock of ours uses: the entries of the chain are written one by one. */
const AUDIT_LOCK = 7_266_002;

export async function lockAudit(connection: Queryable): Promise<void> {
  await connection.query({ text: 'select pg_advisory_xact_lock($1)', values: [AUDIT_LOCK] });
}

export async function saveSeals(connection: Queryable, list: StoredSeals): Promise<void> {
  await connection.query({
    text: `insert into row_seals (revision, seals, seal) values ($1, $2, $3)
           on conflict (only_row) do update
             set revision = excluded.revision, seals = excluded.seals, seal = excluded.seal`,
    values: [list.revision, list.seals, list.seal],
  });
}

/** What a row says under its seals. */
export interface SealedTexts {
  /** Its table, its key and what it decides, under a seal of the list. */
  readonly text: string;
  /** What changes with every text of a line, under a seal of its own. */
  readonly own: OwnText | null;
}

interface OwnText {
  readonly text: string;
  readonly version: number;
  /** As 32 hexadecimal digits. */
  readonly seal: string | null;
}

export interface OwnSeal {
  readonly id: string;
  readonly version: number;
  readonly seal: string | null;
}

function textsOf(table: ListedTable, alias: string): string {
  const { key, columns, own = [], also = [] }: SealedColumns = TABLES[table];
  const named = (names: readonly string[]) => names.map((name) => `${alias}.${name}`);
  const more = also.map((sql) => sql.replaceAll('$', alias));
  const all = [`'${table}'`, ...named(key), ...named(columns), ...more];
  const text = `jsonb_build_array(${all.join(', ')})::text`;
  const ownAll = [`'${table} own'`, ...named(key), ...named(own)];
  const ownText = `json_build_object(
    'text', jsonb_build_array(${ownAll.join(', ')})::text,
    'version', ${alias}.version, 'seal', replace(${alias}.seal::text, '-', ''))`;
  return `json_build_object('text', ${text}, 'own', ${own.length === 0 ? 'null' : ownText})`;
}

/** A row of a change, before or after it. */
export interface ChangedTexts extends SealedTexts {
  /** What the caller's database transaction did to it: nothing, if another one wrote it. */
  readonly here: 'inserted' | 'updated' | null;
}

/** The rows stay as they are until the caller's database transaction ends. */
export async function lockSealedTexts(
  connection: Queryable,
  { table, where, values }: ChangedRows,
): Promise<readonly ChangedTexts[]> {
  const rows = await connection.query<{
    readonly texts: SealedTexts;
    readonly here: ChangedTexts['here'];
  }>({
    // What a transaction has updated, also a row of others that its insert met, it has locked.
    text: `select ${textsOf(table, table)} as texts,
                  case when xmin is distinct from pg_current_xact_id_if_assigned()::xid then null
                       when xmax = '0' then 'inserted' else 'updated' end as here
           from ${table} where ${where}
           order by ${TABLES[table].key.join(', ')} for update`,
    values,
  });
  return rows.map(({ texts, here }) => ({ ...texts, here }));
}

export interface StoredRows {
  readonly list: StoredSeals | null;
  readonly rows: readonly SealedTexts[];
}

/** The list and every row that it is about, as they are at one moment. */
export async function readSealedRows(connection: Queryable): Promise<StoredRows> {
  const texts = LISTED_TABLES.map((table) => `select ${textsOf(table, table)} as t from ${table}`);
  const [found] = await connection.query<StoredRows>({
    text: `select (select row_to_json(l) from (${LIST}) l) as list,
                  array(${texts.join(' union all ')}) as rows`,
  });
  return found ?? { list: null, rows: [] };
}

/** Stores the own seals of rows with one column as key. */
export async function updateOwnSeals(
  connection: Queryable,
  table: ListedTable,
  seals: readonly OwnSeal[],
): Promise<void> {
  await connection.query({
    name: `seal-${table}`,
    text: `update ${table} t set seal = n.seal, version = n.version from ${OWN_SEALS.unnest('n')}
           where t.${TABLES[table].key[0]} = n.id`,
    values: OWN_SEALS.values(seals),
  });
}

const OWN_SEALS = rowsWith<OwnSeal>({
  id: ['text', ({ id }) => id],
  version: ['bigint', ({ version }) => version],
  seal: ['uuid', ({ seal }) => seal],
});

export interface SealedPart {
  /** The revision of the list at that moment, or `null` without a list, and the texts. */
  readonly sealed: readonly [revision: number | null, ...texts: readonly (SealedTexts | null)[]];
}

/** The same query, which also returns the texts of the sealed rows behind each row. */
export function withSealedTexts({ text, trusts = {} }: Statement): string {
  const texts = Object.entries(trusts).map(([table, alias]) => {
    const [key] = TABLES[table as ListedTable].key;
    // An outer join may have found no row.
    return `case when ${alias}.${key} is not null then ${textsOf(table as ListedTable, alias)} end`;
  });
  const part = `json_build_array((select revision from row_seals), ${texts.join(', ')}) as sealed`;
  assert(text.startsWith('select '), 'only what is selected can be trusted');
  return `select ${part}, ${text.slice('select '.length)}`;
}

/** A secret as it is stored, and where. */
export interface StoredSecret {
  readonly table: ListedTable;
  readonly column: string;
  readonly id: string;
  readonly stored: string;
}

/** Everything that the database keeps for the vault. */
export async function listSecrets(database: Queryable): Promise<readonly StoredSecret[]> {
  const texts = LISTED_TABLES.flatMap((table) => {
    const { key, secrets = [] }: SealedColumns = TABLES[table];
    return secrets.map(
      (column) =>
        `select '${table}' as table, '${column}' as column, ${key[0]}::text as id,
                ${column} as stored
         from ${table} where ${column} is not null`,
    );
  });
  return database.query<StoredSecret>({ text: texts.join(' union all ') });
}

/** Stores the same secret in another form, unless it was changed meanwhile. */
export async function replaceSecret(
  database: Queryable,
  { table, column, id, stored }: StoredSecret,
  sealed: string,
): Promise<void> {
  await database.query({
    text: `update ${table} set ${column} = $3
           where ${TABLES[table].key[0]}::text = $1 and ${column} = $2`,
    values: [id, stored, sealed],
  });
}
