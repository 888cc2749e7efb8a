import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { claimRequests } from '../../src/db/provider-requests/provider-requests.ts';
import { claimWebhooks } from '../../src/db/webhooks/webhooks.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { advanceRequest } from '../../src/flows/provider-requests/advance-request.ts';
import { escalateStuck } from '../../src/flows/provider-requests/follow-requests.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import { acceptRestore, quarantineDatabase } from '../../src/flows/upkeep/accept-restore.ts';
import { addPerson, lastAuditLine, scriptHeaders } from '../support/access/staff.ts';
import {
  addMtn,
  createApproved,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { eventually } from '../support/service-process.ts';
import {
  bodyOf,
  create,
  DEPOSITS,
  forceState,
  type Json,
  paymentBody,
  read,
  WITHDRAWALS,
} from '../support/transactions/payments.ts';

// No process sends anything from a database in quarantine until a person accepts it.

const service = await startLiveService();
const { database, payments } = service;
const mtn = await startMtn({ floatXaf: 10_000_000 });
await addMtn(database, mtn, { id: 'mtn-main' });
const [agent, other] = [await addPerson(database, 'agent'), await addPerson(database, 'agent')];
/** Made when it is needed, since time passes in between. */
const staff = (person = agent) => scriptHeaders(database, person);

const deposit = await create(service, DEPOSITS);
const waiting = await create(service, WITHDRAWALS, { callback_url: 'https://example.com/hook' });
const stuck = (await create(service, WITHDRAWALS)).service_tx_id;
await forceState(database, stuck, 'provider_submitted');
const slow = await createApproved(service, { msisdn: '+237670000777' });
/** Taken before the quarantine began, by a process that is slow. */
const claimed = (
  await claimRequests(database, { id: randomUUID(), limit: 100, leaseMs: 40_000 })
).find(({ transaction }) => transaction.id === slow);
const unsent = await createApproved(service, { msisdn: '+237670000778' });

await quarantineDatabase(service, COMMAND_LINE, { reason: 'Recovered to noon.' });

/** How often MTN was asked to pay a number. */
function sentTo(msisdn: string): number {
  return mtn.ledger.payments().filter((payment) => `+${payment.msisdn}` === msisdn).length;
}

async function decide(id: string, action: 'approve' | 'reject', json?: Json, person = agent) {
  const path = `/internal/v1/withdrawals/${id}/${action}`;
  return service.call('POST', path, { headers: await staff(person), ...(json && { json }) });
}

test('setting it is in the audit log', async () => {
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'database.quarantine');
  assert.equal(line?.reason, 'Recovered to noon.');
});

test('no payout is sent, not even by a process that had already claimed it', async () => {
  assert.ok(claimed);
  await advanceRequest(payments, { ...claimed, leaseEndsAt: performance.now() + 40_000 });
  assert.equal(sentTo('+237670000777'), 0);
  await settleAll(service, 2);
  assert.equal(sentTo('+237670000778'), 0);
  assert.equal((await read(service, unsent))['state'], 'approved');
});

test('no deposit expires and no payout is handed to staff for its age', async () => {
  await passTime(database, 2 * 3_600_000);
  assert.equal(await expireDeposits({ database, onQueued: () => {} }), 0);
  assert.equal(await escalateStuck({ database }), 0);
  assert.notEqual((await read(service, deposit.service_tx_id))['state'], 'expired');
});

test('a withdrawal can be created, and rejected by two people, not approved; its webhook waits', async () => {
  const created = await create(service, WITHDRAWALS);
  const refused = await decide(created.service_tx_id, 'approve');
  assert.equal(refused.status, 403, refused.text);
  assert.equal(bodyOf(refused)['code'], 'quarantined');
  for (const person of [agent, other]) {
    const why = { reason: 'Asked twice.' };
    const rejected = await decide(waiting.service_tx_id, 'reject', why, person);
    assert.equal(rejected.status, 200, rejected.text);
  }
  assert.equal(await countClaimable(), 0);
});

test('a deposit that needs a prompt is a 503, and nothing is stored', async () => {
  const json = paymentBody();
  const answer = await service.call('POST', DEPOSITS, { json });
  assert.equal(answer.status, 503, answer.text);
  const [row] = await database.query<{ readonly count: number }>({
    text: 'select count(*) as count from transactions where reference = $1',
    values: [json['reference']],
  });
  assert.equal(row?.count, 0);
});

test('/readyz, which stays 200, and the overview report it', async () => {
  const ready = await service.call('GET', '/readyz');
  assert.equal(ready.status, 200);
  assert.match(String(bodyOf(ready)['detail']), /^Quarantine: .*Recovered to noon\.$/);
  const overview = await service.call('GET', '/internal/v1/overview', { headers: await staff() });
  const { reason } = bodyOf(overview)['quarantine'] as { readonly reason: Json };
  assert.deepEqual(
    [reason['code'], reason['params']],
    ['quarantine_by_hand', { text: 'Recovered to noon.' }],
  );
});

test('once it is accepted, everything goes its way', async () => {
  const asked = { reason: 'Compared with the statements.', onExamined: () => {} };
  assert.ok(await acceptRestore(payments, COMMAND_LINE, asked));
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'database.accept_restore');
  // Health checks ask once a second for all.
  await eventually('/readyz has nothing more to say', async () => {
    const { json } = await service.call('GET', '/readyz');
    return isDeepStrictEqual(json, { status: 'ok' });
  });
  assert.ok((await countClaimable()) > 0);
  assert.ok((await expireDeposits({ database, onQueued: () => {} })) > 0);
  await settleAll(service);
  assert.equal((await read(service, slow))['state'], 'succeeded');
  assert.equal((await read(service, unsent))['state'], 'succeeded');
  assert.deepEqual([sentTo('+237670000777'), sentTo('+237670000778')], [1, 1]);
});

async function countClaimable(): Promise<number> {
  const none = { id: randomUUID(), limit: 10, leaseMs: 1, known: [], freeOfUnknown: 10 };
  return (await claimWebhooks(database, none)).length;
}
