import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { postPayment } from '../../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import {
  importStatement,
  reconcileStatements,
} from '../../../src/flows/finance/import-statement.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  type Json,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const [awa, fanta] = [await addPerson(database, 'admin'), await addPerson(database, 'finance')];
const reason = 'seen on the statement of March';

interface Made {
  readonly id: string;
  readonly operatorTxId: string;
  readonly msisdn: string;
}

/** A transaction that has succeeded. */
async function make(path: string, amount_xaf = 500): Promise<Made> {
  const { service_tx_id: id } = await create(service, path, { amount_xaf });
  await simulate(service, id, 'succeeded');
  const [made] = await database.query<Omit<Made, 'id'>>({
    text: `select provider_tx_id as "operatorTxId", msisdn from transactions where id = $1`,
    values: [id],
  });
  assert.ok(made !== undefined);
  return { id, ...made };
}

/** As if a person had confirmed it by hand: no payment of the operator is known. */
async function makeWithoutId(path: string): Promise<Made> {
  const made = await make(path);
  await tamper(database, [
    `update transactions set provider_tx_id = null where id = '${made.id}'`,
    `delete from operator_ids where transaction_id = '${made.id}'`,
    `delete from book_entries where cause = 'payment:mtn:${made.operatorTxId}'`,
  ]);
  return made;
}

await make(DEPOSITS);
const [row] = await database.query<{ readonly wallet: string }>({
  text: `select a.key as wallet from book_entries e join book_accounts a on a.id = e.debit
         where e.rule = 'payment_in' limit 1`,
});
const wallet = row?.wallet ?? '';
const own = wallet.split(':')[1] ?? '';
const WALLET = `wallet ${wallet}`;

interface Line {
  readonly id: string;
  readonly status?: string;
  readonly amount?: number;
  readonly fee?: number;
  readonly other?: string;
  readonly isOut?: boolean;
  readonly minutes?: number;
}

let files = 0;
async function importLines(...lines: readonly Line[]): Promise<void> {
  files += 1;
  const rows = lines.map(({ id, status = 'Successful', amount = 500, fee = 0, ...line }) => {
    const { other = '670999999', isOut = false, minutes = 0 } = line;
    const at = new Date(Date.now() + 3_600_000 + minutes * 60_000).toISOString();
    const parties = isOut ? `${own};${other}` : `${other};${own}`;
    return `${id};${at.slice(0, 19).replace('T', ' ')};${status};${parties};${amount};${fee}`;
  });
  const content = Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...rows, ''].join('\n'));
  const mappings = loadStatementMappings('mtn', null);
  const file = { wallet, operator: 'mtn', fileName: `${files}.csv`, content, mappings } as const;
  const imported = await importStatement({ database }, COMMAND_LINE, file);
  assert.equal(imported.kind, 'imported', JSON.stringify(imported));
}

async function find(name: string) {
  await reconcileStatements({ database });
  const rows = await listDifferences(database, { limit: 500 });
  return rows.find(({ operatorTxId, transactionId }) =>
    [operatorTxId, transactionId].includes(name),
  );
}

async function kindsOf(id: string): Promise<readonly string[]> {
  await reconcileStatements({ database });
  const rows = await listDifferences(database, { limit: 500 });
  return rows
    .filter(({ operatorTxId }) => operatorTxId === id)
    .map(({ kind }) => kind)
    .sort();
}

async function listed(id: string, kind: string) {
  await reconcileStatements({ database });
  const rows = await listDifferences(database, { limit: 500 });
  return rows.find((one) => one.operatorTxId === id && one.kind === kind);
}

const kindOf = async (name: string) => (await find(name))?.kind;

async function call(who: Person, path: string, json: Json = {}) {
  const headers = await scriptHeaders(database, who);
  return service.call('POST', `/internal/v1${path}`, { headers, json });
}

async function agree(asked: Awaited<ReturnType<typeof call>>): Promise<void> {
  assert.equal(asked.status, 202, asked.text);
  const change = String(bodyOf(asked)['change_id']);
  assert.equal((await call(fanta, `/changes/${change}/approve`)).status, 403);
  const agreed = await call(awa, `/changes/${change}/approve`);
  assert.equal(agreed.status, 200, agreed.text);
}

