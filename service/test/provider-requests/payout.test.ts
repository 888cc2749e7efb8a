import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimRequests, markSent } from '../../src/db/provider-requests/provider-requests.ts';
import { findCatalogueRevision } from '../../src/db/providers/channels.ts';
import { resolveTransaction } from '../../src/flows/decisions/resolve-transaction.ts';
import { escalateStuck } from '../../src/flows/provider-requests/follow-requests.ts';
import {
  addMtn,
  addOrange,
  createApproved,
  decisionOf,
  giveGoodPast,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
  startOrange,
} from '../support/providers/live.ts';
import { historyOf, ORANGE, read } from '../support/transactions/payments.ts';

const service = await startLiveService();
const { database } = service;
const primary = await startMtn();
const backup = await startMtn();
const orange = await startOrange();
await addMtn(database, primary, { id: 'mtn-main' });
await addMtn(database, backup, { id: 'mtn-spare', isPrimary: false });
await giveGoodPast(database, ['mtn-main', 'mtn-spare']);
await addOrange(database, orange, { id: 'orange-main' });

/** Minutes pass, and the service asks what the operators decided. */
async function settle(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await operatorsDecided(primary, backup, orange);
    await settleAll(service, 1);
  }
}

let numbers = 0;
function payee() {
  numbers += 1;
  return `+23768${String(numbers).padStart(7, '0')}`;
}

/** How often money went to a number, by all operators' books. */
function timesPaid(msisdn: string): number {
  const digits = msisdn.replace('+237', '');
  return [primary, backup, orange]
    .flatMap(({ ledger }) => ledger.moves())
    .filter((move) => move.direction === 'transfer' && move.msisdn.endsWith(digits)).length;
}

test('an approved payout is sent once and succeeds with the id of the provider', async () => {
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  assert.equal((await read(service, id))['state'], 'approved');
  await service.takeSteps();
  await settle(1);
  const transaction = await read(service, id);
  assert.equal(transaction['state'], 'succeeded');
  assert.match(String(transaction['provider_tx_id']), /^\d+$/);
  assert.equal(timesPaid(msisdn), 1);
});

test('a cash-in of Orange succeeds in the same step', async () => {
  const msisdn = `+23769${String(7_000_001)}`;
  const id = await createApproved(service, { ...ORANGE, msisdn });
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('after an answer is lost, the payout is asked about and never sent again', async () => {
  primary.faults.add('transfer', { kind: 'reset', when: 'after' }, { times: 1 });
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await settle(2);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('an Orange payout whose answer is lost is found by its token', async () => {
  orange.faults.add('cashin_pay', { kind: 'reset', when: 'after' }, { times: 1 });
  const msisdn = `+23769${String(7_000_002)}`;
  const id = await createApproved(service, { ...ORANGE, msisdn });
  await service.takeSteps();
  await settle(2);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('an empty float fails the payout with a sentence', async () => {
  primary.setFloat('transfer', 0);
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await settle(1);
  const { state, state_reason: reason } = await read(service, id);
  assert.equal(state, 'failed');
  assert.match(String(reason), /balance|funds|money/i);
  assert.equal(timesPaid(msisdn), 0);
  primary.setFloat('transfer', 100_000_000);
});

test('the backup pays when the primary has certainly not taken the payout', async () => {
  await primary.goOffline();
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await settle(1);
  const transaction = await read(service, id);
  assert.deepEqual([transaction['state'], transaction['provider']], ['succeeded', 'mtn-spare']);
  await primary.goOnline();
  assert.equal(timesPaid(msisdn), 1);
});

test('with every provider away the payout waits, and is sent when one is back', async () => {
  await Promise.all([primary.goOffline(), backup.goOffline()]);
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await settle(3);
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await Promise.all([primary.goOnline(), backup.goOnline()]);
  await settle(3);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(timesPaid(msisdn), 1);
});

test('a process that dies right before sending leaves a payout that is held, not sent', async () => {
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await dieBeforeSending(id);
  await settle(20);
  assert.equal(timesPaid(msisdn), 0);
  await passTime(database, 3_600_000);
  await escalateStuck({ database });
  const { state } = await read(service, id);
  assert.equal(state, 'requires_manual_resolution');
  const [row] = await database.query<{ problem: string }>({
    text: 'select problem from submissions where transaction_id = $1',
    values: [id],
  });
  assert.match(row?.problem ?? '', /does not know/);
});

test('a provider without an answer for an hour: staff decide, and the id is filled in later', async () => {
  const away = { kind: 'error', when: 'before', status: 503, code: 'SERVICE_UNAVAILABLE' } as const;
  primary.faults.add('transfer_status', away);
  primary.faults.add('transfer', { kind: 'reset', when: 'after' }, { times: 1 });
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await passTime(database, 3_601_000);
  await escalateStuck({ database });
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
  const asked = { decision: 'confirm', reason: 'Seen in the partner portal.' } as const;
  await resolveTransaction(...(await decisionOf(service)), id, asked);
  primary.faults.clear();
  await settle(2);
  const transaction = await read(service, id);
  assert.equal(transaction['state'], 'succeeded');
  assert.match(String(transaction['provider_tx_id']), /^\d+$/);
  assert.equal((await historyOf(database, id)).at(-1)?.trigger, 'staff_confirmed');
  assert.equal(timesPaid(msisdn), 1);
});

test('a payout that waited long for a provider gets five minutes after it is sent at last', async () => {
  await Promise.all([primary.goOffline(), backup.goOffline()]);
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await passTime(database, 3_599_000);
  await Promise.all([primary.goOnline(), backup.goOnline()]);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await passTime(database, 2_000);
  await escalateStuck({ database });
  assert.equal((await read(service, id))['state'], 'provider_submitted', 'it was only just sent');
  await passTime(database, 300_000);
  await escalateStuck({ database });
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
  await settle(1);
  assert.equal(timesPaid(msisdn), 1);
});

test('an account that is not set up for payouts is passed over for the next one', async () => {
  await database.query({
    text: `update providers set settings = (settings::jsonb - 'disbursementApiUser')::json
           where id = 'mtn-main'`,
  });
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  await service.takeSteps();
  await settle(1);
  assert.equal((await read(service, id))['provider'], 'mtn-spare');
  assert.equal(timesPaid(msisdn), 1);
});

/** What a process has committed that dies between the commit and the call. */
async function dieBeforeSending(id: string): Promise<void> {
  const claim = '00000000-0000-4000-8000-0000000000aa';
  const claimed = await claimRequests(database, { id: claim, limit: 100, leaseMs: 40_000 });
  const mine = claimed.find(({ transaction }) => transaction.id === id);
  assert.ok(mine);
  const route = { providerId: 'mtn-main', channelId: 'mtn-main-channel' };
  const revision = await findCatalogueRevision(database);
  const step = { transactionId: id, claim, leaseMs: 40_000, revision, ...route };
  const handle = mine.providerRequest.reference;
  assert.equal(await markSent(database, { ...step, handle }), 'marked');
  await database.query({
    text: `update transactions set state = 'provider_submitted' where id = $1`,
    values: [id],
  });
}

test('a token that Orange calls expired right after sending is not believed at once', async () => {
  orange.faults.add('cashin_pay', { kind: 'reset', when: 'before' }, { times: 1 });
  const msisdn = `+23769${String(7_000_003)}`;
  const id = await createApproved(service, { ...ORANGE, msisdn });
  await service.takeSteps();
  await settle(2);
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await settle(14);
  assert.equal((await read(service, id))['state'], 'failed');
  assert.equal(timesPaid(msisdn), 0);
});
