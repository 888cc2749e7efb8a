import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, type Browser, lastAuditLine, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { addGateway, addLines, createOrangeLine, tell } from '../../support/receipts/sms.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  historyOf,
  type Json,
  ORANGE,
  read,
  simulate,
} from '../../support/transactions/payments.ts';

// A deposit that people complete from payments which may not be true.

const LIMIT = 100_000;
const LINE = '+237699000001';
const service = await startTestService({}, { policy: { approvalSecondPersonXaf: LIMIT } });
const { database } = service;
await addLines(database, 'orange', [LINE]);
await addGateway(database, { sims: { 'sim-1': { operator: 'orange', line: LINE } } });
const line = createOrangeLine(LINE);
/** Payments that never moved the balance of the line. */
const forger = createOrangeLine(LINE);
const [ana, bo] = await Promise.all([addPerson(database, 'agent'), addPerson(database, 'agent')]);
const [asAna, asBo] = [await signedIn(service, ana), await signedIn(service, bo)];

async function deposit(msisdn: string, amountXaf: number): Promise<string> {
  const asked = { ...ORANGE, msisdn, amount_xaf: amountXaf };
  return (await create(service, DEPOSITS, asked)).service_tx_id;
}

async function receiptOf(payer: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from receipts where payer_msisdn = $1 order by created_at desc, id desc',
    values: [payer],
  });
  return row?.id ?? assert.fail(payer);
}

async function complete(who: Browser, id: string, receiptId: string, more: Json = {}) {
  const json = { receipt_ids: [receiptId], reason: 'The player showed the text.', ...more };
  return bodyOf(await who.call('POST', `/internal/v1/deposits/${id}/complete`, { json }));
}

const stateOf = async (id: string) => (await read(service, id))['state'];

/** A text in which the operator reverses the payment. */
function reverse(text: string) {
  const [paid] = /PP[0-9]{6}\.[0-9]{4}\.[A-Z][0-9]{5}/.exec(text) ?? assert.fail(text);
  return tell(service, { text: `Annulation du transfert ${paid} effectuee.` });
}

/** A text whose signature is so old that it may be a replay. */
const doubtful = (text: string) => tell(service, { text }, { at: Date.now() - 600_000 });

test('a payment that the operator reversed completes nothing, whichever text came first', async () => {
  const reported = '+237690000901';
  const text = line.pay({ payer: reported, amount: 700 });
  await tell(service, { text });
  await reverse(text);
  const later = '+237690000902';
  const late = forger.pay({ payer: later, amount: 700 });
  await reverse(late);
  await doubtful(late);
  for (const payer of [reported, later]) {
    const id = await deposit(payer, 700);
    const { code, params } = await complete(asAna, id, await receiptOf(payer));
    assert.equal(code, 'receipts_refused', payer);
    assert.partialDeepStrictEqual(params, { because: { code: 'chosen_taken_back' } });
    assert.equal(await stateOf(id), 'pending');
  }
});

/** A deposit and a payment for it that may be forged. */
async function unproven(payer: string, amountXaf: number) {
  await doubtful(forger.pay({ payer, amount: amountXaf }));
  return { id: await deposit(payer, amountXaf), receipt: await receiptOf(payer) };
}

async function detailOf(id: string): Promise<Json> {
  const answer = await asBo.call('GET', `/internal/v1/transactions/${id}`);
  return bodyOf(answer)['transaction'] as Json;
}

test('one person and a text in doubt make no credit above the limit', async () => {
  const { id, receipt } = await unproven('+237690000911', LIMIT + 1);
  for (let click = 0; click < 2; click += 1) {
    const { outcome } = await complete(asAna, id, receipt);
    assert.equal(outcome, 'waits_for_second_person');
  }
  assert.equal(await stateOf(id), 'pending');
  const entry = await lastAuditLine(database);
  assert.deepEqual(
    [entry?.action, entry?.subject, entry?.reason],
    ['transaction.first_confirm', `transaction:${id}`, 'The player showed the text.'],
  );
  const { approvals, second_person: why } = await detailOf(id);
  assert.partialDeepStrictEqual(approvals, [
    { staff_id: ana.id, decision: 'confirm', counts: true },
  ]);
  assert.partialDeepStrictEqual(why, { complete: 'unproven_payment' });
  assert.equal((await complete(asBo, id, receipt))['outcome'], 'done');
  assert.equal(await stateOf(id), 'succeeded');
  const [, completed] = await historyOf(database, id);
  assert.deepEqual([completed?.trigger, completed?.actor], ['staff_completed', `staff:${bo.id}`]);
});

