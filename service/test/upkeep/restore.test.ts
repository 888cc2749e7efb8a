import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findQuarantine } from '../../src/db/quarantine.ts';
import {
  accept,
  backUp,
  openRestoreCase,
  settle,
  stateOf,
} from '../support/provider-requests/restore.ts';
import { approve, createApproved } from '../support/providers/live.ts';
import { create, WITHDRAWALS } from '../support/transactions/payments.ts';

// A database that was restored does not know what was paid since, and must not pay it again.

const { startService, payout, timesPaid } = await openRestoreCase();

test('a payout that was approved and unsent in the backup, and then paid, is not paid again', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  const ids: string[] = [];
  for (const json of payouts) ids.push(await createApproved(service, json));
  const backup = await backUp(service);
  await settle(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);

  const restored = await backup.restore('dump');
  assert.equal((await findQuarantine(restored.database))?.reason.code, 'quarantine_other_database');
  await settle(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
  for (const id of ids) assert.equal(await stateOf(restored, id), 'approved');

  const examined = await accept(restored);
  assert.deepEqual(
    ids.map((id) => examined.get(id)?.treatment),
    ['follow', 'follow'],
  );
  await settle(restored);
  for (const id of ids) assert.equal(await stateOf(restored, id), 'succeeded');
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('what no call can answer is held, what was certainly not sent goes on', async () => {
  const service = await startService();
  const unsent = { mtn: payout('mtn'), orange: payout('orange') };
  const waiting = { mtn: payout('mtn'), orange: payout('orange') };
  const ids = {
    mtn: await createApproved(service, unsent.mtn),
    orange: await createApproved(service, unsent.orange),
    waitingMtn: (await create(service, WITHDRAWALS, waiting.mtn)).service_tx_id,
    waitingOrange: (await create(service, WITHDRAWALS, waiting.orange)).service_tx_id,
  };
  const backup = await backUp(service);
  const restored = await backup.restore('dump');
  const examined = await accept(restored);
  assert.deepEqual(
    Object.values(ids).map((id) => examined.get(id)?.treatment),
    ['leave', 'hold', 'leave', 'hold'],
  );
  await settle(restored);
  assert.equal(await stateOf(restored, ids.mtn), 'succeeded');
  assert.equal(timesPaid(unsent.mtn), 1);
  assert.equal(await stateOf(restored, ids.waitingMtn), 'pending_approval');
  for (const id of [ids.orange, ids.waitingOrange]) {
    assert.equal(await stateOf(restored, id), 'requires_manual_resolution');
  }
  assert.equal(timesPaid(unsent.orange), 0);
});

test('a payout that was approved and paid only after the backup is held, with what the provider says', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  const ids: string[] = [];
  for (const json of payouts) ids.push((await create(service, WITHDRAWALS, json)).service_tx_id);
  const backup = await backUp(service);
  for (const id of ids) await approve(service, id);
  await settle(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);

  const restored = await backup.restore('dump');
  const examined = await accept(restored);
  for (const id of ids) {
    assert.equal(examined.get(id)?.treatment, 'hold_known');
    assert.equal(await stateOf(restored, id), 'requires_manual_resolution');
    const [row] = await restored.database.query<{ readonly problem: string }>({
      text: 'select problem from submissions where transaction_id = $1',
      values: [id],
    });
    assert.match(row?.problem ?? '', /transfer_succeeded_after_all/);
  }
  await settle(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('a withdrawal that the platform creates again after the restore is no second transfer', async () => {
  const service = await startService();
  const backup = await backUp(service);
  const payouts = [payout('mtn'), payout('orange')];
  for (const json of payouts) await createApproved(service, json);
  await settle(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);

  const restored = await backup.restore('dump');
  await accept(restored);
  for (const json of payouts) {
    const id = await createApproved(restored, json);
    await settle(restored);
    assert.equal(await stateOf(restored, id), 'succeeded');
  }
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});
