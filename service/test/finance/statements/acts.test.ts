import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { postPayment } from '../../../src/domain/books/posting.ts';
import { openingOf } from '../../../src/domain/finance/opening.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { joinWallets } from '../../../src/flows/books/adjust-books.ts';
import {
  importStatement,
  reconcileStatements,
  type StatementFile,
} from '../../../src/flows/finance/import-statement.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { xlsxWith } from '../../support/finance/sheet.ts';
import { addMtn, startLiveService, startMtn } from '../../support/providers/live.ts';
import { createTill } from '../../support/providers/till.ts';
import { bodyOf, create, DEPOSITS, type Json, read } from '../../support/transactions/payments.ts';

const LINE = '+237670009991';
const WALLET = `mtn:${LINE}`;
const service = await startLiveService();
const { database } = service;
const operator = await startMtn({ decide: 'manual' });
await addMtn(database, operator, { id: 'mtn-main', channel: { merchantNumber: LINE } });
const till = createTill(service);
const [awa, boris, fanta] = [
  await addPerson(database, 'admin'),
  await addPerson(database, 'admin'),
  await addPerson(database, 'finance'),
];
const reason = 'it is on the statement of March';

/** Posts; without a body it reads. */
async function call(who: Person, path: string, json: Json | null = {}) {
  const headers = await scriptHeaders(database, who);
  return json === null
    ? service.call('GET', `/internal/v1${path}`, { headers })
    : service.call('POST', `/internal/v1${path}`, { headers, json });
}

let files = 0;
type Line = readonly [id: string, from: string, to: string];

function importLines(...rows: readonly Line[]) {
  return importUnder(WALLET, rows);
}

async function importUnder(wallet: string, rows: readonly Line[]): Promise<void> {
  files += 1;
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const lines = rows.map(([id, from, to]) => `${id};${at};Successful;${from};${to};500;0`);
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines, ''].join('\n'));
  await importFile({ fileName: `${files}.csv`, content }, wallet);
}

async function importFile(
  named: Pick<StatementFile, 'fileName' | 'content'>,
  wallet = WALLET,
): Promise<void> {
  const mappings = loadStatementMappings('mtn', null);
  const file = { ...named, wallet, operator: 'mtn', mappings } as const;
  const imported = await importStatement({ database }, COMMAND_LINE, file);
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
}

async function openIds(): Promise<Readonly<Record<string, string>>> {
  await reconcileStatements({ database });
  const rows = await listDifferences(database, { limit: 100 });
  return Object.fromEntries(rows.map(({ operatorTxId, id }) => [operatorTxId, id]));
}

/** Asks for it as finance and approves it as an administrator. */
async function recordByTwo(operatorTxId: string): Promise<void> {
  const id = (await openIds())[operatorTxId];
  const asked = await call(fanta, `/differences/${id}/record`, { reason });
  assert.equal(asked.status, 202, asked.text);
  const change = String(bodyOf(asked)['change_id']);
  assert.equal((await call(fanta, `/changes/${change}/approve`)).status, 403);
  const approved = await call(awa, `/changes/${change}/approve`);
  assert.equal(approved.status, 200, approved.text);
}

test('a payment that only the statement knows completes its deposit, by two people', async () => {
  const msisdn = till.player('mtn');
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn', amount_xaf: 500 };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  await importLines(['9900000001', msisdn, LINE]);
  const changes = { [`wallet ${WALLET}`]: 500, [`application ${DEFAULT_APPLICATION_ID}`]: -500 };
  await assertBooksChange(database, changes, () => recordByTwo('9900000001'));
  const { state, provider_tx_id } = await read(service, deposit);
  assert.deepEqual([state, provider_tx_id], ['succeeded', '9900000001']);
  assert.equal((await openIds())['9900000001'], undefined);
});

