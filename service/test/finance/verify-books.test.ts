import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBalances } from '../../src/db/books/balances.ts';
import { PROOFS } from '../../src/db/finance/proofs.ts';
import { openBooks } from '../../src/flows/finance/open-books.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { forgetBooks, tamper } from '../support/books/forget-books.ts';
import { rollAll } from '../support/books/roll-all.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { insertReceipt } from '../support/receipts/receipts.ts';
import { create, DEPOSITS, simulate, WITHDRAWALS } from '../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const { momo } = openMomo({ DATABASE_URL: service.config.databaseUrl ?? '' });

const OUTCOMES = ['succeeded', 'failed', 'expired', 'succeeded', 'manual_resolution'] as const;

async function makeOne(path: string, outcome: string): Promise<string> {
  const { service_tx_id: id } = await create(service, path);
  await simulate(service, id, outcome);
  return id;
}

const deposits: string[] = [];
const payouts: string[] = [];
for (const outcome of OUTCOMES) {
  deposits.push(await makeOne(DEPOSITS, outcome));
  if (outcome !== 'expired') payouts.push(await makeOne(WITHDRAWALS, outcome));
}

test('the books of whatever the sandbox did hold', async () => {
  await rollAll(database);
  const { holds, findings, proofs } = await verifyBooks(database);
  assert.deepEqual(findings, []);
  assert.ok(holds);
  assert.deepEqual(
    proofs.map(({ name }) => name),
    Object.keys(PROOFS),
  );
});

test('what was stored before there were books gives the same books', async () => {
  const before = await listBalances(database);
  await forgetBooks(database);
  assert.equal((await verifyBooks(database)).holds, false);
  const opened = await momo('books', 'open', '--balance', 'mtn:elsewhere=1500');
  assert.equal(opened.code, 0, opened.output);
  assert.match(opened.stdout, /^looked at 9 transactions and payments\n/);
  assert.match(opened.stdout, /^mtn:elsewhere opens with 1500\.00 XAF$/m);
  const after = (await listBalances(database)).filter(
    ({ kind, key }) => kind !== 'opening_balances' && key !== 'mtn:elsewhere',
  );
  assert.deepEqual(after, before);
  assert.equal((await openBooks({ database }, new Map())).looked, 0);
  const verified = await momo('books', 'verify');
  assert.equal(verified.code, 0, verified.output);
  assert.match(verified.stdout, /^the books hold\n/);
});

test('whatever is changed behind the service’s back is named', async () => {
  await rollAll(database);
  const [paid, failed, , second] = deposits;
  const [out, notOut] = payouts;
  const receipt = await insertReceipt(database, { payer: '+237690000009', amountXaf: 900 });
  const used = await insertReceipt(database, { payer: '+237690000009', amountXaf: 800 });
  await tamper(database, [
    `delete from book_entries where cause = 'transaction:${paid}'`,
    `update transactions set state = 'succeeded' where id = '${failed}'`,
    `update book_entries set amount_cents = amount_cents + 100
     where cause = 'transaction:${second}' and rule = 'deposit_credited'`,
    `delete from book_entries where cause = 'transaction:${out}' and rule = 'payout_succeeded'`,
    `update transactions set state = 'succeeded' where id = '${notOut}'`,
    `update receipts set state = 'used' where id = '${used}'`,
    `insert into book_entries select 'payment:mtn:made-up', 'payment_in', debit, credit,
       amount_cents, booked_at, value_at, xact from book_entries where rule = 'payment_in' limit 1`,
    `insert into book_entries select 'nothing', 'no_rule', debit, credit, amount_cents, booked_at,
       value_at, xact from book_entries where rule = 'payment_in' limit 1`,
  ]);
  const { code, stdout } = await momo('books', 'verify', '--json');
  assert.equal(code, 1);
  const { findings, holds } = JSON.parse(stdout) as Awaited<ReturnType<typeof verifyBooks>>;
  assert.equal(holds, false);
  const named = new Set(findings.map(({ proof, subject }) => `${proof} ${subject}`));
  for (const expected of [
    `deposits_are_credited transaction:${paid}`,
    `deposits_are_credited transaction:${failed}`,
    `deposits_have_evidence transaction:${failed}`,
    `deposits_are_credited transaction:${second}`,
    `payouts_are_booked transaction:${out}`,
    `payouts_are_booked transaction:${notOut}`,
    `receipts_are_used_once receipt:${used}`,
    `payments_are_booked receipt:${receipt}`,
    'entries_have_payments payment:mtn:made-up',
    'entries_follow_rules nothing',
  ]) {
    assert.ok(named.has(expected), `${expected}, of ${[...named].join(', ')}`);
  }
  assert.ok(findings.some(({ proof }) => proof === 'totals_are_sums'));
});
