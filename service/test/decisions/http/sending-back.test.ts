import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertApplication } from '../../../src/db/access/access.ts';
import { listApplicationMoney } from '../../../src/db/books/application-money.ts';
import { insertLostSends } from '../../../src/db/provider-requests/lost-sends.ts';
import { bindReceipts } from '../../../src/db/receipts/receipts.ts';
import { recordContradiction } from '../../../src/db/transactions/contradictions.ts';
import { OWN_APPLICATIONS } from '../../../src/domain/access/own-application.ts';
import { verifyBooks } from '../../../src/flows/finance/verify-books.ts';
import { assertBooksChange } from '../../support/books/check-stories.ts';
import { startTwin } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import { openReturnCase, REASON, refusalOf } from '../../support/receipts/returns.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
} from '../../support/transactions/payments.ts';

// Staff send a payment back that belongs to no platform.

const WALLET = 'wallet mtn:+237670009991';
const shop = await openReturnCase();
const { service, till, awa, boris, chantal, call, pay, sendBack, returned, approve } = shop;
const { database } = service;

async function stateOf(id: string): Promise<readonly unknown[]> {
  const { state, dismissed_as, returns } = await shop.shown(id);
  return [state, dismissed_as, ...(returns as Json[]).map((one) => one['state'])];
}

test('an unmatched payment goes back to its payer once, by a withdrawal that another person approves', async () => {
  const { id, payer } = await pay(1_500);
  assert.equal((await shop.shown(id))['no_return'], null);
  const back = await returned(id);
  assert.deepEqual(await stateOf(id), ['dismissed', 'returned', 'pending_approval']);
  const { msisdn, amount_xaf, application, callback_url } = await shop.detail(back);
  assert.deepEqual([msisdn, amount_xaf, callback_url], [payer, 1_500, null]);
  assert.equal(application, 'returned payments');
  assert.equal(await approve(back, chantal), 'own_payout');
  await assertBooksChange(database, { [WALLET]: -1_500, 'unmatched ': 1_500 }, async () => {
    assert.equal(await approve(back), 'done');
    await shop.settle();
  });
  assert.deepEqual(await stateOf(id), ['dismissed', 'returned', 'succeeded']);
  assert.equal(shop.timesPaid(payer), 1);
  const { provider_tx_id: sent } = await shop.detail(back);
  // Its text is its evidence, and books nothing again.
  await assertBooksChange(database, {}, () => shop.tellSent(payer, 1_500, String(sent)));
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'chosen_used']);
});

test('a payout neither offers its approval to who created it, nor waits for them', async () => {
  const counted = async (who: typeof awa) => {
    const queues = bodyOf(await call(who, '/overview'))['queues'] as readonly Json[];
    return Number(queues.find(({ name }) => name === 'approvals')?.['count']);
  };
  const offered = async (who: typeof awa, payout: string) => {
    const answer = bodyOf(await call(who, `/transactions/${payout}`))['transaction'] as Json;
    const actions = answer['actions'] as readonly Json[];
    return Object.fromEntries(actions.map(({ action, refusal }) => [action, refusal]));
  };
  const { id } = await pay(1_600);
  const [hers, others] = [await counted(chantal), await counted(awa)];
  const back = await returned(id);
  assert.partialDeepStrictEqual(await offered(chantal, back), {
    approve: 'created_by_you',
    reject: null,
  });
  assert.equal((await offered(awa, back))['approve'], null);
  assert.deepEqual([await counted(chantal), await counted(awa)], [hers, others + 1]);
  assert.equal(await approve(back), 'done');
  await shop.settle();
});

test('a deposit that was taken back says so in the history of its player', async () => {
  const [player_id, msisdn] = [randomUUID(), till.player('mtn')];
  const order = { player_id, msisdn, operator: 'mtn', amount_xaf: 1_700 };
  const { service_tx_id: id } = await create(service, DEPOSITS, order);
  const remark = { code: 'reversed_by_operator' } as const;
  const about = { transactionId: id, receiptId: null, smsId: null, evidence: 'text:1' };
  const marks = async () => {
    const [row] = bodyOf(await call(awa, `/players/${player_id}`))['recent'] as readonly Json[];
    return row?.['marks'];
  };
  assert.deepEqual(await marks(), []);
  await recordContradiction(database, { ...about, remark });
  assert.deepEqual(await marks(), ['deposit_disputed']);
});