test('a line that names no player is booked as what it was', async () => {
  await insertEntries(
    database,
    postPayment({
      operator: 'mtn',
      operatorTxId: '9900000002',
      line: LINE,
      amountXaf: 500,
      feeCents: null,
      operatorTime: null,
    }),
  );
  await importLines(
    ['9900000003', 'MTN', LINE],
    ['9900000004', LINE, 'BANQUE'],
    ['9900000005', LINE, '+237670777777'],
  );
  const wallet = `wallet ${WALLET}`;
  await assertBooksChange(database, { [wallet]: 500, 'moved_outside ': -500 }, () =>
    recordByTwo('9900000003'),
  );
  await assertBooksChange(database, { [wallet]: -500, 'moved_outside ': 500 }, () =>
    recordByTwo('9900000004'),
  );
});

test('money that came back under the id of money that left is no payment of a player', async () => {
  const payee = '+237670777776';
  await importLines(['9900000060', LINE, payee], ['9900000060', payee, LINE]);
  const wallet = `wallet ${WALLET}`;
  await assertBooksChange(database, { [wallet]: -500, 'moved_outside ': 500 }, () =>
    recordByTwo('9900000060'),
  );
  await assertBooksChange(database, { [wallet]: 500, 'moved_outside ': -500 }, () =>
    recordByTwo('9900000060'),
  );
  assert.equal((await openIds())['9900000060'], undefined);
});

test('what two people record is the line that the second one saw, whatever a later file says', async () => {
  const [payer, other] = [till.player('mtn'), till.player('mtn')];
  await importLines(['9900000070', payer, LINE]);
  const { 9900000070: id } = await openIds();
  const ask = async () => {
    const asked = await call(fanta, `/differences/${id}/record`, { reason });
    assert.equal(asked.status, 202, asked.text);
    return String(bodyOf(asked)['change_id']);
  };
  const change = await ask();
  // A file of a moment before has another payer and far more under the same id.
  const at = new Date(Date.now() + 3_540_000).toISOString().slice(0, 19).replace('T', ' ');
  const line = `9900000070;${at};Successful;${other};${LINE};1000000;0`;
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', line, ''].join('\n'));
  await importFile({ fileName: 'by-hand.csv', content });
  await openIds();
  await assertBooksChange(database, {}, async () => {
    const approved = await call(awa, `/changes/${change}/approve`);
    assert.deepEqual([approved.status, bodyOf(approved)['code']], [409, 'change_overtaken']);
  });
  assert.equal((await call(fanta, `/changes/${change}/withdraw`, { reason })).status, 200);
  // Asked for as it is now, it is seen as it is now, and done.
  const again = await ask();
  const changes = { [`wallet ${WALLET}`]: 1_000_000, 'unmatched ': -1_000_000 };
  await assertBooksChange(database, changes, async () => {
    assert.equal((await call(awa, `/changes/${again}/approve`)).status, 200);
  });
});

test('a line with a formula stays marked, in its difference and for the second person', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const line = (id: string, amount: string) =>
    `<row>${[id, at, 'Successful', 'BANQUE', LINE].map(cell).join('')}<c>${amount}</c></row>`;
  const head = ['Id', 'Date', 'Status', 'From', 'To', 'Amount'].map(cell).join('');
  const content = xlsxWith(
    [
      `<row>${head}</row>`,
      line('9900000006', '<v>500</v>'),
      line('9900000007', '<f>250*2</f><v>500</v>'),
    ].join(''),
  );
  await importFile({ fileName: 'sheet.xlsx', content });
  const ids = await openIds();
  const listed = await call(fanta, '/differences', null);
  const marks = (bodyOf(listed)['items'] as readonly Json[]).flatMap((item) =>
    item['operator_tx_id'] === '9900000006' || item['operator_tx_id'] === '9900000007'
      ? [[item['operator_tx_id'], item['is_computed']]]
      : [],
  );
  assert.deepEqual(Object.fromEntries(marks), { 9900000006: false, 9900000007: true });

  const seen = async (operatorTxId: string) => {
    const asked = await call(fanta, `/differences/${ids[operatorTxId]}/record`, { reason });
    assert.equal(asked.status, 202, asked.text);
    const changes = bodyOf(await call(awa, '/changes', null))['items'] as readonly Json[];
    const change = changes.find(({ id }) => id === bodyOf(asked)['change_id']);
    const differences = (change?.['differences'] ?? []) as readonly Json[];
    return differences.find(({ field }) => field === 'is_computed')?.['after'];
  };
  assert.equal(await seen('9900000006'), undefined);
  assert.equal(await seen('9900000007'), 'true');
});

