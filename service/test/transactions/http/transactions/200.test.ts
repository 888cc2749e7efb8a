import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPOSIT_STATES,
  WITHDRAWAL_STATES,
} from '../../../../src/domain/transactions/transaction.ts';
import { assertProblem } from '../../../support/catalogued.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  create,
  DEPOSITS,
  forceState,
  MTN,
  ORANGE,
  problemsOf,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('a read shows every field of the record', async () => {
  for (const [path, direction, operator, state] of [
    [DEPOSITS, 'deposit', MTN, 'pending'],
    [DEPOSITS, 'deposit', ORANGE, 'pending'],
    [WITHDRAWALS, 'withdrawal', MTN, 'pending_approval'],
    [WITHDRAWALS, 'withdrawal', ORANGE, 'pending_approval'],
  ] as const) {
    const created = await create(service, path, { ...operator, reference: 'the reference' });
    const record = await read(service, created.service_tx_id);
    const { created_at, state_reason, ...rest } = record;
    assert.deepEqual(rest, {
      service_tx_id: created.service_tx_id,
      idempotency_key: 'the reference',
      direction,
      operator: operator.operator,
      provider: operator.operator === 'mtn' ? 'mtn-momo' : 'orange-money',
      msisdn: operator.msisdn,
      amount_minor: 500,
      state,
      state_updated_at: created_at,
      requires_human_approval: direction === 'withdrawal',
      provider_tx_id: null,
      expires_at: created['expires_at'] ?? null,
      updated_at: created_at,
    });
    assert.match(String(created_at), TIME);
    assert.match(String(state_reason), /^[A-Z].*\.$/);
  }
});

test('an id is found in any spelling and answered in one', async () => {
  const { service_tx_id: id } = await create(service, DEPOSITS);
  for (const spelling of [id.toUpperCase(), id.replaceAll('-', '')]) {
    assert.equal((await read(service, spelling))['service_tx_id'], id);
  }
});

test('in every state the deadline, the approval flag and the reason fit the state', async () => {
  for (const [path, states] of [
    [DEPOSITS, DEPOSIT_STATES],
    [WITHDRAWALS, WITHDRAWAL_STATES],
  ] as const) {
    for (const state of states) {
      const { service_tx_id } = await create(service, path);
      await forceState(service.database, service_tx_id, state);
      const record = await read(service, service_tx_id);
      assert.equal(record['state'], state);
      const isOpen = state === 'pending' || state === 'provider_acknowledged';
      assert.equal(record['expires_at'] !== null, isOpen, state);
      assert.equal(record['requires_human_approval'], state === 'pending_approval', state);
      assert.ok(record['state_reason']);
    }
  }
});

test('a move changes the state, its reason and both times, and nothing else', async () => {
  const { service_tx_id } = await create(service, DEPOSITS);
  const before = await read(service, service_tx_id);
  await simulate(service, service_tx_id, 'failed');
  const after = await read(service, service_tx_id);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  assert.deepEqual(changed.toSorted(), [
    'expires_at',
    'reason_code',
    'state',
    'state_reason',
    'state_updated_at',
    'updated_at',
  ]);
  assert.equal(after['state_updated_at'], after['updated_at']);
  assert.ok(String(after['updated_at']) >= String(before['updated_at']));
});

test('an unknown id is a 404, and an invalid one a 422', async () => {
  for (const id of ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '0'.repeat(32)]) {
    const answer = await service.call('GET', `/api/v1/transactions/${id}`);
    assert.equal(answer.status, 404);
    assertProblem(answer, { detail: 'Transaction not found', code: 'transaction_not_found' });
  }
  for (const id of ['x', '%00', '%F0%9F%98%80', "'--", 'null', '3f2504e0', 'y'.repeat(8_000)]) {
    const answer = await service.call('GET', `/api/v1/transactions/${id}`);
    const [problem = ''] = problemsOf(answer);
    assert.match(problem, /^(uuid_parsing|value_error) path\.service_tx_id$/);
  }
});