test('its application has no money, no credit line and no key, and makes no platform the second', async () => {
  const [money] = await listApplicationMoney(database, { ids: [OWN_APPLICATIONS.returns.id] });
  assert.partialDeepStrictEqual(money, { owedXaf: 0, promisedXaf: 0, creditXaf: null });
  const listed = bodyOf(await call(awa, '/application-money'))['items'] as readonly Json[];
  assert.ok(listed.every(({ name }) => name !== OWN_APPLICATIONS.returns.name));
  const { id } = await insertApplication(database, { id: randomUUID(), name: 'a shop' });
  const rows = await database.query({
    text: `select from book_accounts where kind = 'application' and key <> $1
           union all select from api_keys where application_id = $2`,
    values: [id, OWN_APPLICATIONS.returns.id],
  });
  assert.equal(rows.length, 0);
});

test('on a text that nothing proves the act does not exist', async () => {
  const { id } = await pay(2_000, { isProven: false });
  const { no_return } = await shop.shown(id);
  assert.ok(no_return !== null);
  const [status, code] = refusalOf(await sendBack(id));
  assert.deepEqual([status, code], [409, 'receipts_refused']);
  assert.equal((await shop.shown(id))['state'], 'unmatched');
  const forged = await call(chantal, `/receipts/${id}/dismiss`, { was: 'forged', reason: REASON });
  assert.equal(forged.status, 200, forged.text);
});

test('a payment that is trusted and not in the books proves nothing', async () => {
  const id = await insertReceipt(database, { payer: till.player('orange'), amountXaf: 500 });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'return_unproven']);
  await database.query({ text: 'delete from receipts where id = $1', values: [id] });
});

