import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findQuarantine } from '../../src/db/quarantine.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import {
  acceptRestore,
  examineRestore,
  quarantineDatabase,
} from '../../src/flows/upkeep/accept-restore.ts';
import { restartTestService } from '../support/harness.ts';
import {
  accept,
  backUp,
  openRestoreCase,
  settle,
  stateOf,
} from '../support/provider-requests/restore.ts';
import { createApproved } from '../support/providers/live.ts';

// Restores that the database itself cannot notice, or without the list of sent payouts.

const { startService, payout, timesPaid } = await openRestoreCase();

test('MTN alone keeps it from a second transfer when the list of sent payouts is lost too', async () => {
  const service = await startService();
  const backup = await backUp(service);
  const json = payout('mtn');
  await createApproved(service, json);
  await settle(service);
  rmSync(join(service.config.dataDir, 'sent-payouts'), { recursive: true });

  const restored = await backup.restore('dump');
  await accept(restored);
  const id = await createApproved(restored, json);
  await settle(restored);
  assert.equal(await stateOf(restored, id), 'succeeded');
  assert.equal(timesPaid(json), 1);
});

test('after a recovery to a point in time, which keeps the identifiers, the list of sent payouts stops it', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  const ids: string[] = [];
  for (const json of payouts) ids.push(await createApproved(service, json));
  const backup = await backUp(service);
  await settle(service);

  const restored = await backup.restore('files');
  assert.equal((await findQuarantine(restored.database))?.reason.code, 'quarantine_sends_unknown');
  await settle(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
  await accept(restored);
  await settle(restored);
  for (const id of ids) assert.equal(await stateOf(restored, id), 'succeeded');
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('a database that goes back under a running service, as after a failover, stops it too', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  for (const json of payouts) await createApproved(service, json);
  const backup = await backUp(service);
  await settle(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);
  await backup.putBack('files');
  await settle(service);
  assert.equal((await findQuarantine(service.database))?.reason.code, 'quarantine_sends_unknown');
  await accept(service);
  await settle(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('without that list, db quarantine stops it', async () => {
  const service = await startService();
  const json = payout('mtn');
  const id = await createApproved(service, json);
  const backup = await backUp(service);
  await settle(service);
  rmSync(join(service.config.dataDir, 'sent-payouts'), { recursive: true });

  const restored = await backup.restore('files');
  assert.equal(await findQuarantine(restored.database), null, 'nothing shows it');
  await quarantineDatabase(restored, COMMAND_LINE, { reason: 'Recovered to noon.' });
  await settle(restored);
  assert.equal(timesPaid(json), 1);
  const looked = await examineRestore(restored.payments, { onExamined: () => {} });
  assert.deepEqual(
    looked.map(({ treatment, answers }) => [treatment, answers.map(({ said }) => said)]),
    [['follow', ['succeeded']]],
  );
  assert.equal(await stateOf(restored, id), 'approved', 'looking changes nothing');
  await accept(restored);
  assert.equal(await stateOf(restored, id), 'succeeded');
  assert.equal(timesPaid(json), 1);
});

test('a restart on the same database, and a second acceptance, change nothing', async () => {
  const service = await startService();
  await createApproved(service, payout('mtn'));
  await createApproved(service, payout('orange'));
  await settle(service);
  const again = await restartTestService(service);
  assert.equal(await findQuarantine(again.database), null);
  const asked = { reason: 'Nothing to accept.', onExamined: () => assert.fail() };
  assert.equal(await acceptRestore(again.payments, COMMAND_LINE, asked), false);
});
