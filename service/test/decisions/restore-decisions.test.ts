import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listContradictions } from '../../src/db/transactions/contradictions.ts';
import { addPerson, scriptHeaders } from '../support/access/staff.ts';
import { assertBooksChange } from '../support/books/check-stories.ts';
import { openMomo } from '../support/cli/momo.ts';
import type { TestService } from '../support/harness.ts';
import {
  accept,
  backUp,
  openRestoreCase,
  settle,
  stateOf,
} from '../support/provider-requests/restore.ts';
import { approve, createApproved, liveEnv } from '../support/providers/live.ts';
import { bodyOf, create, WITHDRAWALS } from '../support/transactions/payments.ts';
import { assertAllHolds } from '../support/upkeep/all-holds.ts';

// What staff decide about a restored database before it is accepted may be wrong: the service paid
// it after the backup, and its list of sent payouts knows.

const { startService, payout } = await openRestoreCase();
const service = await startService();
const [ana, bo] = await Promise.all([
  addPerson(service.database, 'agent'),
  addPerson(service.database, 'agent'),
]);
const ids = {
  mtn: (await create(service, WITHDRAWALS, payout('mtn'))).service_tx_id,
  orange: (await create(service, WITHDRAWALS, payout('orange'))).service_tx_id,
  unsent: (await create(service, WITHDRAWALS, payout('mtn'))).service_tx_id,
};
const backup = await backUp(service);
for (const id of [ids.mtn, ids.orange]) await approve(service, id);
const missing = await createApproved(service, payout('mtn'));
await settle(service);
const restored = await backup.restore('dump');
const { database } = restored;

test('in quarantine one person alone rejects no payout: it may have been paid', async () => {
  for (const id of Object.values(ids)) {
    assert.equal(await reject(ana.email, id), 'waits_for_second_person');
    assert.equal(await stateOf(restored, id), 'pending_approval');
    const headers = await scriptHeaders(database, bo);
    const detail = await restored.call('GET', `/internal/v1/transactions/${id}`, { headers });
    assert.partialDeepStrictEqual(bodyOf(detail), {
      transaction: { second_person: { reject: 'in_quarantine' } },
    });
    assert.equal(await reject(bo.email, id), 'done');
    assert.equal(await stateOf(restored, id), 'failed');
  }
});

test('accept-restore --look names every payout of the list of sent ones', async () => {
  const { momo } = openMomo(liveEnv(restored));
  const { stdout } = await momo('db', 'accept-restore', '--look');
  const lines = stdout.split('\n');
  const lineOf = (id: string) => lines.find((line) => line.startsWith(id)) ?? '';
  for (const id of [ids.mtn, ids.orange]) {
    assert.match(lineOf(id), /failed .* has paid it .* contradiction.*in the list of sent payouts/);
  }
  assert.match(lineOf(missing), /not in this database: .*in the list of sent payouts/);
  assert.doesNotMatch(lineOf(ids.unsent), /in the list/);
});

test('accepting a restore examines what was decided since the quarantine began', async () => {
  await loseProvider(restored, 'orange-main');
  await assertBooksChange(
    database,
    { 'disputed ': 500, 'wallet mtn:+237670009999': -500 },
    async () => {
      const examined = await accept(restored);
      assert.deepEqual(
        [ids.mtn, ids.orange, ids.unsent].map((id) => examined.get(id)?.treatment),
        ['compare', 'contradict', 'leave'],
      );
    },
  );
  assert.deepEqual(await contradictionsOf(ids.mtn), ['settled_failed_but_paid']);
  assert.deepEqual(await contradictionsOf(ids.orange), ['settled_failed_but_sent']);
  assert.deepEqual(await contradictionsOf(ids.unsent), []);
  for (const id of Object.values(ids)) assert.equal(await stateOf(restored, id), 'failed');
  await assertAllHolds(restored, { isStopped: true });
});

async function reject(email: string, id: string): Promise<unknown> {
  const headers = await scriptHeaders(database, { email });
  const json = { reason: 'The player does not want it.' };
  const path = `/internal/v1/withdrawals/${id}/reject`;
  const { outcome, code } = bodyOf(await restored.call('POST', path, { headers, json }));
  return outcome ?? code;
}

/** Nobody answers at its address any more. */
async function loseProvider({ database }: TestService, id: string): Promise<void> {
  await database.query({
    text: `update providers set settings = settings::jsonb || '{"baseUrl": "http://127.0.0.1:9"}'
           where id = $1`,
    values: [id],
  });
}

async function contradictionsOf(transactionId: string): Promise<readonly string[]> {
  const wanted = { isOpen: true, transactionId, after: null, limit: 10 };
  return (await listContradictions(database, wanted)).map(({ remark }) => remark.code);
}
