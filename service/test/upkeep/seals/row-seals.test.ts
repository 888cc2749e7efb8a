import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertPasskey } from '../../../src/db/access/second-factors.ts';
import type { Queryable } from '../../../src/db/client.ts';
import { insertMapping } from '../../../src/db/finance/statement-mappings.ts';
import { insertSender } from '../../../src/db/receipts/senders.ts';
import type { SealedColumns } from '../../../src/domain/seals/seal.ts';
import { LISTED_TABLES, TABLES } from '../../../src/domain/seals/sealed-tables.ts';
import { listSealProblems } from '../../../src/flows/upkeep/seal-rows.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { startLines } from '../../support/lines/lines.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const { service, database, takeLine } = await startLines(2, { SECRETS_KEY });
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));

before(async () => {
  const person = await addPerson(database, 'admin');
  await scriptHeaders(database, person);
  const publicKey = Buffer.from('a key');
  const passkey = { id: 'passkey-1', counter: 0, transports: [], name: 'phone', publicKey };
  await insertPasskey(database, { ...passkey, staffId: person.id });
  await issueKey(service, 'a shop');
  await insertSender(database, { operator: 'mtn', sender: 'mobilemoney', by: 'a test' });
  takeLine();
  const [content] = loadStatementMappings('mtn', null);
  assert.ok(content !== undefined);
  const mapping = { operator: 'mtn', name: 'own', version: 1, content } as const;
  await insertMapping(database, { ...mapping, provenBy: 'two_people', keptBy: 'a test' });
});

class Undone extends Error {}

/** What the seals show after a third party has run this, which is then undone. */
async function problemsAfter(sql: readonly string[]): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const work = async (connection: Queryable) => {
    // Its owner may switch off every rule of the database.
    await connection.query({ text: `set local session_replication_role = replica` });
    for (const text of sql) await connection.query({ text });
    const problems = await listSealProblems({ connection, vault });
    found = problems.map(({ subject }) => subject);
    throw new Undone();
  };
  await database.atomically(work).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found;
}

interface StoredColumn {
  readonly name: string;
  readonly type: string;
}

async function columnsOf(table: string): Promise<readonly StoredColumn[]> {
  return database.query<StoredColumn>({
    text: `select attname as name, format_type(t.oid, null) as type
           from pg_attribute a join pg_type b on b.oid = a.atttypid
           -- A domain as what it is made of, but for numbers, of which not every text is one.
           join pg_type t on t.oid = case when b.typname = 'international_number' then b.oid
             else coalesce(nullif(b.typbasetype, 0), b.oid) end
           where attrelid = $1::regclass and attnum > 0`,
    values: [table],
  });
}

async function withoutChecks(table: string): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string }>({
    text: `select conname as name from pg_constraint where conrelid = $1::regclass
           and contype = 'c'`,
    values: [table],
  });
  return rows.map(({ name }) => `alter table ${table} drop constraint ${name}`);
}

/** Another value for a column of each type. */
const OTHERS: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `'x' || coalesce(${column}, '')`,
  international_number: (column) => `coalesce(${column}, '+23769000000') || '1'`,
  boolean: (column) => `not ${column}`,
  uuid: () => 'gen_random_uuid()',
  bytea: (column) => `${column} || 'x'::bytea`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `${column} + 1`,
  numeric: (column) => `${column} + 1`,
  jsonb: () => `'[{"other": 1}]'`,
  json: () => `'{"other": 1}'`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 minute'`,
  'text[]': (column) => `${column} || '{x}'::text[]`,
  'bytea[]': (column) => `${column} || '{x}'::bytea[]`,
};

test('a change of any column that decides is named, in every sealed table', async () => {
  const missed: string[] = [];
  for (const table of LISTED_TABLES) {
    const { key, columns, own = [] }: SealedColumns = TABLES[table];
    const types = new Map((await columnsOf(table)).map(({ name, type }) => [name, type]));
    const free = await withoutChecks(table);
    const one = `ctid = (select min(ctid) from ${table})`;
    for (const column of [...key, ...columns, ...own]) {
      const other = OTHERS[types.get(column) ?? '']?.(column);
      assert.ok(other !== undefined, `${table}.${column} is of the type ${types.get(column)}`);
      const sql = `update ${table} set ${column} = ${other} where ${one}`;
      const named = await problemsAfter([...free, sql]);
      if (!named.some((subject) => subject.startsWith(`${table} `) || subject === 'row key')) {
        missed.push(`${table}.${column}`);
      }
    }
  }
  assert.deepEqual(missed, []);
});

test('what decides nothing may change without a new seal', async () => {
  for (const table of LISTED_TABLES) {
    const { free = {} }: SealedColumns = TABLES[table];
    const types = new Map((await columnsOf(table)).map(({ name, type }) => [name, type]));
    const checks = await withoutChecks(table);
    for (const column of Object.keys(free)) {
      const other = OTHERS[types.get(column) ?? '']?.(column) ?? column;
      const named = await problemsAfter([...checks, `update ${table} set ${column} = ${other}`]);
      assert.deepEqual(named, [], `${table}.${column}`);
    }
  }
});

test('a row that vanishes, and one that a third party adds, is named', async () => {
  for (const table of LISTED_TABLES) {
    if (table === 'installation') continue;
    const gone = await problemsAfter([`delete from ${table}`]);
    assert.ok(
      gone.some((subject) => subject.startsWith(`${table} `)),
      table,
    );
  }
  const added = await problemsAfter([
    `insert into staff (id, email, name, role, password_hash)
     select gen_random_uuid(), 'x' || email, name, role, password_hash from staff limit 1`,
  ]);
  assert.equal(added.length, 1);
});