test('a line that the operator amends to failed is a difference, whichever file comes first', async () => {
  for (const [first, second] of [
    ['Successful', 'Failed'],
    ['Failed', 'Successful'],
  ] as const) {
    const { operatorTxId: id } = await make(DEPOSITS);
    await importLines({ id, status: first });
    await importLines({ id, status: second });
    assert.deepEqual(await kindsOf(id), ['failed_though_paid', 'lines_disagree'], first);
  }
  const id = randomUUID();
  await importLines({ id });
  assert.equal(await kindOf(id), 'paid_not_ours');
  await importLines({ id, status: 'Failed' });
  assert.deepEqual(await kindsOf(id), ['lines_disagree'], 'nothing happened, but it was said');
});

test('a later file that says otherwise about a known line is a difference with both values', async () => {
  const lineOf = { other: '670999999', amount: 500, status: 'Successful' };
  for (const [what, other] of Object.entries({
    other: '670888888',
    amount: 21,
    status: 'Failed',
  })) {
    const { operatorTxId: id } = await make(DEPOSITS);
    await importLines({ id, ...lineOf });
    assert.deepEqual(await kindsOf(id), [], what);
    await importLines({ id, ...lineOf, minutes: 1 });
    assert.deepEqual(await kindsOf(id), [], 'the same again');
    await importLines({ id, ...lineOf, [what]: other });
    assert.ok((await kindsOf(id)).includes('lines_disagree'), what);
    const rows = await listDifferences(database, { limit: 500 });
    const row = rows.find((one) => one.operatorTxId === id && one.kind === 'lines_disagree');
    const cents = what === 'amount' ? '2100' : '50000';
    assert.deepEqual([row?.oursCents, row?.theirsCents], ['50000', cents], what);
    const shown = {
      direction: 'in',
      other: '+237670999999',
      amountCents: 50_000,
      isFailed: false,
      isComputed: false,
    };
    const changed = {
      other: { other: '+237670888888' },
      amount: { amountCents: 2_100 },
      status: { isFailed: true },
    }[what];
    assert.deepEqual(
      row?.said.map(({ fileName: _, ...rest }) => rest),
      [shown, { ...shown, ...changed }],
      what,
    );
  }
});

test('a person explains which file is right, and the next comparison keeps it', async () => {
  const { operatorTxId: id } = await make(DEPOSITS);
  await importLines({ id });
  await importLines({ id, other: '670888888' });
  const { id: difference } = (await find(id)) ?? {};
  const path = `/differences/${difference}/explain`;
  assert.equal((await call(fanta, path, { reason: 'The operator names the agent' })).status, 200);
  assert.deepEqual(await kindsOf(id), []);
  await importLines({ id, other: '670888888', minutes: 1 });
  assert.deepEqual(await kindsOf(id), [], 'nothing new was said');
});

test('an operator that goes back to what it said first has said otherwise again', async () => {
  for (const back of [{ amount: 21 }, { status: 'Failed' }, { other: '670888888' }]) {
    const { operatorTxId: id } = await make(DEPOSITS);
    await importLines({ id });
    await importLines({ id, ...back });
    const { id: difference } = (await listed(id, 'lines_disagree')) ?? {};
    const explained = { reason: 'The operator has amended it' };
    const done = await call(fanta, `/differences/${difference}/explain`, explained);
    assert.equal(done.status, 200, done.text);
    assert.equal(await listed(id, 'lines_disagree'), undefined);
    await importLines({ id, minutes: 1 });
    const again = await listed(id, 'lines_disagree');
    assert.equal(again?.said.length, 3, JSON.stringify(back));
    assert.deepEqual({ ...again?.said[2], fileName: '' }, { ...again?.said[0], fileName: '' });
  }
});

test('a side that only later files name is compared among them', async () => {
  const { operatorTxId: id } = await make(DEPOSITS);
  await importLines({ id, other: 'Boutique' });
  await importLines({ id, other: '670999999' });
  assert.deepEqual(await kindsOf(id), [], 'the first file named nobody');
  await importLines({ id, other: '670888888' });
  assert.deepEqual(await kindsOf(id), ['lines_disagree']);
});

