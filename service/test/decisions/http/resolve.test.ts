import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signedIn } from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { insertReceipt } from '../../support/receipts/receipts.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  ORANGE,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const person = await addPerson(database, 'agent');
const agent = await signedIn(service, person);

let numbers = 0;
function payer(): string {
  numbers += 1;
  return `+23769000${String(numbers).padStart(4, '0')}`;
}

/** A deposit that staff have to decide about. */
async function held(msisdn: string): Promise<string> {
  const { service_tx_id: id } = await create(service, DEPOSITS, { ...ORANGE, msisdn });
  await forceState(database, id, 'requires_manual_resolution');
  return id;
}

async function resolve(id: string, decision: 'confirm' | 'reject'): Promise<Json> {
  const json = { decision, reason: 'seen in the portal' };
  const answer = await agent.call('POST', `/internal/v1/transactions/${id}/resolve`, { json });
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

async function receiptOf(id: string) {
  const [row] = await database.query<{
    readonly state: string;
    readonly reason: string;
    readonly used_for: string | null;
  }>({
    text: `select state, reason,
                  (select transaction_id from receipt_uses u where u.receipt_id = r.id) as used_for
           from receipts r where id = $1`,
    values: [id],
  });
  assert.ok(row !== undefined);
  return row;
}

test('confirming a held deposit uses up the only payment from its time, and says who did', async () => {
  const msisdn = payer();
  const id = await held(msisdn);
  const receipt = await insertReceipt(database, { payer: msisdn, amountXaf: 500 });
  assert.equal((await resolve(id, 'confirm'))['unmatched_receipts'], undefined);
  const { state, used_for: usedFor, reason } = await receiptOf(receipt);
  assert.deepEqual([state, usedFor], ['used', id]);
  assert.ok(reason.includes(`${person.email}> marked deposit ${id} as paid`), reason);
});

test('of two payments neither is used, and the answer says that they are there', async () => {
  const msisdn = payer();
  const id = await held(msisdn);
  const receipts = [
    await insertReceipt(database, { payer: msisdn, amountXaf: 500 }),
    await insertReceipt(database, { payer: msisdn, amountXaf: 500 }),
  ];
  assert.equal((await resolve(id, 'confirm'))['unmatched_receipts'], 2);
  for (const receipt of receipts) assert.equal((await receiptOf(receipt)).state, 'unmatched');
});

const OTHERS = [
  ['of another amount', { amountXaf: 501 }, ''],
  ['of another operator', { amountXaf: 500, operator: 'mtn' }, ''],
  ['of another number', { amountXaf: 500, payer: '+237690009999' }, ''],
  ['from before the deposit', { amountXaf: 500 }, `received_at = app_now() - interval '1 hour'`],
] as const;

for (const [name, facts, change] of OTHERS) {
  test(`a payment ${name} is not used`, async () => {
    const msisdn = payer();
    const id = await held(msisdn);
    const receipt = await insertReceipt(database, { payer: msisdn, ...facts });
    if (change !== '') {
      await database.query({
        text: `update receipts set ${change} where id = $1`,
        values: [receipt],
      });
    }
    assert.equal((await resolve(id, 'confirm'))['unmatched_receipts'], undefined);
    assert.equal((await receiptOf(receipt)).state, 'unmatched');
  });
}

test('a payment that came long after the hold is not used, but counted', async () => {
  const msisdn = payer();
  const id = await held(msisdn);
  await database.query({
    text: `update transactions set created_at = created_at - interval '5 hours',
                                   state_updated_at = state_updated_at - interval '4 hours'
           where id = $1`,
    values: [id],
  });
  const receipt = await insertReceipt(database, { payer: msisdn, amountXaf: 500 });
  assert.equal((await resolve(id, 'confirm'))['unmatched_receipts'], 1);
  assert.equal((await receiptOf(receipt)).state, 'unmatched');
});

test('a deposit whose provider named the payment uses that one and no other', async () => {
  const msisdn = payer();
  const id = await held(msisdn);
  const receipts = [
    await insertReceipt(database, { payer: msisdn, amountXaf: 500 }),
    await insertReceipt(database, { payer: msisdn, amountXaf: 500 }),
  ];
  await database.query({
    text: 'update transactions set provider_tx_id = $2 where id = $1',
    values: [id, `PP-${receipts[1]}`],
  });
  assert.equal((await resolve(id, 'confirm'))['unmatched_receipts'], undefined);
  const states = await Promise.all(receipts.map(async (one) => (await receiptOf(one)).state));
  assert.deepEqual(states, ['unmatched', 'used']);
});

test('rejecting a held deposit uses no payment', async () => {
  const msisdn = payer();
  const id = await held(msisdn);
  const receipt = await insertReceipt(database, { payer: msisdn, amountXaf: 500 });
  await resolve(id, 'reject');
  assert.equal((await receiptOf(receipt)).state, 'unmatched');
});
