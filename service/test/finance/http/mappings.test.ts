import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Person } from '../../support/access/staff.ts';
import { callAs, uploadAs } from '../../support/finance/uploads.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

const service = await startTestService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;
const fanta = await addPerson(database, 'finance');
const awa = await addPerson(database, 'admin');
const WALLET = 'orange:+237690000000';

/** A form that comes with no release; its balances follow each other. */
const HEAD = 'Quand;Code op.;Venant de;Allant vers;Valeur;Reste';
const LINES = [
  '03/03/2026 10:00;PP260303.1000.A1;692222222;690000000;5 000;15 000',
  '03/03/2026 11:00;PP260303.1100.A2;690000000;692222223;1 500;13 500',
  '03/03/2026 12:00;PP260303.1200.A3;692222224;690000000;700;14 200',
];
const FILE = `${[HEAD, ...LINES].join('\n')}\n`;
/** Another form, without balances. */
const UNPROVEN = `${['Moment;Clé;Origine;But;Valeur', ...LINES]
  .map((line) => line.split(';').slice(0, 5).join(';'))
  .join('\n')}\n`;

const upload = (text: string) => uploadAs(service, fanta, { text, wallet: WALLET });
const call = (path: string, sent: Json = {}, who: Person = fanta) =>
  callAs(service, who, 'POST', path, sent);

async function look(path: string, mapping?: Json): Promise<Json> {
  const given = mapping === undefined ? {} : { mapping: JSON.stringify(mapping) };
  const seen = await call(`${path}/look`, given);
  assert.equal(seen.status, 200, seen.text);
  const body = bodyOf(seen);
  return { ...body, mapping: JSON.parse(String(body['mapping'])) };
}

async function keep(path: string, name: string, mapping: unknown) {
  return call(`${path}/mapping`, { name, mapping: JSON.stringify(mapping) });
}

async function preview(path: string): Promise<Json> {
  return bodyOf(await call(`${path}/preview`));
}

test('a file of an unknown form is shown with a proposal that its balances prove', async () => {
  const path = await upload(FILE);
  assert.equal((await preview(path))['preview'], null);
  const seen = await look(path);
  const { columns } = seen['mapping'] as { readonly columns: Json };
  assert.deepEqual(columns, {
    at: ['Quand'],
    id: ['Code op.'],
    from: ['Venant de'],
    to: ['Allant vers'],
    amount: ['Valeur'],
    balance: ['Reste'],
  });
  assert.deepEqual([seen['proof'], seen['header'], seen['count']], ['balance_chain', 1, 3]);
  assert.deepEqual(
    seen['rows'],
    [HEAD, ...LINES].map((line, index) => ({ row: index + 1, cells: line.split(';') })),
  );
  const lines = seen['lines'] as readonly Json[];
  assert.deepEqual(
    lines.map(({ direction, amount_xaf, balance_xaf, breaks }) => [
      direction,
      amount_xaf,
      balance_xaf,
      breaks,
    ]),
    [
      ['in', 5_000, 15_000, false],
      ['out', 1_500, 13_500, false],
      ['in', 700, 14_200, false],
    ],
  );
});

test('a corrected column changes at once what is read, and what no longer fits is named', async () => {
  const path = await upload(FILE);
  const { mapping } = (await look(path)) as { readonly mapping: { readonly columns: Json } };
  const { from, to } = mapping.columns;
  const swapped = await look(path, {
    ...mapping,
    columns: { ...mapping.columns, from: to, to: from },
  });
  const lines = swapped['lines'] as readonly Json[];
  assert.deepEqual(
    lines.map(({ direction, breaks }) => [direction, breaks]),
    [
      ['out', false],
      ['in', true],
      ['out', true],
    ],
  );
  assert.equal(swapped['proof'], null);
  const { id: _id, ...others } = mapping.columns;
  const without = await look(path, { ...mapping, columns: others });
  assert.deepEqual([without['missing'], without['lines']], [['id'], []]);
  const strange = await look(path, { ...mapping, dayfirst: true });
  const [problem] = strange['problems'] as readonly { readonly problem: Json }[];
  assert.equal(problem?.problem['code'], 'mapping_wrong');
});

