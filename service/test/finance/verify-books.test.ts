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
import { addGateway } from '../support/receipts/sms.ts';
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

test('wallets that were never opened are said once', async () => {
  const lines = ['+237690000021', '+237690000022'];
  const sims = lines.map((line) => [line, { operator: 'orange' as const, line }] as const);
  await addGateway(database, { sims: Object.fromEntries(sims) });
  const { stdout } = await momo('books', 'verify');
  const said = stdout.split('\n').filter((line) => lines.some((one) => line.includes(one)));
  assert.deepEqual(said, [`never opened, so not compared (momo books open): ${wallets(lines)}`]);
});

const wallets = (lines: readonly string[]) => lines.map((line) => `orange:${line}`).join(', ');

test('a payment that was dismissed wrongly and a difference nobody explained are named', async () => {
  const [deposit] = deposits;
  const forged = await insertReceipt(database, { payer: '+237690000007', amountXaf: 700 });
  const twice = await insertReceipt(database, { payer: '+237690000008', amountXaf: 500 });
  const book = (receipt: string, cause: string) =>
    `insert into book_entries
     select ${cause}, 'payment_in', e.debit, e.credit, r.amount_xaf * 100, e.booked_at, e.value_at,
            e.xact
     from receipts r, (select * from book_entries where rule = 'payment_in' limit 1) e
     where r.id = '${receipt}'`;
  const own = `'payment:' || r.operator || ':' || r.operator_tx_id`;
  const reason = JSON.stringify({ code: 'may_have_paid', params: { deposit } });
  await tamper(database, [
    book(forged, own),
    book(twice, own),
    book(twice, `'transaction:${deposit}'`),
    `update receipts set state = 'dismissed', dismissed_as = 'forged' where id = '${forged}'`,
    `update receipts set state = 'dismissed', reason = '${reason}' where id = '${twice}'`,
    `insert into statement_differences (wallet, kind, operator, operator_tx_id, at, found_at,
       closed_at, settled_by, settled_because)
     values ('mtn:1', 'paid_not_ours', 'mtn', '4711', now(), now(), now(), 'Eve', 'trust me')`,
  ]);
  const { stdout } = await momo('books', 'verify');
  assert.match(stdout, new RegExp(`^receipt:${forged}: it counts as forged and is still`, 'm'));
  assert.match(
    stdout,
    new RegExp(`^receipt:${twice}: it is booked beside deposit ${deposit}`, 'm'),
  );
  assert.match(stdout, /^difference:.* about 4711 is closed, and nobody has explained it/m);
  await tamper(database, [
    `delete from book_entries where cause in (select 'payment:' || operator || ':' || operator_tx_id
       from receipts where id in ('${forged}', '${twice}'))
       or (cause = 'transaction:${deposit}' and rule = 'payment_in')`,
    `delete from receipts where id in ('${forged}', '${twice}')`,
    'delete from statement_differences',
  ]);
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