test('an administrator is not the second person of their own request', async () => {
  const id = (await openIds())['9900000005'];
  const asked = await call(awa, `/differences/${id}/record`, { reason });
  const change = String(bodyOf(asked)['change_id']);
  assert.equal(bodyOf(await call(awa, `/changes/${change}/approve`))['code'], 'own_change');
  const again = await call(fanta, `/differences/${id}/record`, { reason });
  assert.equal(bodyOf(again)['code'], 'change_waits');
  // Finance withdraws only its own requests.
  const withdrawn = await call(fanta, `/changes/${change}/withdraw`, { reason });
  assert.equal(withdrawn.status, 404);
  assert.equal((await call(boris, `/changes/${change}/approve`)).status, 200);
});

test('the overview counts open differences, and what a person asked for apart', async () => {
  const counts = async (who: Person) => {
    const { queues } = bodyOf(await call(who, '/overview', null)) as { readonly queues: Json[] };
    const count = (name: string) => queues.find((queue) => queue['name'] === name)?.['count'];
    return { others: Number(count('changes')), own: Number(count('own_changes')) };
  };
  await importLines(['9900000008', '+237670777777', LINE]);
  const { 9900000008: id } = await openIds();
  const { queues } = bodyOf(await call(fanta, '/overview', null)) as { readonly queues: Json[] };
  const open = queues.find(({ name }) => name === 'statement_differences');
  assert.equal(open?.['count'], (await listDifferences(database, { limit: 100 })).length);
  assert.ok(open?.['oldest_at']);
  const before = { awa: await counts(awa), fanta: await counts(fanta) };
  const asked = await call(fanta, `/differences/${id}/record`, { reason });
  assert.equal(asked.status, 202, asked.text);
  const { others, own } = before.fanta;
  assert.deepEqual(await counts(fanta), { others, own: own + 1 });
  assert.deepEqual(await counts(awa), { ...before.awa, others: before.awa.others + 1 });
  await call(awa, `/changes/${String(bodyOf(asked)['change_id'])}/approve`);
  assert.deepEqual(await counts(fanta), before.fanta, 'nothing waits when it is approved');
});

test('a difference that a person has explained stays closed', async () => {
  await importLines(['9900000006', '+237670777777', LINE]);
  const id = (await openIds())['9900000006'];
  const done = await call(fanta, `/differences/${id}/explain`, { reason });
  assert.equal(done.status, 200, done.text);
  assert.equal((await openIds())['9900000006'], undefined);
  const again = await call(fanta, `/differences/${id}/explain`, { reason });
  assert.equal(bodyOf(again)['code'], 'difference_closed');
  const unknown = await call(fanta, `/differences/${randomUUID()}/explain`, { reason });
  assert.equal(unknown.status, 404);
});