test('two people at once, on two processes, send a payment back once', async () => {
  const { id, payer } = await pay(1_700);
  const twin = await startTwin(service);
  const answers = await Promise.all([
    sendBack(id, chantal),
    sendBack(id, boris, twin),
    sendBack(id, awa),
    sendBack(id, chantal, twin),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  );
  const { returns } = await shop.shown(id);
  assert.equal((returns as Json[]).length, 1);
  const back = String((returns as Json[])[0]?.['id']);
  const [by] = await database.query<{ readonly created_by: string }>({
    text: 'select created_by from transactions where id = $1',
    values: [back],
  });
  const other = by?.created_by === `staff:${awa.id}` ? boris : awa;
  assert.equal(await approve(back, other), 'done');
  await shop.settle();
  assert.equal(shop.timesPaid(payer), 1);
});

test('while it is sent back a payment is neither matched, completed nor dismissed', async () => {
  const payer = till.player('mtn');
  const { id } = await pay(900, { payer });
  const back = await returned(id);
  const order = { player_id: randomUUID(), msisdn: payer, operator: 'mtn', amount_xaf: 900 };
  const { service_tx_id: deposit } = await create(service, DEPOSITS, order);
  const json = { receipt_ids: [id], reason: REASON };
  const completed = await call(chantal, `/deposits/${deposit}/complete`, json);
  assert.deepEqual(refusalOf(completed), [409, 'receipts_refused', 'chosen_used']);
  for (const was of ['deposit', 'returned', 'forged', 'unknown']) {
    const asked = { was, reason: REASON, deposit_id: deposit };
    const dismissed = await call(chantal, `/receipts/${id}/dismiss`, asked);
    assert.deepEqual(refusalOf(dismissed), [409, 'receipt_not_unmatched'], was);
  }
  await assert.rejects(
    database.query({
      text: `update receipts set state = 'unmatched', dismissed_as = null where id = $1`,
      values: [id],
    }),
    /returned_ones_wait_for_nothing/,
  );
  const rejected = await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  assert.equal(rejected.status, 200, rejected.text);
  assert.deepEqual(await stateOf(id), ['unmatched', null, 'failed']);
  const unknown = { was: 'unknown', reason: REASON };
  assert.equal((await call(chantal, `/receipts/${id}/dismiss`, unknown)).status, 200);
  // What stays owed can still be sent back.
  await returned(id);
});

test('a return that failed frees its payment, and the next one is another withdrawal', async () => {
  const { id, payer } = await pay(1_100);
  const first = await returned(id);
  assert.equal(await approve(first), 'done');
  assert.equal(
    (await call(awa, `/withdrawals/${first}/cancel`, { reason: REASON })).status,
    200,
    'not sent yet',
  );
  assert.deepEqual(await stateOf(id), ['unmatched', null, 'failed']);
  const second = await returned(id);
  assert.notEqual(second, first);
  shop.mtn.faults.add('transfer', { kind: 'forbidden_ip' }, { times: 1 });
  assert.equal(await approve(second), 'done');
  await shop.settle();
  shop.mtn.faults.clear();
  await shop.settle();
  const [, , last] = await stateOf(id);
  assert.equal(shop.timesPaid(payer), last === 'succeeded' ? 1 : 0);
});

test('a return that staff rejected says so beside its state', async () => {
  const { id } = await pay(1_600);
  const back = await returned(id);
  const reject = await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  assert.equal(reject.status, 200, reject.text);
  const rejected = { id: back, amount_xaf: 1_600, state: 'failed' };
  assert.deepEqual((await shop.shown(id))['returns'], [
    { ...rejected, reason_code: 'rejected_by_staff' },
  ]);
});

test('a payment whose return counts as failed and may have left is not sent back again', async () => {
  const { id, payer } = await pay(1_200);
  const back = await returned(id);
  await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  const about = { transactionId: back, receiptId: null, smsId: null, evidence: 'sms:1' };
  await recordContradiction(database, { ...about, remark: { code: 'settled_failed_but_paid' } });
  const refused = refusalOf(await sendBack(id));
  assert.deepEqual(refused, [409, 'receipts_refused', 'return_may_have_left']);
  assert.equal(shop.timesPaid(payer), 0);
});

test('what was sent back before a restore is not sent back again', async () => {
  const { id } = await pay(1_250);
  const sent = {
    reference: randomUUID(),
    transactionId: randomUUID(),
    providerId: 'mtn-main',
    channelId: 'mtn-main',
    handle: 'at the operator',
    at: new Date(),
    refundOf: id,
    amountXaf: 1_250,
  };
  await insertLostSends(database, [sent]);
  const refused = refusalOf(await sendBack(id));
  assert.deepEqual(refused, [409, 'receipts_refused', 'return_may_have_left']);
});

test('less than the least payout stays owed, and says so', async () => {
  const { id } = await pay(99);
  const { no_return } = await shop.shown(id);
  assert.partialDeepStrictEqual(no_return, { code: 'return_too_small' });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'return_too_small']);
  assert.deepEqual(await stateOf(id), ['unmatched', null]);
});

test('a payer of another operator cannot be paid so, and the payment says it', async () => {
  const { id } = await pay(1_400, { payer: till.player('orange') });
  const { no_return } = await shop.shown(id);
  assert.partialDeepStrictEqual(no_return, { code: 'return_not_payable' });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'return_not_payable']);
});

test('a return is neither approved nor sent once the operator took its payment back', async () => {
  const [waiting, approved] = [await pay(1_600), await pay(1_650)];
  const [first, second] = [await returned(waiting.id), await returned(approved.id)];
  assert.equal(await approve(second), 'done');
  await shop.tellReversed(waiting.paid, 1_600);
  await shop.tellReversed(approved.paid, 1_650);
  assert.equal(await approve(first), 'returned_payment_taken_back');
  await shop.settle();
  assert.equal((await shop.detail(second))['state'], 'requires_manual_resolution');
  assert.equal(shop.timesPaid(waiting.payer) + shop.timesPaid(approved.payer), 0);
  assert.equal(await approve(second), 'returned_payment_taken_back');
  await call(awa, `/withdrawals/${first}/reject`, { reason: REASON });
  const refused = refusalOf(await sendBack(waiting.id));
  assert.deepEqual(refused, [409, 'receipts_refused', 'chosen_taken_back']);
});

