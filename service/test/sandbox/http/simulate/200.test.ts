import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, startTwin } from '../../../support/harness.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  historyOf,
  MTN,
  ORANGE,
  read,
  shiftClock,
  simulate,
  WITHDRAWALS,
} from '../../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

/** The sandbox simulation moves of the interface, with the path that each leaves in the history. */
const ROWS = [
  [DEPOSITS, MTN, ['succeeded'], ['prompt_sent', 'payment_confirmed']],
  [DEPOSITS, ORANGE, ['succeeded'], ['payment_confirmed']],
  [DEPOSITS, MTN, ['failed'], ['prompt_sent', 'payment_refused']],
  [DEPOSITS, ORANGE, ['failed'], ['initiation_refused']],
  [DEPOSITS, MTN, ['expired'], ['window_closed']],
  [DEPOSITS, ORANGE, ['expired'], ['window_closed']],
  [
    DEPOSITS,
    MTN,
    ['expired', 'succeeded'],
    ['window_closed', 'late_confirmation', 'staff_confirmed'],
  ],
  [DEPOSITS, ORANGE, ['expired', 'succeeded'], ['window_closed', 'matching_payment_received']],
  [WITHDRAWALS, MTN, ['succeeded'], ['approved', 'transfer_sent', 'transfer_succeeded']],
  [WITHDRAWALS, ORANGE, ['succeeded'], ['approved', 'transfer_sent', 'transfer_succeeded']],
  [WITHDRAWALS, MTN, ['failed'], ['rejected']],
  [WITHDRAWALS, ORANGE, ['failed'], ['rejected']],
] as const;

test('every row of the table leads to its state, event and history', async () => {
  for (const [path, operator, outcomes, triggers] of ROWS) {
    for (const callback_url of [null, 'http://localhost:9/hook']) {
      const created = await create(service, path, { ...operator, callback_url, reference: 'r' });
      const id = created.service_tx_id;
      let previous_state = created['status'];
      for (const outcome of outcomes) {
        const answer = await simulate(service, id, outcome);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.json, {
          service_tx_id: id,
          reference: 'r',
          previous_state,
          state: outcome,
          webhook_event: callback_url === null ? null : `payment.${outcome}`,
        });
        previous_state = outcome;
      }
      const history = await historyOf(database, id);
      assert.deepEqual(
        history.map(({ trigger }) => trigger),
        ['create', ...triggers],
      );
      assertIsPath(history);
      const record = await read(service, id);
      assert.equal(record['state'], outcomes.at(-1));
      assert.equal(record['expires_at'], null);
      assert.equal(record['requires_human_approval'], false);
      assert.doesNotMatch(String(record['state_reason']), /[Ss]imulated|sandbox/);
      const succeeded = outcomes.at(-1) === 'succeeded';
      assert.match(String(record['provider_tx_id']), succeeded ? /^SANDBOX-[0-9A-F]{32}$/ : /null/);
    }
  }
});

test('an acknowledged deposit is simulated like a pending one', async () => {
  for (const outcome of ['succeeded', 'failed', 'expired']) {
    const { service_tx_id } = await create(service, DEPOSITS, MTN);
    await forceState(database, service_tx_id, 'provider_acknowledged');
    const answer = await simulate(service, service_tx_id, outcome);
    assert.equal(bodyOf(answer)['previous_state'], 'provider_acknowledged');
    assert.equal(bodyOf(answer)['state'], outcome);
  }
});

test('after the deadline a deposit counts as expired, even before the expiry is recorded', async () => {
  for (const operator of [MTN, ORANGE]) {
    const late = await create(service, DEPOSITS, operator);
    const refused = await create(service, DEPOSITS, operator);
    await shiftClock(database, 901);
    const answer = await simulate(service, late.service_tx_id, 'succeeded');
    assert.equal(bodyOf(answer)['previous_state'], 'expired', answer.text);
    assert.equal(bodyOf(answer)['state'], 'succeeded');
    const history = await historyOf(database, late.service_tx_id);
    assert.deepEqual(
      history.slice(0, 2).map(({ trigger, actor }) => `${trigger} by ${actor}`),
      ['create by api', 'window_closed by clock'],
    );
    assertIsPath(history);
    assert.equal((await simulate(service, refused.service_tx_id, 'failed')).status, 409);
    assert.equal((await read(service, refused.service_tx_id))['state'], 'expired');
    await shiftClock(database, 0);
  }
});

test('of equal simulations at once on two servers exactly one is applied', async () => {
  const twin = await startTwin(service);
  for (const [path, operator] of [
    [DEPOSITS, MTN],
    [DEPOSITS, ORANGE],
    [WITHDRAWALS, MTN],
  ] as const) {
    const { service_tx_id } = await create(service, path, operator);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        simulate(index % 2 === 0 ? service : twin, service_tx_id, 'succeeded'),
      ),
    );
    const applied = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    assert.deepEqual([applied.length, refused.length], [1, 19]);
    assertIsPath(await historyOf(database, service_tx_id));
  }
});

test('opposite simulations at once end in one of both, never in a mixture', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { service_tx_id } = await create(service, DEPOSITS, MTN);
    const answers = await Promise.all(
      ['succeeded', 'failed'].map((outcome) => simulate(service, service_tx_id, outcome)),
    );
    const applied = answers.filter(({ status }) => status === 200);
    assert.equal(applied.length, 1);
    const [winner] = applied;
    assert.ok(winner);
    assert.equal((await read(service, service_tx_id))['state'], bodyOf(winner)['state']);
    assertIsPath(await historyOf(database, service_tx_id));
  }
});

/** Every line starts where the one before ended, and the numbers have no gap. */
function assertIsPath(history: Awaited<ReturnType<typeof historyOf>>): void {
  let state: string | null = null;
  for (const [index, line] of history.entries()) {
    assert.equal(line.seq, index + 1);
    assert.equal(line.from_state, state);
    state = line.to_state;
  }
}
