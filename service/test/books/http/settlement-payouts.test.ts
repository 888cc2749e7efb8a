import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { addPerson } from '../../support/access/staff.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { startTwin } from '../../support/harness.ts';
import { liveEnv } from '../../support/providers/live.ts';
import { openCodes, openReturnCase, REASON } from '../../support/receipts/returns.ts';
import { bodyOf, create, type Json, WITHDRAWALS } from '../../support/transactions/payments.ts';

// Finance pays a platform what it is owed to a number.

const WALLET = 'wallet mtn:+237670009991';
const PLATFORM = `application ${DEFAULT_APPLICATION_ID}`;
const shop = await openReturnCase();
const { service, till, awa, boris, chantal, call, approve } = shop;
const { database } = service;
const twin = await startTwin(service);
const fanta = await addPerson(database, 'finance');
const complete = await openCodes(shop);
const MONEY = '/application-money';
let references = 0;

/** The platform is owed so much more. */
async function earn(amount: number): Promise<void> {
  await complete(amount, amount);
}

async function money(): Promise<Readonly<Record<string, number>>> {
  const { items } = bodyOf(await call(fanta, MONEY));
  const own = (items as readonly Json[]).find(({ name }) => name === 'default');
  const { owed_xaf, settled_xaf, left_xaf, promised_xaf } = own as Record<string, number>;
  assert.equal(owed_xaf, Number(settled_xaf) + Number(left_xaf), 'owed is settled and left');
  return { owed: owed_xaf ?? 0, settled: settled_xaf ?? 0, promised: promised_xaf ?? 0 };
}

function settle(amount_xaf: number, changes: Json = {}, at = service) {
  references += 1;
  const said = { amount_xaf, reference: `MOMO ${references}`, msisdn: till.player('mtn') };
  const path = `${MONEY}/default/settlement-payouts`;
  return call(fanta, path, { ...said, reason: REASON, ...changes }, at);
}

async function asked(amount: number, changes: Json = {}): Promise<string> {
  const answer = await settle(amount, changes);
  assert.equal(answer.status, 200, answer.text);
  return String(bodyOf(answer)['withdrawal_id']);
}

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

async function statement(): Promise<readonly Json[]> {
  const path = `/api/v1/statement?from=${today()}&to=2100-01-01`;
  const { items } = bodyOf(await service.call('GET', path));
  return (items as readonly Json[]).filter(({ kind }) => kind === 'settlement');
}

test('finance asks, another person approves, and the platform is paid what it is owed', async () => {
  await earn(1_000);
  const msisdn = till.player('mtn');
  const id = await asked(700, { msisdn, reference: 'October' });
  assert.deepEqual(await money(), { owed: 1_000, settled: 0, promised: 700 });
  assert.equal((await call(fanta, `/withdrawals/${id}/approve`, {})).status, 403);
  const shown = await shop.detail(id);
  assert.deepEqual([shown['msisdn'], shown['application']], [msisdn, 'settlements']);
  assert.partialDeepStrictEqual(shown['state_remark'], { code: 'waits_for_settlement' });
  await assertBooksChange(database, { [WALLET]: -700, [PLATFORM]: 700 }, async () => {
    assert.equal(await approve(id, chantal), 'done');
    assert.deepEqual(await money(), { owed: 1_000, settled: 0, promised: 700 });
    await shop.settle();
  });
  assert.deepEqual(await money(), { owed: 1_000, settled: 700, promised: 0 });
  assert.equal(shop.timesPaid(msisdn), 1);
  const { provider_tx_id: sent } = await shop.detail(id);
  await assertBooksChange(database, {}, () => shop.tellSent(msisdn, 700, String(sent)));
});

test('it stands in the statement of the platform and in the report of the day', async () => {
  const [row] = await statement();
  assert.partialDeepStrictEqual(row, {
    amount_xaf: -700,
    reference: 'October',
    service_tx_id: null,
  });
  const { booked_at: bookedAt } = row as { readonly booked_at: string };
  // In Douala, as books count days.
  const day = new Date(Date.parse(bookedAt) + 3_600_000).toISOString().slice(0, 10);
  const { applications } = bodyOf(await call(fanta, `/closings/${day}`));
  const { total } = applications as { readonly total: Json };
  assert.equal(total['settled_xaf'], -700);
});

test('a reference counts once, whichever way it was paid', async () => {
  await earn(2_000);
  assert.equal(bodyOf(await settle(100, { reference: 'October' }))['code'], 'settled_already');
  const bank = { amount_xaf: 100, reference: 'October', paid_to: 'bank account', reason: REASON };
  const recorded = await call(fanta, `${MONEY}/default/settlements`, bank);
  assert.equal(bodyOf(recorded)['code'], 'settled_already');
  const first = await asked(100, { reference: 'rejected' });
  await call(awa, `/withdrawals/${first}/reject`, { reason: REASON });
  assert.equal(bodyOf(await settle(100, { reference: 'rejected' }))['code'], 'settled_already');
});