test('a return whose payment says something else is not paid', async () => {
  const { id, payer } = await pay(1_800);
  const back = await returned(id);
  await database.query({
    text: 'update receipts set amount_xaf = 1700 where id = $1',
    values: [id],
  });
  assert.equal(await approve(back), 'not_as_written');
  assert.ok(
    (await verifyBooks(database)).findings.some(({ proof }) => proof === 'returns_have_payments'),
  );
  await database.query({
    text: 'update receipts set amount_xaf = 1800 where id = $1',
    values: [id],
  });
  assert.equal(await approve(back), 'done');
  await shop.settle();
  assert.equal(shop.timesPaid(payer), 1);
});

/** A deposit that is held with the payment of a believed text. */
async function held(amount: number) {
  const { id: paymentId, payer, paid } = await pay(amount);
  const order = { player_id: randomUUID(), msisdn: payer, operator: 'mtn', amount_xaf: amount };
  const { service_tx_id: id } = await create(service, DEPOSITS, order);
  await forceState(database, id, 'requires_manual_resolution');
  await database.query({
    text: 'update transactions set provider_tx_id = $2 where id = $1',
    values: [id, paid],
  });
  const reason = { code: 'late_for_deposit', params: { deposit: id } } as const;
  await bindReceipts(database, { ids: [paymentId], transactionId: id, reason });
  return { id, paymentId, payer, paid };
}

function refuse(id: string, who = chantal) {
  const json = { decision: 'reject', money: 'sent_back', reason: REASON };
  return call(who, `/transactions/${id}/resolve`, json);
}

test('a held deposit is refused and its payment sent back in one act', async () => {
  const { id, paymentId, payer } = await held(2_200);
  assert.partialDeepStrictEqual((await shop.detail(id))['money_refusals'], {
    returned: { code: 'chosen_not_returned' },
    sent_back: null,
  });
  const refused = await refuse(id);
  assert.equal(bodyOf(refused)['outcome'], 'done', refused.text);
  assert.equal((await shop.detail(id))['state'], 'failed');
  assert.deepEqual(await stateOf(paymentId), ['dismissed', 'returned', 'pending_approval']);
  assert.equal(bodyOf(await refuse(id))['outcome'], 'already_done');
  const [back] = (await shop.shown(paymentId))['returns'] as Json[];
  assert.equal(await approve(String(back?.['id'])), 'done');
  await shop.settle();
  assert.equal(shop.timesPaid(payer), 1);
});

test('a deposit whose payment cannot be sent back is not refused so either', async () => {
  const { id, paymentId, paid } = await held(2_300);
  await shop.tellReversed(paid, 2_300);
  const because = [409, 'receipts_refused', 'chosen_taken_back'];
  assert.partialDeepStrictEqual((await shop.detail(id))['money_refusals'], {
    returned: null,
    sent_back: { code: 'chosen_taken_back' },
  });
  assert.deepEqual(refusalOf(await refuse(id)), because);
  assert.equal((await shop.detail(id))['state'], 'requires_manual_resolution');
  assert.deepEqual(await stateOf(paymentId), ['used', null]);
});

test('two people at once refuse a deposit and send its payment back once', async () => {
  const { id, paymentId } = await held(2_400);
  const both = await Promise.all([refuse(id, chantal), refuse(id, boris), sendBack(paymentId)]);
  assert.ok(both.filter(({ status }) => status === 200).length <= 1);
  assert.ok(((await shop.shown(paymentId))['returns'] as Json[]).length <= 1);
});

test('a cut number is filled in by two people before the payment goes back to it', async () => {
  const { id, payer } = await pay(1_300, { cut: 2 });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'chosen_open']);
  const said = { payer_msisdn: payer, reason: REASON };
  const asked = await call(chantal, `/receipts/${id}/fill-in`, said);
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'chosen_open']);
  await call(awa, `/changes/${String(bodyOf(asked)['change_id'])}/approve`, {});
  const back = await returned(id);
  assert.equal((await shop.detail(back))['msisdn'], payer);
});

test('the books of all this hold', async () => {
  const { findings } = await verifyBooks(database);
  assert.deepEqual(findings, []);
});
