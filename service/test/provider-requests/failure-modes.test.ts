import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../src/db/client.ts';
import { claimRequests, insertRequest } from '../../src/db/provider-requests/provider-requests.ts';
import { advanceRequest } from '../../src/flows/provider-requests/advance-request.ts';
import { newProviderRequest } from '../../src/flows/provider-requests/collect-deposit.ts';
import type {
  LeasedRequest,
  ProviderRequestDeps,
} from '../../src/flows/provider-requests/leased-request.ts';
import { createDeposit } from '../../src/flows/transactions/create-transaction.ts';
import { expireDeposits } from '../../src/flows/transactions/expire-deposits.ts';
import type { Connector } from '../../src/providers/provider.ts';
import { startTwin } from '../support/harness.ts';
import {
  addMtn,
  createApproved,
  operatorsDecided,
  passTime,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { bodyOf, create, DEPOSITS, paymentBody, read } from '../support/transactions/payments.ts';

// The points of docs/failure-modes.md that no other file reaches.

const service = await startLiveService();
const { database, payments } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main' });

const LEASE_PASSED_MS = 45_000;

let numbers = 0;
function newNumber() {
  numbers += 1;
  return `+23765${String(numbers).padStart(7, '0')}`;
}

/** The operator's requests for a number. */
function takenFor(msisdn: string) {
  return operator.ledger.payments().filter((payment) => `+${payment.msisdn}` === msisdn);
}

/** A deposit whose process gets as far as `collect` lets it. */
async function createUntil(
  msisdn: string,
  collect: Parameters<typeof createDeposit>[0]['collect'],
  key = { playerId: randomUUID(), reference: randomUUID() },
): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from applications limit 1',
  });
  const created = await createDeposit(
    {
      ...payments,
      play: null,
      collect,
    },
    {
      ...key,
      applicationId: row?.id ?? '',
      msisdn,
      amountXaf: 500,
      operator: 'mtn',
      callbackUrl: null,
      isOverRate: false,
      actor: 'api',
      lang: 'fr',
    },
  );
  assert.ok(created.kind === 'created');
  return created.transaction.id;
}

/** Claims the request of one transaction, for a process that then has trouble. */
async function claimRequestOf(id: string): Promise<LeasedRequest> {
  const lease = { id: randomUUID(), limit: 100, leaseMs: 40_000 };
  const claimed = await claimRequests(database, lease);
  const mine = claimed.find(({ transaction }) => transaction.id === id);
  assert.ok(mine);
  return { ...mine, leaseEndsAt: performance.now() + lease.leaseMs };
}

test('a deposit whose process died before its request was on record expires unless it is repeated', async () => {
  const msisdn = newNumber();
  const id = await createUntil(msisdn, async (transaction) => transaction);
  await settleAll(service, 2);
  assert.equal((await read(service, id))['state'], 'pending');
  assert.equal(takenFor(msisdn).length, 0);
  await passTime(database, 600_000);
  await expireDeposits({ database, onQueued: () => {} });
  assert.equal((await read(service, id))['state'], 'expired');
});

test('when the platform repeats it, a deposit whose process died is prompted after all, once', async () => {
  const msisdn = newNumber();
  const key = { playerId: randomUUID(), reference: randomUUID() };
  const id = await createUntil(msisdn, async (transaction) => transaction, key);
  const { playerId: player_id, reference } = key;
  const json = paymentBody({ msisdn, player_id, reference });
  const twin = await startTwin(service);
  const repeats = [service, twin, service, twin, service].map(({ call }) =>
    call('POST', DEPOSITS, { json }),
  );
  for (const answer of await Promise.all(repeats)) {
    assert.equal(bodyOf(answer)['service_tx_id'], id);
  }
  assert.equal(takenFor(msisdn).length, 1);
  assert.equal((await create(twin, DEPOSITS, json))['status'], 'provider_acknowledged');
  await settleAll(service, 1);
  assert.equal(takenFor(msisdn).length, 1);
});

test('a repeat after the deadline sends no prompt', async () => {
  const msisdn = newNumber();
  const key = { playerId: randomUUID(), reference: randomUUID() };
  const id = await createUntil(msisdn, async (transaction) => transaction, key);
  await passTime(database, 600_000);
  const { playerId: player_id, reference } = key;
  const again = await create(service, DEPOSITS, { msisdn, player_id, reference });
  assert.deepEqual([again.service_tx_id, again['status']], [id, 'pending']);
  await settleAll(service, 1);
  assert.equal(takenFor(msisdn).length, 0);
  await expireDeposits({ database, onQueued: () => {} });
  assert.equal((await read(service, id))['state'], 'expired');
});

test('the next process sends a request that is on record and was never sent', async () => {
  const msisdn = newNumber();
  const id = await createUntil(msisdn, async (transaction) => {
    const claim = { id: randomUUID(), leaseMs: 40_000 };
    await insertRequest(database, { ...newProviderRequest(transaction), claim });
    return transaction;
  });
  assert.equal(await service.takeSteps(), 0, 'the dead process still has its lease');
  await passTime(database, LEASE_PASSED_MS);
  await service.takeSteps();
  assert.equal((await read(service, id))['state'], 'provider_acknowledged');
  assert.equal(takenFor(msisdn).length, 1);
});