test('a person who was erased is not named again by the same file', async () => {
  const [{ operatorTxId: id }, other] = [await make(DEPOSITS), await make(DEPOSITS)];
  await importLines({ id, other: '670777777' }, { id: other.operatorTxId });
  await database.query({
    text: `update statement_lines set other = null where other = '+237670777777'`,
  });
  await importLines({ id, other: '670777777', minutes: 1 });
  const named = await database.query({
    text: `select from statement_lines where other = '+237670777777'`,
  });
  assert.deepEqual(named, []);
});

test('a fee that nobody reported is a difference until a person expects such fees', async () => {
  const [one, two, dear] = [await make(DEPOSITS), await make(DEPOSITS), await make(DEPOSITS)];
  await importLines({ id: one.operatorTxId, fee: 10 });
  const found = await find(one.operatorTxId);
  assert.equal(found?.kind, 'fee_not_reported');
  await assertBooksChange(database, { [WALLET]: -10, 'operator_fees ': 10 }, async () => {
    const json = { reason, expects_fees: true };
    const done = await call(fanta, `/differences/${found.id}/explain`, json);
    assert.equal(done.status, 200, done.text);
  });
  assert.equal(await kindOf(one.operatorTxId), undefined);
  await assertBooksChange(database, { [WALLET]: -8, 'operator_fees ': 8 }, () =>
    importLines({ id: two.operatorTxId, fee: 8 }),
  );
  assert.equal(await kindOf(two.operatorTxId), undefined);
  // Neither a higher fee of more money, nor a larger share of less.
  const [large, small] = [await make(DEPOSITS, 5_000), await make(DEPOSITS, 100)];
  await importLines(
    { id: large.operatorTxId, amount: 5_000, fee: 90 },
    { id: small.operatorTxId, amount: 100, fee: 9 },
  );
  assert.equal(await kindOf(large.operatorTxId), 'fee_not_reported');
  assert.equal(await kindOf(small.operatorTxId), 'fee_not_reported');
  // Neither a higher fee nor one of money that left is of this kind.
  const payout = await make(WITHDRAWALS);
  await importLines(
    { id: dear.operatorTxId, fee: 11 },
    { id: payout.operatorTxId, fee: 8, isOut: true },
  );
  assert.equal(await kindOf(dear.operatorTxId), 'fee_not_reported');
  assert.equal(await kindOf(payout.operatorTxId), 'fee_not_reported');
  const other = await call(fanta, `/differences/${(await find(dear.operatorTxId))?.id}/explain`, {
    reason,
  });
  assert.equal(other.status, 200, 'it may be explained by itself');
});

test('what has no id is found by number, amount and time, and listed if nothing explains it', async () => {
  for (const [path, isOut] of [
    [DEPOSITS, false],
    [WITHDRAWALS, true],
  ] as const) {
    const made = await makeWithoutId(path);
    const { id, msisdn: other } = made;
    await importLines({ id: randomUUID(), minutes: -60 }, { id: randomUUID(), minutes: 60 });
    const listed = await find(id);
    assert.deepEqual([listed?.kind, listed?.operatorTxId], ['not_on_statement', null], path);
    // Another amount, or a day and more away, is something else.
    await importLines({ id: `${id}-a`, other, isOut, amount: 501 });
    await importLines({ id: `${id}-b`, other, isOut, minutes: 26 * 60 });
    assert.equal(await kindOf(id), 'not_on_statement', path);
    await importLines({ id: `${id}-c`, other, isOut, minutes: 10 });
    assert.equal(await kindOf(id), undefined, path);
    assert.equal(await kindOf(`${id}-c`), undefined, path);
    // One line explains one transaction.
    await importLines({ id: `${id}-d`, other, isOut, minutes: 20 });
    assert.equal(await kindOf(`${id}-d`), 'paid_not_ours', path);
  }
});

test('a line with the id of a payout of ours is its reversal, by two people, and no payment', async () => {
  const { id, operatorTxId, msisdn: other } = await make(WITHDRAWALS);
  await importLines({ id: operatorTxId, other, isOut: true });
  await importLines({ id: operatorTxId, other, minutes: 5 });
  const found = await find(operatorTxId);
  assert.deepEqual([found?.kind, found?.transactionId, found?.direction], ['reversed', id, 'in']);
  await assertBooksChange(database, { [WALLET]: 500, 'disputed ': -500 }, async () =>
    agree(await call(fanta, `/differences/${found?.id}/record`, { reason })),
  );
  const open = await database.query({
    text: `select from contradictions where transaction_id = $1 and closed_at is null`,
    values: [id],
  });
  assert.equal(open.length, 1);
  assert.equal(await kindOf(operatorTxId), undefined);
});

