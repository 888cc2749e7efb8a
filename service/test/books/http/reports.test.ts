import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { findBalanceCents } from '../../../src/db/books/balances.ts';
import { insertEntries } from '../../../src/db/books/entries.ts';
import { postPayment, readAccount } from '../../../src/domain/books/posting.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { rowsOf } from '../../support/finance/sheet.ts';
import { startTestService } from '../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  read,
  simulate,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });
const headers = await scriptHeaders(database, await addPerson(database, 'finance'));
const reference = '=HYPERLINK("evil")';
const { service_tx_id: deposit } = await create(service, DEPOSITS, { reference });
await simulate(service, deposit, 'succeeded');
const { service_tx_id: payout } = await create(service, WITHDRAWALS);
await simulate(service, payout, 'succeeded');

const DAYS = 'from=2000-01-01&to=2999-12-31';

function get(query: string) {
  return service.call('GET', `/internal/v1/reports?${query}`, { headers });
}

async function recordsOf(file: Buffer): Promise<readonly Readonly<Record<string, string>>[]> {
  const parsed = await rowsOf(file);
  assert.ok(parsed.kind === 'rows');
  const [names = [], ...rows] = parsed.rows.map(({ cells }) => cells);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}

async function report(query: string) {
  const response = await fetch(`${service.url}/internal/v1/reports?${query}`, { headers });
  assert.equal(response.status, 200);
  return recordsOf(Buffer.from(await response.arrayBuffer()));
}

test('a report of an application has every column that finance asks for', async () => {
  const [credited, sent, ...more] = await report(`application=default&${DAYS}&format=xlsx`);
  assert.equal(more.length, 0);
  const facts = await read(service, deposit);
  assert.deepEqual(
    [credited?.['event'], credited?.['our_id'], credited?.['operator_id']],
    ['deposit_credited', deposit, facts['provider_tx_id']],
  );
  assert.equal(credited?.['reference'], reference);
  assert.equal(credited?.['application'], 'default');
  assert.ok(
    Date.parse(credited?.['created_at'] ?? '') <= Date.parse(credited?.['settled_at'] ?? ''),
  );
  assert.deepEqual([credited?.['change_xaf'], credited?.['balance_xaf']], ['500', '500']);
  assert.deepEqual(
    [sent?.['event'], sent?.['our_id'], sent?.['change_xaf'], sent?.['balance_xaf']],
    ['payout_sent', payout, '-500', '0'],
  );
  assert.notEqual(sent?.['approved_by'], '');
});

test('what there are reports of is named as people know it', async () => {
  const answer = await service.call('GET', '/internal/v1/reports/accounts', { headers });
  const { applications, wallets, adjustable } = bodyOf(answer);
  assert.deepEqual(applications, ['default']);
  assert.equal((wallets as readonly string[]).length, 1);
  const stored = await database.query<{ readonly name: string }>({
    text: 'select name from book_accounts where same_as is null',
  });
  for (const account of adjustable as readonly string[]) {
    const { kind, key } = readAccount(account) ?? assert.fail(account);
    const exists = stored.some(({ name }) => name === `${kind} ${key}`);
    assert.ok(exists, `${account} is offered for a correction, and does not exist`);
  }
  assert.ok((adjustable as readonly string[]).includes(`wallet:${String(wallets)}`));
});

test('CSV has no formula, and its figures are figures', async () => {
  const { text, headers: answered } = await get(`application=default&${DAYS}&format=csv`);
  assert.match(answered.get('content-disposition') ?? '', /default_2000-01-01_2999-12-31\.csv/);
  assert.ok(text.includes(`"'=HYPERLINK(""evil"")"`));
  assert.match(text, /,-500,0\r\n$/);
});

test('a report of a wallet has fees, and goes on where the days before ended', async () => {
  const [row] = await database.query<{ readonly wallet: string }>({
    text: `select a.key as wallet from book_entries e join book_accounts a on a.id = e.debit
           where e.rule = 'payment_in' limit 1`,
  });
  const wallet = row?.wallet ?? '';
  const [operator = '', line = ''] = wallet.split(':');
  const paid = { operator, line, operatorTxId: 'F-1', amountXaf: 700, feeCents: 4_448 };
  await insertEntries(database, postPayment({ ...paid, operatorTime: null }));
  const encoded = encodeURIComponent(wallet);
  const rows = await report(`wallet=${encoded}&${DAYS}&format=xlsx`);
  const named = rows.filter((one) => one['cause'] === `payment:${operator}:F-1`);
  const fees = Object.fromEntries(named.map((one) => [one['event'], one['fee_xaf']]));
  assert.deepEqual(fees, { payment_in: '44.48', fee_charged: '' });
  const cents = await findBalanceCents(database, { kind: 'wallet', key: wallet });
  assert.equal(rows.at(-1)?.['balance_xaf'], String(Number(cents) / 100));

  const folder = mkdtempSync(join(tmpdir(), 'momo-report-'));
  const output = join(folder, 'report.csv');
  const days = ['--from', '2000-01-01', '--to', '2999-12-31', '--format', 'csv'];
  const done = await momo('books', 'report', '--wallet', wallet, ...days, '--output', output);
  assert.equal(done.code, 0, done.output);
  assert.deepEqual(
    (await recordsOf(readFileSync(output))).map((one) => one['balance_xaf']),
    rows.map((one) => one['balance_xaf']),
  );
});

test('an account that there is not is refused, and a report is in the audit log', async () => {
  assert.equal(bodyOf(await get(`wallet=mtn:1&${DAYS}&format=csv`))['code'], 'account_not_found');
  const unknown = await get(`application=nobody&${DAYS}&format=csv`);
  assert.equal(bodyOf(unknown)['code'], 'account_not_found');
  const [noted] = await database.query<{ readonly after: string }>({
    text: `select after::text from audit_log where action = 'books.report' order by id limit 1`,
  });
  assert.match(noted?.after ?? '', /"rows": ?2/);
});

test('a transaction shows its entries, those of its payment among them', async () => {
  const { entries } = bodyOf(
    await service.call('GET', `/internal/v1/transactions/${deposit}`, { headers }),
  );
  const shown = Object.fromEntries(
    (entries as readonly Record<string, unknown>[]).map(({ rule, debit, credit, amount_xaf }) => [
      String(rule),
      { debit, credit, amount_xaf },
    ]),
  );
  const wallet = shown['payment_in']?.debit;
  assert.match(String(wallet), /^wallet \w+:/);
  const application = `application ${DEFAULT_APPLICATION_ID}`;
  assert.deepEqual(shown, {
    payment_in: { debit: wallet, credit: 'unmatched', amount_xaf: 500 },
    deposit_credited: { debit: 'unmatched', credit: application, amount_xaf: 500 },
  });
});