test('of ten at once, on two processes, no more is asked for than is owed', async () => {
  const { owed = 0, settled = 0 } = await money();
  const most = owed - settled;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => settle(most, {}, index % 2 === 0 ? service : twin)),
  );
  const [done, ...more] = answers.filter(({ status }) => status === 200);
  assert.ok(done !== undefined && more.length === 0);
  assert.ok(answers.every(({ status }) => [200, 409].includes(status)));
  assert.equal((await money())['promised'], most);
  const id = String(bodyOf(done)['withdrawal_id']);
  await call(awa, `/withdrawals/${id}/reject`, { reason: REASON });
  assert.deepEqual(await money(), { owed, settled, promised: 0 });
});

test('one that fails at the provider is owed again, and the statement says so', async () => {
  const before = await money();
  const id = await asked(300, { reference: 'failing' });
  assert.equal(await approve(id), 'done');
  const msisdn = String((await shop.detail(id))['msisdn']);
  shop.mtn.setOutcome(msisdn.slice(1), { kind: 'fail', reason: 'PAYEE_NOT_FOUND' });
  await shop.settle();
  assert.equal((await shop.detail(id))['state'], 'failed');
  assert.deepEqual(await money(), before);
  const rows = (await statement()).filter(({ reference }) => reference === 'failing');
  assert.deepEqual(
    rows.map(({ amount_xaf }) => amount_xaf),
    [-300, 300],
  );
  // A text says that it was paid all the same: that is disputed, and the platform is still owed.
  await assertBooksChange(database, { [WALLET]: -300, 'disputed ': 300 }, () =>
    shop.tellSent(msisdn, 300),
  );
  assert.deepEqual(await money(), before);
});

test('it is neither approved nor sent once its amount is promised to others', async () => {
  const { owed = 0, settled = 0 } = await money();
  const most = owed - settled;
  const [waiting, approved] = [await asked(most - 200), await asked(200)];
  assert.equal(await approve(approved), 'done');
  const order = { player_id: randomUUID(), operator: 'mtn', msisdn: till.player('mtn') };
  const { service_tx_id: other } = await create(service, WITHDRAWALS, {
    ...order,
    amount_xaf: 500,
  });
  for (const who of [awa, boris]) await approve(other, who);
  assert.equal(await approve(waiting), 'more_than_owed');
  await shop.settle();
  const held = await shop.detail(approved);
  assert.equal(held['state'], 'requires_manual_resolution');
  assert.match(JSON.stringify(held['state_remark']), /settlement_outdated/);
  assert.equal(await approve(approved), 'more_than_owed');
  await call(awa, `/withdrawals/${waiting}/reject`, { reason: REASON });
  assert.equal(await approve(approved), 'done');
  await shop.settle();
  assert.equal((await money())['settled'], settled + 200);
});

test('a number of no operator, an own application and less than the least payout are refused', async () => {
  const refused = await settle(100, { msisdn: '+33612345678' });
  assert.deepEqual([refused.status, bodyOf(refused)['code']], [409, 'settlement_not_payable']);
  assert.equal((await settle(99)).status, 422);
  const own = encodeURIComponent('settlements');
  const said = { amount_xaf: 100, reference: 'own', msisdn: till.player('mtn'), reason: REASON };
  assert.equal((await call(fanta, `${MONEY}/${own}/settlement-payouts`, said)).status, 404);
  assert.equal((await call(chantal, `${MONEY}/default/settlement-payouts`, said)).status, 403);
});

test('who runs momo asks for a payout, which a person in the console approves', async () => {
  const { momo } = openMomo(liveEnv(service));
  const said = ['--reference', 'by momo', '--reason', REASON];
  const both = await momo('books', 'settle', 'default', '150', ...said);
  assert.notEqual(both.code, 0, both.output);
  const number = ['--number', till.player('mtn')];
  const run = await momo('books', 'settle', 'default', '150', ...number, ...said, '--json');
  assert.equal(run.code, 0, run.output);
  const { withdrawal } = JSON.parse(run.stdout) as { readonly withdrawal: string };
  assert.equal(await approve(withdrawal, chantal), 'done');
  await shop.settle();
  assert.equal((await shop.detail(withdrawal))['state'], 'succeeded');
});

test('the books of all this hold, and a settlement that nobody asked for is named', async () => {
  assert.deepEqual((await verifyBooks(database)).findings, []);
  const forge = `update book_entries set amount_cents = 50000 where rule = 'settlement_sent'`;
  await tamper(database, [forge]);
  const { findings } = await verifyBooks(database);
  assert.ok(findings.some(({ proof }) => proof === 'settlements_are_decided'));
});