test('a line by which money left with the id of a deposit is its reversal', async () => {
  const { operatorTxId } = await make(DEPOSITS);
  await importLines({ id: operatorTxId }, { id: operatorTxId, isOut: true });
  const found = await find(operatorTxId);
  assert.equal(found?.kind, 'reversed');
  await assertBooksChange(database, { [WALLET]: -500, 'disputed ': 500 }, async () =>
    agree(await call(fanta, `/differences/${found.id}/record`, { reason })),
  );
  assert.equal(await kindOf(operatorTxId), undefined);
});

test('a line of another amount than its payment had is no reversal that can be recorded', async () => {
  for (const [path, isOut, amount] of [
    [DEPOSITS, true, 10],
    [WITHDRAWALS, false, 490],
  ] as const) {
    const { operatorTxId: id } = await make(path);
    await importLines({ id, isOut: !isOut }, { id, isOut, amount });
    const found = await listed(id, 'reversed');
    assert.deepEqual([found?.oursCents, found?.theirsCents], ['50000', `${amount}00`], path);
    await assertBooksChange(database, {}, async () => {
      const refused = await call(fanta, `/differences/${found?.id}/record`, { reason });
      assert.equal(bodyOf(refused)['code'], 'nothing_to_record', path);
    });
    const explained = { reason: 'Corrected by its amount' };
    const done = await call(fanta, `/differences/${found?.id}/explain`, explained);
    assert.equal(done.status, 200, done.text);
    assert.equal(await listed(id, 'reversed'), undefined);
  }
});

test('to explain a large difference takes two people', async () => {
  const [small, large] = [randomUUID(), randomUUID()];
  await importLines({ id: small, amount: 1_000_000 }, { id: large, amount: 1_000_001 });
  const explain = async (name: string) =>
    call(fanta, `/differences/${(await find(name))?.id}/explain`, { reason });
  assert.equal((await explain(small)).status, 200);
  const asked = await explain(large);
  assert.equal(await kindOf(large), 'paid_not_ours');
  assert.equal(bodyOf(await explain(large))['code'], 'change_waits');
  await agree(asked);
  assert.equal(await kindOf(large), undefined);
});

test('an explained difference opens again when what it explained changes', async () => {
  const { operatorTxId } = await make(DEPOSITS);
  await importLines({ id: operatorTxId, amount: 700 });
  const found = await find(operatorTxId);
  assert.equal(found?.kind, 'amount_differs');
  await call(fanta, `/differences/${found.id}/explain`, { reason });
  assert.equal(await kindOf(operatorTxId), undefined);
  const setAmount = (cents: number) =>
    tamper(database, [
      `update book_entries set amount_cents = ${cents}
       where rule = 'payment_in' and cause = 'payment:mtn:${operatorTxId}'`,
    ]);
  await setAmount(60_000);
  assert.equal((await find(operatorTxId))?.oursCents, '60000');
  // Explained again, gone, and there again: that is a new difference.
  await call(fanta, `/differences/${found.id}/explain`, { reason });
  await setAmount(70_000);
  assert.equal(await kindOf(operatorTxId), undefined);
  await setAmount(60_000);
  assert.equal(await kindOf(operatorTxId), 'amount_differs');
});

test('a payment that was called forged and is on a statement is a difference', async () => {
  const operatorTxId = randomUUID();
  await insertEntries(database, [
    ...postPayment({
      operator: 'mtn',
      operatorTxId,
      line: own,
      amountXaf: 500,
      feeCents: null,
      operatorTime: null,
    }),
  ]);
  await importLines({ id: operatorTxId });
  assert.equal(await kindOf(operatorTxId), undefined);
  await tamper(database, [
    `insert into book_entries (cause, rule, debit, credit, amount_cents, booked_at, value_at, xact)
     select cause, 'payment_was_forged', credit, debit, amount_cents, booked_at, value_at, xact
     from book_entries where cause = 'payment:mtn:${operatorTxId}' and rule = 'payment_in'`,
  ]);
  assert.equal(await kindOf(operatorTxId), 'paid_not_ours');
});
