import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertApplication } from '../../src/db/access/access.ts';
import { recordContradiction } from '../../src/db/transactions/contradictions.ts';
import { findTransactions } from '../../src/db/transactions/transactions.ts';
import { OWN_APPLICATIONS } from '../../src/domain/access/own-application.ts';
import { claimOperatorId, OperatorIdTaken } from '../../src/flows/receipts/claim-operator-id.ts';
import { openReturnCase, REASON, refusalOf } from '../support/receipts/returns.ts';
import { create, DEPOSITS } from '../support/transactions/payments.ts';

// Nobody else gets the money of a payment that is sent back as well.

const shop = await openReturnCase();
const { service, till, awa, chantal, call, pay, sendBack, returned, approve } = shop;
const { database } = service;
// A platform of an earlier release may have any name.
const taken = { id: randomUUID(), name: OWN_APPLICATIONS.returns.name };
await insertApplication(database, taken);

async function deposit(msisdn: string, amount: number): Promise<string> {
  const order = { player_id: randomUUID(), msisdn, operator: 'mtn', amount_xaf: amount };
  const { service_tx_id: id } = await create(service, DEPOSITS, order);
  return id;
}

/** The provider says that the deposit was paid with this payment of the operator. */
async function name(id: string, operatorTxId: string): Promise<void> {
  await database.query({
    text: 'update transactions set provider_tx_id = $2 where id = $1',
    values: [id, operatorTxId],
  });
}

test('a payment with which a deposit was paid, as its provider says, is not sent back', async () => {
  const { id, paid } = await pay(1_700);
  const credited = await deposit(till.player('mtn'), 5_000);
  await name(credited, paid);
  assert.partialDeepStrictEqual((await shop.shown(id))['no_return'], { code: 'chosen_taken' });
  assert.deepEqual(refusalOf(await sendBack(id)), [409, 'receipts_refused', 'chosen_taken']);
});

test('a return is neither approved nor sent once a provider names its payment', async () => {
  const [waiting, approved] = [await pay(1_710), await pay(1_720)];
  const [first, second] = [await returned(waiting.id), await returned(approved.id)];
  assert.equal(await approve(second), 'done');
  await name(await deposit(till.player('mtn'), 5_000), waiting.paid);
  await name(await deposit(till.player('mtn'), 5_000), approved.paid);
  assert.equal(await approve(first), 'returned_payment_credited');
  await shop.settle();
  assert.equal((await shop.detail(second))['state'], 'requires_manual_resolution');
  assert.equal(shop.timesPaid(waiting.payer) + shop.timesPaid(approved.payer), 0);
});

test('a deposit that its provider names is held while its payment is on its way back', async () => {
  const { id, payer, paid } = await pay(1_730);
  const back = await returned(id);
  const [named] = await findTransactions(database, [await deposit(payer, 1_730)]);
  assert.ok(named?.transaction);
  const claim = { operatorTxId: paid, write: async () => true };
  await assert.rejects(claimOperatorId(database, named.transaction, claim), (error) => {
    assert.ok(error instanceof OperatorIdTaken);
    return error.by === back;
  });
});

test('a payment whose return may have left pays no deposit, by nobody', async () => {
  const { id, payer, paid } = await pay(1_740);
  const back = await returned(id);
  await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  const about = { transactionId: back, receiptId: null, smsId: null, evidence: 'sms:1' };
  await recordContradiction(database, { ...about, remark: { code: 'settled_failed_but_paid' } });
  const order = await deposit(payer, 1_740);
  const json = { receipt_ids: [id], reason: REASON };
  const completed = await call(chantal, `/deposits/${order}/complete`, json);
  const refused = [409, 'receipts_refused', 'return_may_have_left'];
  assert.deepEqual(refusalOf(completed), refused);
  const [named] = await findTransactions(database, [order]);
  assert.ok(named?.transaction);
  const claim = { operatorTxId: paid, write: async () => true };
  await assert.rejects(claimOperatorId(database, named.transaction, claim), OperatorIdTaken);
});

test('a payment that was taken back during its return is not believed when that is rejected', async () => {
  const { id, payer, paid } = await pay(1_750);
  const back = await returned(id);
  await shop.tellReversed(paid, 1_750);
  await call(awa, `/withdrawals/${back}/reject`, { reason: REASON });
  const [row] = await database.query<{ readonly state: string; readonly trusted: boolean }>({
    text: 'select state, is_trusted as trusted from receipts where id = $1',
    values: [id],
  });
  assert.deepEqual(row, { state: 'unmatched', trusted: false });
  const json = { receipt_ids: [id], reason: REASON };
  const completed = await call(chantal, `/deposits/${await deposit(payer, 1_750)}/complete`, json);
  assert.deepEqual(refusalOf(completed), [409, 'receipts_refused', 'chosen_taken_back']);
});