test('a mapping that its file proves is kept by one person, and reads the next file', async () => {
  const path = await upload(FILE);
  const { mapping } = await look(path);
  const kept = await keep(path, 'Orange agence', mapping);
  assert.deepEqual([kept.status, bodyOf(kept)['kept']], [200, 'Orange agence v1'], kept.text);
  const seen = (await preview(path))['preview'] as Json;
  assert.deepEqual([seen['mapping'], seen['lines']], ['Orange agence v1', 3]);
  const again = await keep(path, 'Orange agence', mapping);
  assert.equal(bodyOf(again)['kept'], 'Orange agence v2');
  const imported = await call(`${path}/import`);
  assert.match(imported.text, /"imported","lines":3/);
  const [row] = await database.query<{ readonly mapping: string; readonly read_by: Json }>({
    text: 'select mapping, read_by from statements',
  });
  assert.equal(row?.mapping, 'Orange agence v2');
  assert.deepEqual(
    [row?.read_by['version'], row?.read_by['columns']],
    [2, (mapping as Json)['columns']],
  );
});

test('a mapping that breaks the balances or cannot read a row is not kept', async () => {
  const path = await upload(FILE);
  const { mapping } = (await look(path)) as { readonly mapping: { readonly columns: Json } };
  const { from, to } = mapping.columns;
  const swapped = { ...mapping, columns: { ...mapping.columns, from: to, to: from } };
  const { kept, problems } = bodyOf(await keep(path, 'Wrong', swapped));
  assert.equal(kept, null);
  const codes = (problems as readonly { readonly problem: Json }[]).map(
    ({ problem }) => problem['code'],
  );
  assert.deepEqual([...new Set(codes)], ['row_balance_breaks']);
  const taken = await keep(path, 'orange-portal', mapping);
  assert.deepEqual([taken.status, bodyOf(taken)['code']], [409, 'mapping_name_taken']);
});

test('a mapping that nothing in its file proves takes two people', async () => {
  const path = await upload(UNPROVEN);
  const { mapping, proof, missing } = await look(path);
  assert.deepEqual([proof, missing], [null, ['from', 'to']], 'nothing says which way it went');
  const { columns, ...others } = mapping as Json;
  const parties = { from: ['Origine'], to: ['But'] };
  const agreed = { ...others, hasNoStatus: true, columns: { ...(columns as Json), ...parties } };
  const asked = await keep(path, 'Orange nu', agreed);
  assert.equal(asked.status, 202, asked.text);
  assert.equal((await preview(path))['preview'], null, 'one person is not enough');
  const change = `/internal/v1/changes/${bodyOf(asked)['change_id']}`;
  assert.equal((await call(`${change}/approve`, {}, fanta)).status, 403);
  const listed = await callAs(service, awa, 'GET', '/internal/v1/changes');
  const { items } = bodyOf(listed) as {
    readonly items: readonly { readonly differences: readonly Json[] }[];
  };
  const said = new Map(items[0]?.differences.map(({ field, after }) => [field, String(after)]));
  assert.deepEqual([...said.keys()], FIELDS_OF_MAPPING);
  const [first] = JSON.parse(said.get('first_lines') ?? '') as readonly Json[];
  const { row, amount_xaf: amount, other_masked: other, operator_tx_id: id } = first ?? {};
  assert.deepEqual([row, amount, other, id], [2, 5_000, '+23769*****22', 'PP260303.1000.A1']);
  assert.equal((await call(`${change}/approve`, {}, awa)).status, 200);
  const seen = (await preview(path))['preview'] as Json;
  assert.equal(seen['mapping'], 'Orange nu v1');
});

const FIELDS_OF_MAPPING = [
  'wallet',
  'mapping_version',
  'file_name',
  'lines',
  'failed',
  'in_xaf',
  'out_xaf',
  'fee_xaf',
  'first_lines',
  'mapping',
];

test('a mapping that a third party changes in the database reads nothing, nor does an older one', async () => {
  const path = await upload(FILE);
  const { mapping } = await look(path);
  for (const _ of [1, 2]) await keep(path, 'Sealed', mapping);
  const namesAfter = async (sql: string) => {
    await database.atomically(async (connection) => {
      await connection.query({ text: `set local session_replication_role = replica` });
      await connection.query({ text: sql });
    });
    const seen = await look(path);
    return (seen['kept'] as readonly Json[]).map(({ name, version }) => `${name} ${version}`);
  };
  const own = `operator = 'orange' and name = 'Sealed'`;
  assert.ok((await namesAfter('select 1')).includes('Sealed 2'));
  const turn = `update statement_mappings set content = content || '{"dayFirst": false}' where ${own}`;
  assert.ok(!(await namesAfter(turn)).some((name) => name.startsWith('Sealed')));
  const back = `update statement_mappings set content = content || '{"dayFirst": true}' where ${own}`;
  assert.ok((await namesAfter(back)).includes('Sealed 2'));
  const gone = `delete from statement_mappings where ${own} and version = 2`;
  assert.ok(!(await namesAfter(gone)).some((name) => name.startsWith('Sealed')));
});
