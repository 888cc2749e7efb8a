import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../support/harness.ts';
import {
  create,
  DEPOSITS,
  historyOf,
  MTN,
  ORANGE,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();

test('a withdrawal waits for approval and shows nothing of collection', async () => {
  for (const operator of [MTN, ORANGE]) {
    const created = await create(service, WITHDRAWALS, { ...operator, reference: 'payout-1' });
    assert.deepEqual(created, {
      service_tx_id: created.service_tx_id,
      reference: 'payout-1',
      status: 'pending_approval',
      amount_xaf: 500,
      operator: operator.operator,
    });
    assert.deepEqual(await historyOf(service.database, created.service_tx_id), [
      { seq: 1, from_state: null, to_state: 'pending_approval', trigger: 'create', actor: 'api' },
    ]);
  }
});

test('a withdrawal has no deadline and needs a person', async () => {
  const { service_tx_id } = await create(service, WITHDRAWALS);
  const { expires_at, requires_human_approval } = await read(service, service_tx_id);
  assert.equal(expires_at, null);
  assert.equal(requires_human_approval, true);
});

test('numbers are normalised as for deposits, and lang means nothing', async () => {
  const { service_tx_id } = await create(service, WITHDRAWALS, { msisdn: '670000001', lang: 7 });
  assert.equal((await read(service, service_tx_id))['msisdn'], '+237670000001');
});

test('one reference serves once as a deposit and once as a withdrawal', async () => {
  const body = paymentBody();
  const deposit = await create(service, DEPOSITS, body);
  const withdrawal = await create(service, WITHDRAWALS, body);
  assert.notEqual(deposit.service_tx_id, withdrawal.service_tx_id);
  assert.equal((await create(service, DEPOSITS, body)).service_tx_id, deposit.service_tx_id);
  assert.deepEqual(await create(service, WITHDRAWALS, body), withdrawal);
});