test('a correction that finance asks for is made by an administrator, while finance may ask', async () => {
  const correction = { account: `wallet:${WALLET}`, change_xaf: -200, reason, evidence: 'p. 3' };
  const ask = async () => {
    const asked = await call(fanta, '/adjustments', correction);
    assert.equal(asked.status, 202, asked.text);
    return String(bodyOf(asked)['change_id']);
  };
  const [first, second] = [await ask(), await ask()];
  const changes = { [`wallet ${WALLET}`]: -200, 'adjustments ': 200 };
  await assertBooksChange(database, changes, () => call(awa, `/changes/${first}/approve`));
  await database.query({
    text: `update staff set role = 'viewer' where id = $1`,
    values: [fanta.id],
  });
  const refused = await call(awa, `/changes/${second}/approve`);
  assert.equal(bodyOf(refused)['code'], 'asker_gone');
  await database.query({
    text: `update staff set role = 'finance' where id = $1`,
    values: [fanta.id],
  });
  const unknown = await call(fanta, '/adjustments', { ...correction, account: 'nothing' });
  assert.equal(bodyOf(unknown)['code'], 'account_not_found');
});

test('a correction by a difference is made once, and closes it', async () => {
  await importLines(['9900000051', till.player('mtn'), LINE]);
  const { 9900000051: id } = await openIds();
  const said = { account: `wallet:${WALLET}`, change_xaf: 500, reason, evidence: 'p. 5' };
  const correction = { ...said, difference_id: id };
  const asked = await call(fanta, '/adjustments', correction);
  assert.equal(asked.status, 202, asked.text);
  const second = await call(fanta, '/adjustments', correction);
  assert.notEqual(second.status, 200, second.text);
  const listed = bodyOf(await call(awa, '/changes', null))['items'] as readonly Json[];
  const asSeen = listed.find((one) => one['id'] === bodyOf(asked)['change_id']) ?? {};
  const differences = asSeen['differences'] as readonly Json[];
  const values = new Map(differences.map(({ field, after }) => [field, after]));
  // As its asker saw it: what it does to the books, and what the statement says.
  const becomes = Number(values.get('becomes_xaf'));
  assert.equal(becomes - Number(values.get('booked_xaf')), 500);
  assert.deepEqual([values.get('ours_xaf'), values.get('theirs_xaf')], [null, '500']);
  assert.ok(values.get('other'), 'who paid');
  const approve = () => call(awa, `/changes/${String(bodyOf(asked)['change_id'])}/approve`);
  const changes = { [`wallet ${WALLET}`]: 500, 'adjustments ': -500 };
  await assertBooksChange(database, changes, async () => {
    const approved = await approve();
    assert.equal(approved.status, 200, approved.text);
  });
  assert.equal((await openIds())['9900000051'], undefined);
  const again = await call(fanta, '/adjustments', correction);
  assert.equal(bodyOf(again)['code'], 'difference_closed', again.text);
  // The operator's next file says otherwise: what is corrected then is booked as well.
  await database.query({
    text: `update statement_differences set closed_at = null, settled_by = null,
             settled_because = null, theirs_cents = theirs_cents + 30000 where id = $1`,
    values: [id],
  });
  const anew = await call(fanta, '/adjustments', { ...correction, change_xaf: 300 });
  assert.equal(anew.status, 202, anew.text);
  const more = { [`wallet ${WALLET}`]: 300, 'adjustments ': -300 };
  await assertBooksChange(database, more, async () => {
    const approved = await call(awa, `/changes/${String(bodyOf(anew)['change_id'])}/approve`);
    assert.equal(approved.status, 200, approved.text);
  });
  await database.query({
    text: 'update statement_differences set theirs_cents = theirs_cents - 30000 where id = $1',
    values: [id],
  });
  assert.equal((await call(fanta, `/differences/${id}/explain`, { reason })).status, 200);
  if (second.status !== 202) return;
  const overtaken = await call(awa, `/changes/${String(bodyOf(second)['change_id'])}/approve`);
  assert.equal(bodyOf(overtaken)['code'], 'change_overtaken', overtaken.text);
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(
    findings.filter(({ subject }) => !subject.endsWith('9900000002')),
    [],
  );
});

