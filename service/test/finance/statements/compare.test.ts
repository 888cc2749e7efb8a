import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { postReversal } from '../../../src/domain/books/posting.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import {
  importStatement,
  reconcileStatements,
} from '../../../src/flows/finance/import-statement.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { startTestService } from '../../support/harness.ts';
import { create, DEPOSITS, simulate, WITHDRAWALS } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });

/** Makes and moves a transaction; returns the operator's id that its line has. */
async function make(path: string, outcome: string, unnamed = ''): Promise<string> {
  const { service_tx_id: id } = await create(service, path);
  await simulate(service, id, outcome);
  const [made] = await database.query<{ readonly name: string }>({
    text: `update transactions set provider_tx_id = coalesce(provider_tx_id, $2) where id = $1
           returning provider_tx_id as name`,
    values: [id, unnamed],
  });
  return made?.name ?? '';
}

const AGREED = await make(DEPOSITS, 'succeeded');
const FAILED = await make(DEPOSITS, 'failed', '102');
const OTHER_AMOUNT = await make(DEPOSITS, 'succeeded');
const FAILED_THERE = await make(DEPOSITS, 'succeeded');
const PAYOUT = await make(WITHDRAWALS, 'succeeded');
const MISSING = await make(DEPOSITS, 'succeeded');

const [row] = await database.query<{ readonly wallet: string }>({
  text: `select a.key as wallet from book_entries e join book_accounts a on a.id = e.debit
         where e.rule = 'payment_in' limit 1`,
});
const wallet = row?.wallet ?? '';
const own = wallet.split(':')[1] ?? '';

const now = Date.now();
function timeAt(ms: number): string {
  return new Date(ms + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

const lines = (...rows: readonly string[]) =>
  Buffer.from(['Id;Date;Status;From;To;Amount;Fee', ...rows, ''].join('\n'));
const line = (id: string, amount: number, { status = 'Successful', at = now } = {}) =>
  `${id};${timeAt(at)};${status};670000001;${own};${amount};0`;

const FILE = lines(
  line('100', 900, { at: now - 600_000 }),
  line(AGREED, 500),
  line(FAILED, 500),
  line(OTHER_AMOUNT, 700),
  line(FAILED_THERE, 500, { status: 'Failed' }),
  line('300', 500, { at: now + 600_000 }),
);

function importFile(content: Buffer, named = wallet) {
  const mappings = loadStatementMappings('mtn', null);
  const file = { wallet: named, operator: 'mtn', fileName: 'mars.csv', content, mappings } as const;
  return importStatement({ database }, COMMAND_LINE, file);
}

async function kinds(): Promise<Record<string, string>> {
  const rows = await listDifferences(database, { limit: 100 });
  return Object.fromEntries(rows.map(({ operatorTxId, kind }) => [operatorTxId, kind]));
}

test('every line of a statement agrees, or is a difference with its kind', async () => {
  assert.deepEqual(await importFile(FILE), { kind: 'imported', lines: 6, fresh: 6 });
  const found = await kinds();
  // A payout of another account is not missing on this one, unless they are the same.
  delete found[PAYOUT];
  assert.deepEqual(found, {
    100: 'paid_not_ours',
    [FAILED]: 'paid_though_failed',
    [OTHER_AMOUNT]: 'amount_differs',
    [FAILED_THERE]: 'failed_though_paid',
    [MISSING]: 'not_on_statement',
    300: 'paid_not_ours',
  });
});

test('importing twice changes nothing, and a statement that overlaps adds what is new', async () => {
  const before = await kinds();
  assert.deepEqual(await importFile(FILE), { kind: 'known' });
  assert.deepEqual(await kinds(), before);
  const more = lines(line(AGREED, 500), line(MISSING, 500));
  assert.deepEqual(await importFile(more), { kind: 'imported', lines: 2, fresh: 1 });
  assert.equal((await kinds())[MISSING], undefined);
});

test('what was booked for a payment counts, also where it is more than its deposit asks for', async () => {
  assert.equal((await kinds())[OTHER_AMOUNT], 'amount_differs');
  await tamper(database, [
    `update book_entries set amount_cents = 70000
     where rule = 'payment_in' and cause = 'payment:mtn:${OTHER_AMOUNT}'`,
  ]);
  await reconcileStatements({ database });
  assert.equal((await kinds())[OTHER_AMOUNT], undefined);
});

test('one id may be that of money that came and of money that left', async () => {
  const came = line('500', 500);
  const left = `500;${timeAt(now)};Successful;${own};670000001;500;0`;
  const imported = await importFile(lines(came, left));
  assert.deepEqual(imported, { kind: 'imported', lines: 2, fresh: 2 });
  assert.equal((await kinds())['500'], 'paid_not_ours');
});

test('a file that is wrong says which line and why, and nothing of it is kept', async () => {
  const before = await kinds();
  const refused = await importFile(lines(line('400', 500), '401;never;Successful;1;2;3;4'));
  assert.deepEqual(refused, {
    kind: 'refused',
    problems: [{ row: 3, problem: { code: 'row_time_unclear', params: { text: 'never' } } }],
  });
  assert.deepEqual(await kinds(), before);
});

test('momo lists what differs, with what to do about it', async () => {
  const { code, stdout } = await momo('statement', 'reconcile');
  assert.equal(code, 0);
  assert.match(stdout, /^paid_not_ours\t.*\t100\t900\.00\t.*\trecord_receipt$/m);
});

test('what a statement under another name of the wallet has is not missing', async () => {
  const missing = await make(DEPOSITS, 'succeeded');
  await reconcileStatements({ database });
  assert.equal((await kinds())[missing], 'not_on_statement');
  const same = await momo('books', 'same-wallet', 'mtn:44556', wallet);
  assert.equal(same.code, 0, same.output);
  const reported = `${missing};${timeAt(now)};Successful;670000001;44556;500;0`;
  assert.equal((await importFile(lines(reported), 'mtn:44556')).kind, 'imported');
  await reconcileStatements({ database });
  assert.equal((await kinds())[missing], undefined);
});

test('a statement of a wallet with money of two operators is refused, for lines do not say whose they are', async () => {
  const before = await kinds();
  assert.equal((await momo('books', 'same-wallet', 'orange:44556', wallet)).code, 0);
  assert.deepEqual(await importFile(lines(line('700', 500))), {
    kind: 'refused',
    problems: [{ row: 0, problem: { code: 'statement_of_several_operators' } }],
  });
  assert.deepEqual(await kinds(), before);
});

test('a payment that was taken back is no longer in the wallet, so its failed line agrees', async () => {
  assert.equal((await kinds())[FAILED_THERE], 'failed_though_paid');
  const taken = { operator: 'mtn', operatorTxId: FAILED_THERE } as const;
  await insertEntries(database, postReversal({ ...taken, transactionId: null }));
  await reconcileStatements({ database });
  assert.equal((await kinds())[FAILED_THERE], undefined);
});