test('a process whose request another one has taken over sends nothing', async () => {
  const msisdn = newNumber();
  const id = await createApproved(service, { msisdn });
  const late = await claimRequestOf(id);
  await passTime(database, LEASE_PASSED_MS);
  await service.takeSteps();
  assert.equal(takenFor(msisdn).length, 1);
  await advanceRequest(payments, late);
  assert.equal(takenFor(msisdn).length, 1);
  await operatorsDecided(operator);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
});

test('after days without a service, one lost answer does not end the questions', async () => {
  const id = await createUntil(newNumber(), payments.collect);
  await passTime(database, 49 * 3_600_000);
  await expireDeposits({ database, onQueued: () => {} });
  const connected = await payments.connectors.find('mtn-main');
  assert.ok(connected);
  const connector: Connector = {
    ...connected.connector,
    ask: async () => ({
      kind: 'unknown',
      problem: { code: 'no_answer_within', params: { ms: 1 } },
    }),
  };
  const connectors = { ...payments.connectors, find: async () => ({ ...connected, connector }) };
  await advanceRequest({ ...payments, connectors }, await claimRequestOf(id));
  await operatorsDecided(operator);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
});

test('a late refusal of a frozen process fails nothing that another one has sent', async () => {
  const msisdn = newNumber();
  const id = await createApproved(service, { msisdn });
  const late = await claimRequestOf(id);
  const connected = await payments.connectors.find('mtn-main');
  assert.ok(connected);
  const connector: Connector = {
    ...connected.connector,
    prepare: async () => {
      await passTime(database, LEASE_PASSED_MS);
      await service.takeSteps();
      return {
        kind: 'refused',
        because: 'payment',
        reason: { code: 'player_refused' },
        code: null,
      };
    },
  };
  const connectors = { ...payments.connectors, find: async () => ({ ...connected, connector }) };
  await advanceRequest({ ...payments, connectors }, late);
  assert.equal(takenFor(msisdn).length, 1);
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await operatorsDecided(operator);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
});

test('a database that goes away before the answer is recorded: the payout is asked about', async () => {
  const msisdn = newNumber();
  const id = await createApproved(service, { msisdn });
  const leased = await claimRequestOf(id);
  const away: ProviderRequestDeps = {
    ...payments,
    database: {
      ...database,
      query: () => Promise.reject(new DatabaseUnavailable('gone')),
    },
  };
  await assert.rejects(advanceRequest(away, leased), DatabaseUnavailable);
  assert.equal(takenFor(msisdn).length, 1, 'the operator has taken it');
  assert.equal((await read(service, id))['state'], 'provider_submitted');
  await operatorsDecided(operator);
  await passTime(database, LEASE_PASSED_MS);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(takenFor(msisdn).length, 1);
});

test('a payout that cannot be noted on disk is not sent, and goes out when it can', async () => {
  const msisdn = newNumber();
  const id = await createApproved(service, { msisdn });
  const full = { ...payments.sent, note: () => Promise.reject(new Error('no space left')) };
  await advanceRequest({ ...payments, sent: full }, await claimRequestOf(id));
  assert.equal(takenFor(msisdn).length, 0);
  const [row] = await database.query<{ readonly problem: string; readonly sent_at: Date | null }>({
    text: 'select problem, sent_at from submissions where transaction_id = $1',
    values: [id],
  });
  assert.match(row?.problem ?? '', /send_not_noted/);
  assert.equal(row?.sent_at, null);
  await settleAll(service, 1);
  await operatorsDecided(operator);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(takenFor(msisdn).length, 1);
});

test('a payout that a provider has certainly not taken is marked not sent', async () => {
  const id = await createApproved(service, { msisdn: newNumber() });
  operator.faults.add('transfer', { kind: 'forbidden_ip' }, { times: 1 });
  const isListed = async () =>
    (await payments.sent.list()).some(({ transactionId }) => transactionId === id);
  await advanceRequest(payments, await claimRequestOf(id));
  assert.equal(await isListed(), false);
  await settleAll(service, 1);
  assert.equal(await isListed(), true);
});

// Last, because what this process remembers is then dated ten seconds ahead.
test('a process that is frozen between its commit and its call sends nothing', async (t) => {
  const msisdn = newNumber();
  const id = await createApproved(service, { msisdn });
  const leased = await claimRequestOf(id);
  let frozenMs = 0;
  const realNow = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => realNow() + frozenMs);
  const freezing: ProviderRequestDeps = {
    ...payments,
    database: {
      ...database,
      atomically: async (work) => {
        const result = await database.atomically(work);
        frozenMs = 10_000;
        return result;
      },
    },
  };
  await advanceRequest(freezing, leased);
  assert.equal(takenFor(msisdn).length, 0);
  t.mock.restoreAll();
  await settleAll(service, 1);
  await operatorsDecided(operator);
  await settleAll(service, 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
  assert.equal(takenFor(msisdn).length, 1);
});