test('two people who choose different payments have not agreed', async () => {
  const payer = '+237690000915';
  const { id, receipt: first } = await unproven(payer, LIMIT + 1);
  await doubtful(forger.pay({ payer, amount: LIMIT + 2 }));
  const second = await receiptOf(payer);
  assert.equal((await complete(asAna, id, first))['outcome'], 'waits_for_second_person');
  const otherwise = await complete(asBo, id, second);
  assert.deepEqual(
    [otherwise['outcome'], otherwise['agreed_otherwise']],
    ['waits_for_second_person', true],
  );
  assert.equal(await stateOf(id), 'pending');
  assert.equal((await complete(asAna, id, second))['outcome'], 'done');
  assert.equal(await stateOf(id), 'succeeded');
  const [bound] = await database.query<{ readonly receipt_id: string }>({
    text: 'select receipt_id from receipt_uses where transaction_id = $1',
    values: [id],
  });
  assert.equal(bound?.receipt_id, second);
});

test('the limit itself, and a payment that is proven, take one person', async () => {
  const small = await unproven('+237690000912', LIMIT);
  assert.equal((await complete(asAna, small.id, small.receipt))['outcome'], 'done');
  const payer = '+237690000913';
  const id = await deposit(payer, LIMIT + 1);
  await tell(service, { text: line.pay({ payer, amount: LIMIT + 2 }) });
  const proven = await receiptOf(payer);
  const [row] = await database.query<{ readonly is_trusted: boolean }>({
    text: 'select is_trusted from receipts where id = $1',
    values: [proven],
  });
  assert.equal(row?.is_trusted, true, 'the balances of the line followed');
  assert.equal((await complete(asAna, id, proven))['outcome'], 'done');
});

test('a person who has not seen the first decision decides nothing', async () => {
  const { id, receipt } = await unproven('+237690000914', LIMIT + 1);
  await complete(asAna, id, receipt, { approvals_seen: 0 });
  const late = await complete(asBo, id, receipt, { approvals_seen: 0 });
  assert.equal(late['code'], 'approvals_changed');
  assert.equal(await stateOf(id), 'pending');
  assert.equal((await complete(asBo, id, receipt, { approvals_seen: 1 }))['outcome'], 'done');
});

test('a decision from before the deposit expired no longer counts', async () => {
  const { id, receipt } = await unproven('+237690000915', LIMIT + 1);
  await complete(asAna, id, receipt);
  await simulate(service, id, 'expired');
  assert.partialDeepStrictEqual((await detailOf(id))['approvals'], [{ counts: false }]);
  assert.equal((await complete(asBo, id, receipt))['outcome'], 'waits_for_second_person');
  assert.equal((await complete(asAna, id, receipt))['outcome'], 'done');
});

test('to complete and to confirm a held deposit is the same decision of two people', async () => {
  const { id, receipt } = await unproven('+237690000916', LIMIT + 1);
  await forceState(database, id, 'requires_manual_resolution');
  assert.equal((await complete(asAna, id, receipt))['outcome'], 'waits_for_second_person');
  const json = { decision: 'confirm', reason: 'Seen in the portal.' };
  const path = `/internal/v1/transactions/${id}/resolve`;
  const again = bodyOf(await asAna.call('POST', path, { json }));
  assert.equal(again['outcome'], 'waits_for_second_person', 'the same person in another way');
  assert.equal(bodyOf(await asBo.call('POST', path, { json }))['outcome'], 'done');
});

test('no second decision is asked for where the state allows none', async () => {
  const { id, receipt } = await unproven('+237690000917', LIMIT + 1);
  await forceState(database, id, 'failed');
  const { code, state } = await complete(asAna, id, receipt);
  assert.deepEqual([code, state], ['overtaken', 'failed']);
});
