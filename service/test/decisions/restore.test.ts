import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findQuarantine } from '../../src/db/quarantine.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import {
  acceptRestore,
  type Examined,
  examineRestore,
  quarantineDatabase,
} from '../../src/flows/decisions/accept-restore.ts';
import { restartTestService, type TestService } from '../support/harness.ts';
import {
  addMtn,
  addOrange,
  approve,
  createApproved,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../support/providers/live.ts';
import { backUp } from '../support/submissions/restore.ts';
import {
  create,
  type Json,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// A database that was restored does not know what was paid since, and must not pay it again.

const mtn = await startMtn({ floatXaf: 10_000_000 });
const orange = await startOrange({ floatXaf: 10_000_000 });

let numbers = 0;
/** A withdrawal to a number that no other one has. */
function payout(operator: 'mtn' | 'orange'): Json {
  numbers += 1;
  const prefix = operator === 'mtn' ? '+23767' : '+23769';
  return paymentBody({ operator, msisdn: `${prefix}${String(numbers).padStart(7, '0')}` });
}

/** How often the number was paid, by the operators' own books. */
function timesPaid({ msisdn }: Json): number {
  const moves = [...mtn.ledger.moves(), ...orange.ledger.moves()];
  return moves.filter((move) => String(msisdn).endsWith(move.msisdn)).length;
}

async function startService(): Promise<TestService> {
  const service = await startLiveService();
  await addMtn(service.database, mtn, { id: 'mtn-main' });
  await addOrange(service.database, orange, { id: 'orange-main' });
  return service;
}

/** Accepts the restored database and returns what becomes of each payout. */
async function accept(service: TestService): Promise<ReadonlyMap<string, Examined>> {
  const examined = new Map<string, Examined>();
  const onExamined = (one: Examined) => examined.set(one.payout.transaction.id, one);
  const reason = 'Compared with the statements.';
  assert.ok(await acceptRestore(service.payments, COMMAND_LINE, { reason, onExamined }));
  return examined;
}

async function stateOf(service: TestService, id: string): Promise<unknown> {
  return (await read(service, id))['state'];
}

test('a payout that was approved and unsent in the backup, and then paid, is not paid again', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  const ids: string[] = [];
  for (const json of payouts) ids.push(await createApproved(service, json));
  const backup = await backUp(service);
  await settleAll(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);

  const restored = await backup.restore('dump');
  assert.equal((await findQuarantine(restored.database))?.reason.code, 'quarantine_other_database');
  await settleAll(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
  for (const id of ids) assert.equal(await stateOf(restored, id), 'approved');

  const examined = await accept(restored);
  assert.deepEqual(
    ids.map((id) => examined.get(id)?.treatment),
    ['follow', 'follow'],
  );
  await settleAll(restored);
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
  await settleAll(restored);
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
  await settleAll(service);
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
  await settleAll(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('a withdrawal that the platform creates again after the restore is no second transfer', async () => {
  const service = await startService();
  const backup = await backUp(service);
  const payouts = [payout('mtn'), payout('orange')];
  for (const json of payouts) await createApproved(service, json);
  await settleAll(service);
  assert.deepEqual(payouts.map(timesPaid), [1, 1]);

  const restored = await backup.restore('dump');
  await accept(restored);
  for (const json of payouts) {
    const id = await createApproved(restored, json);
    await settleAll(restored);
    assert.equal(await stateOf(restored, id), 'succeeded');
  }
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('MTN alone keeps it from a second transfer when the list of sent payouts is lost too', async () => {
  const service = await startService();
  const backup = await backUp(service);
  const json = payout('mtn');
  await createApproved(service, json);
  await settleAll(service);
  rmSync(join(service.config.dataDir, 'sent-payouts'), { recursive: true });

  const restored = await backup.restore('dump');
  await accept(restored);
  const id = await createApproved(restored, json);
  await settleAll(restored);
  assert.equal(await stateOf(restored, id), 'succeeded');
  assert.equal(timesPaid(json), 1);
});

test('after a recovery to a point in time, which keeps the identifiers, the list of sent payouts stops it', async () => {
  const service = await startService();
  const payouts = [payout('mtn'), payout('orange')];
  const ids: string[] = [];
  for (const json of payouts) ids.push(await createApproved(service, json));
  const backup = await backUp(service);
  await settleAll(service);

  const restored = await backup.restore('files');
  assert.equal((await findQuarantine(restored.database))?.reason.code, 'quarantine_sends_unknown');
  await settleAll(restored);
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
  await accept(restored);
  await settleAll(restored);
  for (const id of ids) assert.equal(await stateOf(restored, id), 'succeeded');
  assert.deepEqual(payouts.map(timesPaid), [1, 1], 'paid again');
});

test('without that list, db quarantine stops it', async () => {
  const service = await startService();
  const json = payout('mtn');
  const id = await createApproved(service, json);
  const backup = await backUp(service);
  await settleAll(service);
  rmSync(join(service.config.dataDir, 'sent-payouts'), { recursive: true });

  const restored = await backup.restore('files');
  assert.equal(await findQuarantine(restored.database), null, 'nothing can tell');
  await quarantineDatabase(restored, COMMAND_LINE, { reason: 'Recovered to noon.' });
  await settleAll(restored);
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
  await settleAll(service);
  const again = await restartTestService(service);
  assert.equal(await findQuarantine(again.database), null);
  const asked = { reason: 'Nothing to accept.', onExamined: () => assert.fail() };
  assert.equal(await acceptRestore(again.payments, COMMAND_LINE, asked), false);
});
