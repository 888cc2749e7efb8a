import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countWaiting, listQueues, listVolumes } from '../../../src/db/decisions/overview.ts';
import { loadOverview } from '../../../src/flows/decisions/queues/overview.ts';
import { createFigures } from '../../../src/flows/finance/load-figures.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { startTestService } from '../../support/harness.ts';
import { copyTransaction } from '../../support/transactions/copies.ts';
import {
  create,
  DEPOSITS,
  forceState,
  shiftClock,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

test('a payout that no provider takes waits for staff after a minute', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  await forceState(database, id, 'approved');
  const queue = async () =>
    (await listQueues(database, null)).find(({ name }) => name === 'payouts_not_sent')?.count;
  assert.equal(await queue(), 0, 'a worker may be about to send it');
  await shiftClock(database, 61);
  assert.equal(await queue(), 1);
  assert.equal(await waitingOf('payouts_approved'), 1);
  await forceState(database, id, 'provider_submitted');
  assert.equal(await queue(), 0);
  assert.equal(await waitingOf('payouts_submitted'), 1);
});

test('the overview counts held transactions of both directions', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const { service_tx_id: id } = await create(service, path);
    await forceState(database, id, 'requires_manual_resolution');
  }
  assert.equal(await waitingOf('transactions_held'), 2);
});

test('the overview says which operator staff have switched off', async () => {
  const turn = (text: string) =>
    database.query({ text: `update channels set enabled = ${text} where operator = 'orange'` });
  const off = async () =>
    (await overviewOf()).operators
      .filter(({ isSwitchedOff }) => isSwitchedOff)
      .map(({ operator, direction }) => `${operator} ${direction}`);
  assert.deepEqual(await off(), []);
  await turn('false');
  assert.deepEqual(await off(), ['orange deposit', 'orange withdrawal']);
  await turn('true');
});

test('what staff rejected is neither failed nor in the success rate', async () => {
  const ended = [
    ['succeeded', null],
    ['failed', 'insufficient_funds'],
    ['failed', 'rejected_by_staff'],
  ] as const;
  const before = (await overviewOf()).today.withdrawal;
  for (const [state, code] of ended) {
    const { service_tx_id: id } = await create(service, WITHDRAWALS);
    await forceState(database, id, state);
    const text = 'update transactions set reason_code = $2 where id = $1';
    await database.query({ text, values: [id, code] });
  }
  const { count, succeeded, failed, rejected } = (await overviewOf()).today.withdrawal;
  assert.deepEqual([count - before.count, succeeded, failed, rejected], [3, 1, 1, 1]);
  const { today } = await createFigures({ database, policy: fixedPolicy() }).load('24h');
  assert.deepEqual([today.succeeded, today.failed], [1, 1]);
});

test('sums of the largest amounts stay a number instead of breaking the page', async () => {
  const amount_xaf = Number.MAX_SAFE_INTEGER;
  const { service_tx_id: id, ...created } = await create(service, DEPOSITS, { amount_xaf });
  assert.equal(created['amount_xaf'], amount_xaf);
  await forceState(database, id, 'succeeded');
  // More than a bigint can hold.
  await copyTransaction(database, {
    id,
    forEach: 'generate_series(1, 1100) as c (n)',
    parameters: [],
    differing: { id: 'gen_random_uuid()', reference: 'c.n::text' },
  });
  // Ids of this test are random, so the volumes of all times are asked for.
  const firstId = '00000000-0000-0000-0000-000000000000';
  const rows = await listVolumes(database, { firstId });
  const succeeded = rows.filter(
    ({ direction, state }) => direction === 'deposit' && state === 'succeeded',
  );
  assert.deepEqual(
    succeeded.map((row) => row.amount_xaf),
    [amount_xaf],
  );
  const overview = await overviewOf();
  assert.ok(overview.today.deposit.amountSucceededXaf <= amount_xaf);
});

function overviewOf() {
  return loadOverview({ database, catalogue: service.payments.catalogue }, randomUUID());
}

async function waitingOf(kind: string): Promise<number | undefined> {
  return (await countWaiting(database)).find((row) => row.kind === kind)?.count;
}
