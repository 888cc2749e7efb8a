import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  type Json,
  ORANGE,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';
import { askRefund, paidDeposit } from '../../../support/transactions/refunds.ts';

const service = await startTestService();
const { database } = service;
const twin = await startTwin(service);

async function refundOf(depositId: string, changes: Json = {}): Promise<Json> {
  const answer = await askRefund(service, depositId, changes);
  assert.equal(answer.status, 200, answer.text);
  return bodyOf(answer);
}

test('a refund is a withdrawal to the number and operator of its deposit, for a person', async () => {
  const player = randomUUID();
  const deposit = await paidDeposit(service, { ...ORANGE, player_id: player });
  const refund = await refundOf(deposit.service_tx_id, { reference: 'r-1', amount_xaf: 200 });
  assert.deepEqual(refund, {
    service_tx_id: refund['service_tx_id'],
    reference: 'r-1',
    status: 'pending_approval',
    amount_xaf: 200,
    operator: 'orange',
    refund_of: deposit.service_tx_id,
  });
  const stored = await read(service, String(refund['service_tx_id']));
  assert.partialDeepStrictEqual(stored, {
    direction: 'withdrawal',
    msisdn: ORANGE.msisdn,
    amount_minor: 200,
    requires_human_approval: true,
    state_reason: 'Waiting for staff to approve the refund.',
    refund_of: deposit.service_tx_id,
  });
  const listed = await service.call('GET', `/api/v1/players/${player}/transactions`);
  const items = bodyOf(listed)['items'] as readonly Json[];
  assert.deepEqual(
    items.map(({ refund_of }) => refund_of),
    [deposit.service_tx_id, undefined],
  );
});

test('the reason of the platform is shown with what the refund waits for', async () => {
  const deposit = await paidDeposit(service);
  const refund = await refundOf(deposit.service_tx_id, { reason: 'The order was cancelled.' });
  const { state_reason } = await read(service, String(refund['service_tx_id']));
  assert.equal(state_reason, 'Waiting for staff to approve the refund: The order was cancelled.');
});

test('without an amount it is what other refunds have left; a failed one leaves its amount', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  assert.equal((await read(service, id))['refunded_xaf'], undefined);
  const first = await refundOf(id, { amount_xaf: 100 });
  const second = await refundOf(id);
  assert.equal(second['amount_xaf'], 400);
  assert.equal((await read(service, id))['refunded_xaf'], 500);
  await simulate(service, String(second['service_tx_id']), 'failed');
  assert.equal((await read(service, id))['refunded_xaf'], 100);
  await simulate(service, String(first['service_tx_id']), 'succeeded');
  assert.equal((await refundOf(id))['amount_xaf'], 400);
});

test('the same reference and deposit is the same refund, and says what differs', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  const reference = randomUUID();
  const first = await refundOf(id, { reference, amount_xaf: 500 });
  const again = await askRefund(service, id, { reference });
  assert.deepEqual(bodyOf(again), first);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const other = await askRefund(service, id, { reference, amount_xaf: 300 });
  assert.deepEqual(bodyOf(other), { ...first, differs: ['amount_xaf'] });
  assert.equal(other.headers.get('idempotent-differs'), 'amount_xaf');
});

test('twenty at once of one reference are one refund', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  const reference = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      askRefund(at % 2 === 0 ? service : twin, id, { reference }),
    ),
  );
  const ids = answers.map((answer) => bodyOf(answer)['service_tx_id']);
  assert.equal(new Set(ids).size, 1, JSON.stringify(answers.map(({ text }) => text)));
});

test('twenty at once at two processes never give back more than came', async () => {
  for (const changes of [{ amount_xaf: 200 }, {}]) {
    const { service_tx_id: id } = await paidDeposit(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => askRefund(at % 2 === 0 ? service : twin, id, changes)),
    );
    const [row] = await database.query<{ readonly sum: number; readonly count: number }>({
      text: 'select sum(amount_xaf)::int, count(*)::int from transactions where refund_of = $1',
      values: [id],
    });
    const taken = answers.filter(({ status }) => status === 200).length;
    assert.equal(taken, row?.count);
    assert.equal(row?.sum, 'amount_xaf' in changes ? 400 : 500);
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  }
});

test('events of a refund go to its own address, else to that of its deposit, and name the deposit', async () => {
  const callback_url = 'http://127.0.0.1:9/deposit';
  const { service_tx_id: id } = await paidDeposit(service, { callback_url });
  const own = { callback_url: 'http://127.0.0.1:9/refund', amount_xaf: 200 };
  for (const [changes, url] of [
    [own, own.callback_url],
    [{ amount_xaf: 300 }, callback_url],
  ] as const) {
    const refund = await refundOf(id, changes);
    await simulate(service, String(refund['service_tx_id']), 'succeeded');
    const [webhook] = await database.query<{ readonly url: string; readonly body: string }>({
      text: `select t.callback_url as url, w.body
             from webhooks w join transactions t on t.id = w.transaction_id where t.id = $1`,
      values: [refund['service_tx_id']],
    });
    assert.equal(webhook?.url, url);
    const body = JSON.parse(webhook?.body ?? '') as Json;
    assert.partialDeepStrictEqual(body, {
      event: 'payment.succeeded',
      direction: 'withdrawal',
      refund_of: id,
    });
  }
});

test('the statement of the platform ties a refund to its deposit', async () => {
  const { service_tx_id: id } = await paidDeposit(service);
  const refund = await refundOf(id);
  await simulate(service, String(refund['service_tx_id']), 'succeeded');
  // In Douala, as the statement counts days.
  const day = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const answer = await service.call('GET', `/api/v1/statement?from=2020-01-01&to=${day}&limit=500`);
  const items = bodyOf(answer)['items'] as readonly Json[];
  const movement = items.find((one) => one['service_tx_id'] === refund['service_tx_id']);
  assert.partialDeepStrictEqual(movement, { kind: 'withdrawal', amount_xaf: -500, refund_of: id });
});

test('a withdrawal with the reference of a refund is that refund', async () => {
  const player_id = randomUUID();
  const { service_tx_id: id } = await paidDeposit(service, { player_id });
  const refund = await refundOf(id);
  const { reference } = refund;
  assert.deepEqual(await create(service, WITHDRAWALS, { player_id, reference }), refund);
});
