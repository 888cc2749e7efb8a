import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWaiting, listQueues } from '../../../src/db/decisions/overview.ts';
import { startTestService } from '../../support/harness.ts';
import {
  create,
  DEPOSITS,
  forceState,
  shiftClock,
  WITHDRAWALS,
} from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;

test('a payout that no provider takes waits for somebody after a minute', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS);
  await forceState(database, id, 'approved');
  const queue = async () =>
    (await listQueues(database)).find(({ name }) => name === 'payouts_not_sent')?.count;
  assert.equal(await queue(), 0, 'a worker may be about to send it');
  await shiftClock(database, 61);
  assert.equal(await queue(), 1);
  assert.equal(await waitingOf('payouts_approved'), 1);
  await forceState(database, id, 'provider_submitted');
  assert.equal(await queue(), 0);
  assert.equal(await waitingOf('payouts_submitted'), 1);
});

test('whoever watches sees held transactions of both directions', async () => {
  for (const path of [DEPOSITS, WITHDRAWALS]) {
    const { service_tx_id: id } = await create(service, path);
    await forceState(database, id, 'requires_manual_resolution');
  }
  assert.equal(await waitingOf('transactions_held'), 2);
});

async function waitingOf(kind: string): Promise<number | undefined> {
  return (await countWaiting(database)).find((row) => row.kind === kind)?.count;
}
