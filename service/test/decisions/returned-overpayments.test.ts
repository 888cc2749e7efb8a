import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listApplicationMoney } from '../../src/db/books/application-money.ts';
import { insertLostSends } from '../../src/db/provider-requests/lost-sends.ts';
import { recordContradiction } from '../../src/db/transactions/contradictions.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { startTwin } from '../support/harness.ts';
import { openCodes, openReturnCase, REASON, refusalOf } from '../support/receipts/returns.ts';
import { bodyOf, create, DEPOSITS, type Json } from '../support/transactions/payments.ts';

// What was paid above the amount of a deposit goes back to its payer, and no franc of the platform.

const WALLET = 'wallet mtn:+237670009991';
const shop = await openReturnCase();
const { service, till, awa, boris, chantal, call, approve } = shop;
const { database } = service;
const twin = await startTwin(service);

const complete = await openCodes(shop);

/** A deposit of 1,000 that staff completed from a payment of more. */
const overpaid = (restXaf: number) => complete(1_000, 1_000 + restXaf);

const sendBack = (id: string, who = chantal, at = service) =>
  call(who, `/deposits/${id}/send-back`, { reason: REASON }, at);
const refund = (id: string, json: Json = {}, who = chantal, at = service) =>
  call(who, `/deposits/${id}/refunds`, { reason: REASON, ...json }, at);

async function asked(asking: ReturnType<typeof sendBack>): Promise<string> {
  const answer = await asking;
  assert.equal(answer.status, 200, answer.text);
  return String(bodyOf(answer)['withdrawal_id']);
}

const GONE = [409, 'receipts_refused', 'overpayment_gone'];

test('what was paid too much goes back once, out of what is owed to its payer', async () => {
  const { id, payer } = await overpaid(500);
  const before = await listApplicationMoney(database);
  assert.partialDeepStrictEqual((await shop.detail(id))['overpayment'], {
    amount_xaf: 500,
    no_return: null,
    returns: [],
  });
  const back = await asked(sendBack(id));
  const { msisdn, amount_xaf, application, callback_url } = await shop.detail(back);
  assert.deepEqual([msisdn, amount_xaf, callback_url], [payer, 500, null]);
  assert.equal(application, 'returned overpayments');
  assert.deepEqual(refusalOf(await sendBack(id)), GONE);
  assert.equal(await approve(back, chantal), 'own_payout');
  await assertBooksChange(database, { [WALLET]: -500, 'overpayments ': 500 }, async () => {
    assert.equal(await approve(back), 'done');
    await shop.settle();
  });
  assert.equal(shop.timesPaid(payer), 1);
  const { provider_tx_id: sent } = await shop.detail(back);
  await assertBooksChange(database, {}, () => shop.tellSent(payer, 500, String(sent)));
  assert.deepEqual(refusalOf(await sendBack(id)), GONE);
  // Another transfer of the same amount is not the same money once more.
  const outside = { [WALLET]: -500, 'moved_outside ': 500 };
  await assertBooksChange(database, outside, () => shop.tellSent(payer, 500));
  const owed = (rows: typeof before) => rows.map(({ name, owedXaf }) => [name, owedXaf]);
  const after = (await listApplicationMoney(database)).filter(({ name }) => name !== application);
  assert.deepEqual(owed(after), owed(before), 'the platform has paid nothing');
});

test('of twenty people at once, on two processes, one sends it back', async () => {
  const { id, payer } = await overpaid(600);
  const tries = Array.from({ length: 20 }, (_, index) =>
    sendBack(id, index % 3 === 0 ? boris : chantal, index % 2 === 0 ? service : twin),
  );
  const answers = await Promise.all(tries);
  assert.deepEqual(
    answers.filter(({ status }) => status !== 409).map(({ status }) => status),
    [200],
  );
  const { returns } = (await shop.detail(id))['overpayment'] as { readonly returns: Json[] };
  assert.equal(await approve(String(returns[0]?.['id'])), 'done');
  await shop.settle();
  assert.equal(shop.timesPaid(payer), 1);
});

test('a deposit can be refunded whole beside the return of what was paid too much', async () => {
  const { id, payer } = await overpaid(700);
  const back = await asked(sendBack(id));
  const given = await asked(refund(id));
  assert.equal((await shop.detail(given))['amount_xaf'], 1_000);
  const listed = (await shop.detail(id))['refunds'] as readonly Json[];
  assert.deepEqual(
    listed.map((one) => one['id']),
    [given],
  );
  for (const one of [back, given]) assert.equal(await approve(one), 'done');
  await shop.settle();
  assert.equal(shop.timesPaid(payer), 2);
  assert.equal((await refund(id)).status, 409);
});