test('a line that the opening balance of its wallet has is not recorded again', async () => {
  await importLines(['9900000091', till.player('mtn'), LINE]);
  const { 9900000091: id } = await openIds();
  const asked = await call(fanta, `/differences/${id}/record`, { reason });
  assert.equal(asked.status, 202, asked.text);
  const correction = { account: `wallet:${WALLET}`, change_xaf: 500, reason, evidence: 'p. 4' };
  const corrected = await call(fanta, '/adjustments', { ...correction, difference_id: id });
  assert.equal(corrected.status, 202, corrected.text);
  // Meanwhile the wallet is opened with what is in it then.
  const soon = new Date(Date.now() + 2 * 60_000);
  await insertEntries(
    database,
    openingOf({ wallet: WALLET, knownCents: 90_000_000n, bookCents: 0n, at: soon }),
  );
  for (const waiting of [asked, corrected]) {
    const change = String(bodyOf(waiting)['change_id']);
    const approved = await call(awa, `/changes/${change}/approve`);
    assert.equal(bodyOf(approved)['code'], 'change_overtaken', approved.text);
  }
  const again = await call(fanta, '/adjustments', { ...correction, difference_id: id });
  assert.equal(bodyOf(again)['code'], 'line_in_opening', again.text);
  const refused = await call(fanta, `/differences/${id}/record`, { reason });
  assert.equal(bodyOf(refused)['code'], 'line_in_opening', refused.text);
  const { items } = bodyOf(await call(fanta, '/differences', null)) as { readonly items: Json[] };
  const listed = items.find((one) => one['id'] === id);
  assert.equal(listed?.['is_in_opening'], true);
});

test('a line that the opening balance has is known under each name of its wallet', async () => {
  const [name, other] = ['mtn:990011', 'mtn:990012'];
  await joinWallets({ database }, COMMAND_LINE, { wallet: name, into: WALLET });
  await joinWallets({ database }, COMMAND_LINE, { wallet: other, into: name });
  for (const [index, wallet] of [name, other].entries()) {
    const operatorTxId = `990000009${index + 2}`;
    await importUnder(wallet, [[operatorTxId, till.player('mtn'), wallet.split(':')[1] ?? '']]);
    const rows = await listDifferences(database, { limit: 100 });
    const found = rows.find((one) => one.operatorTxId === operatorTxId);
    assert.deepEqual([found?.wallet, found?.isInOpening], [wallet, true]);
    const refused = await call(fanta, `/differences/${found?.id}/record`, { reason });
    assert.equal(bodyOf(refused)['code'], 'line_in_opening', refused.text);
  }
});

test('a fee that the opening balance of its wallet has is not booked as expected', async () => {
  const MINUTES = { 9900000095: 0, 9900000096: 10 } as const;
  const lines = Object.entries(MINUTES).map(([id, minutes]) => {
    const at = new Date(Date.now() + 3_600_000 + minutes * 60_000).toISOString();
    return `${id};${at.slice(0, 19).replace('T', ' ')};Successful;${till.player('mtn')};${LINE};500;5`;
  });
  const facts = { operator: 'mtn', line: LINE, amountXaf: 500, feeCents: null } as const;
  const payments = Object.keys(MINUTES).flatMap((operatorTxId) =>
    postPayment({ ...facts, operatorTxId, operatorTime: null }),
  );
  await insertEntries(database, payments);
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...lines, ''].join('\n'));
  await importFile({ fileName: 'fees.csv', content });
  const { 9900000095: before, 9900000096: after } = await openIds();
  const expects = { reason, expects_fees: true };
  const refused = await call(fanta, `/differences/${before}/explain`, expects);
  assert.equal(bodyOf(refused)['code'], 'line_in_opening', refused.text);
  const changes = { [`wallet ${WALLET}`]: -5, 'operator_fees ': 5 };
  await assertBooksChange(database, changes, async () => {
    assert.equal((await call(fanta, `/differences/${after}/explain`, expects)).status, 200);
    await openIds();
  });
  assert.equal((await openIds())['9900000095'], before, 'a person explains it');
  assert.equal((await call(fanta, `/differences/${before}/explain`, { reason })).status, 200);
});
