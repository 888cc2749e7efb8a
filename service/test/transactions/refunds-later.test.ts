import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertLostSends } from '../../src/db/provider-requests/lost-sends.ts';
import { operatorReferenceOf } from '../../src/flows/transactions/operator-reference.ts';
import {
  bodyOf,
  create,
  historyOf,
  type Json,
  read,
  switchProviders,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';
import { askRefund, openRefundCase } from '../support/transactions/refunds.ts';

// What becomes known of a deposit and its refunds after one of them was asked for.

const { service, mtn, paid, refund, contradict, act, approve, detailOf, settle, timesPaid } =
  await openRefundCase();
const { database } = service;

/** A payout that was sent before the database was restored to a moment before it. */
async function loseSend(payout: {
  readonly reference: string;
  readonly playerId: string;
  readonly refundOf: string;
  readonly amountXaf: number;
}): Promise<void> {
  const [row] = await database.query<{ readonly id: string; readonly applicationId: string }>({
    text: `select gen_random_uuid() as id, application_id as "applicationId"
           from transactions where id = $1`,
    values: [payout.refundOf],
  });
  assert.ok(row);
  const key = { ...payout, applicationId: row.applicationId, direction: 'withdrawal' } as const;
  const { refundOf, amountXaf } = payout;
  const sent = { providerId: 'mtn-main', channelId: 'mtn-main', handle: 'h', at: new Date() };
  const reference = operatorReferenceOf(key);
  const send = { ...sent, reference, transactionId: row.id, refundOf, amountXaf };
  await insertLostSends(database, [send]);
}

async function playerOf(id: string): Promise<string> {
  const [row] = await database.query<{ readonly player_id: string }>({
    text: 'select player_id from transactions where id = $1',
    values: [id],
  });
  assert.ok(row);
  return row.player_id;
}

test('a refund that waits is not paid if one that had failed was paid after all', async () => {
  const { id, msisdn } = await paid();
  const first = await refund(id);
  assert.equal(await act(`withdrawals/${first}/reject`, { reason: 'Not wanted.' }), 'done');
  const second = await refund(id);
  await contradict(first, 'settled_failed_but_paid');
  assert.equal(await approve(second), 'refund_too_large');
  assert.equal((await read(service, second))['state'], 'pending_approval');
  assert.equal((await detailOf(second))['state'], 'pending_approval');
  await settle();
  assert.equal(timesPaid(msisdn), 0);
});

test('an approved refund is not sent if one that had failed was paid after all', async () => {
  const { id, msisdn } = await paid();
  const first = await refund(id);
  assert.equal(await act(`withdrawals/${first}/reject`, { reason: 'Not wanted.' }), 'done');
  const second = await refund(id);
  await switchProviders(database, ['mtn-main'], 'off');
  assert.equal(await approve(second), 'done');
  await contradict(first, 'settled_failed_but_paid');
  await switchProviders(database, ['mtn-main'], 'on');
  await settle();
  assert.equal(timesPaid(msisdn), 0);
  const last = (await historyOf(database, second)).at(-1);
  assert.equal(last?.trigger, 'approval_lapsed');
  assert.equal(await approve(second), 'refund_too_large');
});

test('a refund that waits is not paid if a restore has lost one that was paid', async () => {
  const { id, msisdn } = await paid();
  const playerId = await playerOf(id);
  const second = await refund(id);
  await loseSend({ reference: 'lost', playerId, refundOf: id, amountXaf: 500 });
  assert.equal(await approve(second), 'refund_too_large');
  await settle();
  assert.equal(timesPaid(msisdn), 0);
  const body = await read(service, id);
  assert.equal(body['refunded_xaf'], 1000);
});

test('what a restore has lost counts and is shown, and its reference is for the same refund only', async () => {
  const { id } = await paid();
  const { id: other } = await paid({ player_id: await playerOf(id) });
  const playerId = await playerOf(id);
  await loseSend({ reference: 'lost', playerId, refundOf: id, amountXaf: 500 });
  assert.equal((await read(service, id))['refunded_xaf'], 500);
  const codeOf = async (depositId: string, json: Json) =>
    bodyOf(await askRefund(service, depositId, json))['code'];
  assert.equal(await codeOf(id, { reference: 'lost', amount_xaf: 200 }), 'reference_taken');
  assert.equal(await codeOf(other, { reference: 'lost' }), 'reference_taken');
  const asked = { reference: 'lost', player_id: playerId, amount_xaf: 500 };
  const { service_tx_id: payout } = await create(service, WITHDRAWALS, asked);
  assert.equal(await approve(payout), 'reference_taken');
  assert.equal(await codeOf(id, {}), 'refund_too_large');
});

test('a yes that was given before a reversal is none of the two that it takes', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  await contradict(id, 'settled_failed_but_paid');
  assert.equal(await approve(back), 'waits_for_second_person');
  assert.equal(countsOf(await detailOf(back)), 1);
  await contradict(id);
  assert.equal(countsOf(await detailOf(back)), 0);
  assert.equal(await approve(back), 'waits_for_second_person');
  await settle();
  assert.equal(timesPaid(msisdn), 0);
  assert.equal(await approve(back), 'done');
  await settle();
  assert.equal(timesPaid(msisdn), 1);
});

function countsOf(detail: Json): number {
  return (detail['approvals'] as readonly Json[]).filter(({ counts }) => counts === true).length;
}

test('a reversal whose record has an earlier time than the approval ends it, too', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  await switchProviders(database, ['mtn-main'], 'off');
  assert.equal(await approve(back), 'done');
  await contradict(id);
  await database.query({
    text: `update contradictions set recorded_at = recorded_at - interval '1 hour'
           where transaction_id = $1`,
    values: [id],
  });
  await switchProviders(database, ['mtn-main'], 'on');
  await settle();
  assert.equal((await read(service, back))['state'], 'requires_manual_resolution');
  assert.equal(timesPaid(msisdn), 0);
});

test('a reversal after a provider refused the refund, before it is offered again, holds it', async () => {
  const { id, msisdn } = await paid();
  const back = await refund(id);
  mtn.faults.add('transfer', { kind: 'forbidden_ip' }, { times: 1 });
  assert.equal(await approve(back), 'done');
  while ((await service.takeSteps()) > 0);
  assert.equal((await historyOf(database, back)).at(-1)?.trigger, 'transfer_sent');
  await contradict(id);
  await settle();
  assert.equal((await historyOf(database, back)).at(-1)?.trigger, 'stuck');
  assert.equal(timesPaid(msisdn), 0);
});