test('staff transfer it by hand, and its return is not paid any more', async () => {
  const { id, payer } = await overpaid(800);
  const back = await asked(sendBack(id));
  const left = { [WALLET]: -800, 'overpayments ': 800 };
  await assertBooksChange(database, left, () => shop.tellSent(payer, 800));
  assert.equal(await approve(back), 'refund_too_large');
  await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  assert.deepEqual(refusalOf(await sendBack(id)), GONE);
  assert.equal(shop.timesPaid(payer), 0);
});

test('a return that failed leaves it owed, and one that may have left does not', async () => {
  const { id, payer } = await overpaid(900);
  const first = await asked(sendBack(id));
  await call(awa, `/withdrawals/${first}/reject`, { reason: REASON });
  const second = await asked(sendBack(id));
  await call(awa, `/withdrawals/${second}/reject`, { reason: REASON });
  const about = { transactionId: second, receiptId: null, smsId: null, evidence: 'sms:1' };
  await recordContradiction(database, { ...about, remark: { code: 'settled_failed_but_paid' } });
  assert.deepEqual(refusalOf(await sendBack(id)), GONE);
  assert.equal(shop.timesPaid(payer), 0);
});

test('what was sent back before a restore is not sent back again', async () => {
  const { id } = await overpaid(950);
  const sent = {
    reference: randomUUID(),
    transactionId: randomUUID(),
    providerId: 'mtn-main',
    channelId: 'mtn-main',
    handle: 'at the operator',
    at: new Date(),
    refundOf: id,
    amountXaf: 950,
  };
  await insertLostSends(database, [sent]);
  assert.deepEqual(refusalOf(await sendBack(id)), GONE);
});

test('it is not sent back once the operator took its payment back', async () => {
  const { id, payer, paid } = await overpaid(300);
  const back = await asked(sendBack(id));
  await shop.tellReversed(paid, 1_300);
  assert.equal(await approve(back), 'refund_too_large');
  await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'chosen_taken_back']);
  assert.equal(shop.timesPaid(payer), 0);
});

test('on a payment that nothing proves the act does not exist', async () => {
  const { id, paid } = await overpaid(400);
  const believe = (isTrusted: boolean) =>
    database.query({
      text: 'update receipts set is_trusted = $2 where operator_tx_id = $1',
      values: [paid, isTrusted],
    });
  await believe(false);
  const refused = refusalOf(await sendBack(id));
  assert.deepEqual(refused, [409, 'receipts_refused', 'return_unproven']);
  await believe(true);
});

test('less than the least payout stays owed, and what was not paid too much is not sent', async () => {
  const small = await overpaid(50);
  const refused = [409, 'receipts_refused', 'return_too_small'];
  assert.deepEqual(refusalOf(await sendBack(small.id)), refused);
  const order = { player_id: randomUUID(), operator: 'mtn', amount_xaf: 1_000 };
  const { service_tx_id: id } = await create(service, DEPOSITS, {
    ...order,
    msisdn: till.player('mtn'),
  });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'nothing_overpaid']);
});

test('a refund that staff ask for is approved by another, and the platform does not read why', async () => {
  const { id } = await overpaid(200);
  const given = await asked(refund(id, { amount_xaf: 400 }));
  assert.equal(await approve(given, chantal), 'own_payout');
  const { state_reason, state_remark } = await shop.detail(given);
  assert.ok(!String(state_reason).includes(REASON), String(state_reason));
  assert.partialDeepStrictEqual(state_remark, { code: 'waits_for_refund_because' });
  const at = `/api/v1/transactions/${given}`;
  const read = bodyOf(await service.call('GET', at));
  assert.equal(read['refund_of'], id);
  assert.equal((await refund(id, { amount_xaf: 601 })).status, 409);
  const [line] = await database.query<{ readonly action: string; readonly reason: string }>({
    text: `select action, reason from audit_log where subject = $1 and action = 'deposit.refund'`,
    values: [`transaction:${id}`],
  });
  assert.deepEqual(line, { action: 'deposit.refund', reason: REASON });
});

test('of twenty refunds that staff ask for at once the deposit is given back once', async () => {
  const { id } = await overpaid(150);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refund(id, {}, index % 2 === 0 ? chantal : boris, index % 2 === 0 ? service : twin),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => [200, 409].includes(status)));
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(findings, []);
});
