import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPOSIT_STATES,
  WITHDRAWAL_STATES,
} from '../../../../src/domain/transactions/transaction.ts';
import { assertProblem } from '../../../support/catalogued.ts';
import { startTestService } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  historyOf,
  MTN,
  ORANGE,
  problemsOf,
  read,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();

/** What the interface allows; an acknowledged deposit counts as pending. */
const REACHABLE: Readonly<Record<string, readonly string[]>> = {
  [`${DEPOSITS} pending`]: ['succeeded', 'failed', 'expired'],
  [`${DEPOSITS} provider_acknowledged`]: ['succeeded', 'failed', 'expired'],
  [`${DEPOSITS} expired`]: ['succeeded'],
  [`${WITHDRAWALS} pending_approval`]: ['succeeded', 'failed'],
};

test('every other outcome in every state is a 409 that changes nothing', async () => {
  for (const [path, states] of [
    [DEPOSITS, DEPOSIT_STATES],
    [WITHDRAWALS, WITHDRAWAL_STATES],
  ] as const) {
    for (const operator of [MTN, ORANGE]) {
      for (const state of states) {
        const { service_tx_id } = await create(service, path, operator);
        await forceState(service.database, service_tx_id, state);
        const before = await read(service, service_tx_id);
        const lines = await historyOf(service.database, service_tx_id);
        const reachable = REACHABLE[`${path} ${state}`] ?? [];
        for (const outcome of ['succeeded', 'failed', 'expired']) {
          if (reachable.includes(outcome)) continue;
          const answer = await simulate(service, service_tx_id, outcome);
          assert.equal(answer.status, 409, `${path} ${state} ${outcome}`);
          assert.match(String(bodyOf(answer)['detail']), new RegExp(`${outcome}.*${state}`));
        }
        assert.deepEqual(await read(service, service_tx_id), before);
        assert.deepEqual(await historyOf(service.database, service_tx_id), lines);
      }
    }
  }
});

test('an outcome that does not exist is a 422, before the transaction is looked for', async () => {
  const unknownId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  for (const outcome of ['pending', 'SUCCEEDED', '', 'requires_manual_resolution', '\0']) {
    const answer = await simulate(service, unknownId, outcome);
    assert.match(problemsOf(answer)[0] ?? '', /body\.outcome$/, outcome);
  }
  for (const json of [{}, { outcome: null }, { outcome: 1 }, { outcome: ['failed'] }, []]) {
    const path = `/api/v1/sandbox/transactions/${unknownId}/simulate`;
    assert.equal((await service.call('POST', path, { json })).status, 422);
  }
  const { service_tx_id } = await create(service, DEPOSITS);
  const [issue] = bodyOf(await simulate(service, service_tx_id, 'won'))['detail'] as object[];
  assert.deepEqual(issue, {
    type: 'literal_error',
    loc: ['body', 'outcome'],
    msg: "Input should be 'succeeded', 'failed' or 'expired'",
    input: 'won',
    ctx: { expected: "'succeeded', 'failed' or 'expired'" },
  });
});

test('an unknown id is a 404', async () => {
  const answer = await simulate(service, '3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'failed');
  assert.equal(answer.status, 404);
  assertProblem(answer, { detail: 'Transaction not found', code: 'transaction_not_found' });
});
