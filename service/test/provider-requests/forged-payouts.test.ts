import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listTransactionsBySearch } from '../../src/db/transactions/staff-transactions.ts';
import { lockTransaction } from '../../src/db/transactions/transaction-detail.ts';
import { findAvailableXaf } from '../../src/domain/books/application-money.ts';
import { approveWithdrawal } from '../../src/flows/decisions/decide-withdrawal.ts';
import { newProviderRequest } from '../../src/flows/provider-requests/collect-deposit.ts';
import { raiseAlerts } from '../../src/flows/upkeep/raise-alerts.ts';
import { findMoneys } from '../../src/http/routes/transactions/listed-transaction.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../support/access/policy.ts';
import { tamper } from '../support/books/forget-books.ts';
import {
  addMtn,
  createApproved,
  decisionOf,
  operatorsDecided,
  settleAll,
  startLiveService,
  startMtn,
} from '../support/providers/live.ts';
import { create, read, WITHDRAWALS } from '../support/transactions/payments.ts';

// What a person with the database's password and without SECRETS_KEY tries, while payouts wait.

const service = await startLiveService({ SECRETS_KEY: 'ab'.repeat(32) });
const { database } = service;
const operator = await startMtn();
await addMtn(database, operator, { id: 'mtn-main', vault: service.payments.vault });

let numbers = 0;
function payee(): string {
  numbers += 1;
  return `+23768${String(numbers).padStart(7, '0')}`;
}

function timesPaid(msisdn: string): number {
  const digits = msisdn.replace('+237', '');
  return operator.ledger.moves().filter((move) => move.msisdn.endsWith(digits)).length;
}

async function sendAll(): Promise<void> {
  while ((await service.takeSteps()) > 0);
  await operatorsDecided(operator);
  await settleAll(service, 1);
}

async function alertsOf(id: string): Promise<readonly string[]> {
  const policy = { ...fixedPolicy(), trouble: () => null };
  await raiseAlerts({
    database,
    environment: 'live',
    policy,
    vault: createVault(service.config.secretsKey),
    hasPager: true,
  });
  const rows = await database.query<{ readonly kind: string }>({
    text: 'select kind from alerts where subject = $1 and cleared_at is null',
    values: [`transaction:${id}`],
  });
  return rows.map(({ kind }) => kind);
}

async function assertHeld(id: string, msisdn: string): Promise<void> {
  await sendAll();
  assert.equal(timesPaid(msisdn), 0, 'it was paid');
  assert.equal((await read(service, id))['state'], 'requires_manual_resolution');
  assert.deepEqual(await alertsOf(id), ['seal_broken']);
}

test('a payout that nobody touched is paid, and nothing is reported about it', async () => {
  const msisdn = payee();
  const id = await createApproved(service, { msisdn });
  assert.deepEqual(await alertsOf(id), []);
  await sendAll();
  assert.equal(timesPaid(msisdn), 1);
  assert.equal((await read(service, id))['state'], 'succeeded');
});

test('a forged approval with its history and its provider request pays nothing', async () => {
  const msisdn = payee();
  const approved = await createApproved(service, { msisdn: payee() });
  await sendAll();
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { msisdn });
  const found = await database.atomically((connection) => lockTransaction(connection, id));
  assert.ok(found);
  const request = newProviderRequest(found.transaction);
  await tamper(database, [
    `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor,
                              at, remark, provider_tx_id, seal)
     select '${id}', seq, from_state, to_state, trigger, reason, actor, at, remark,
            provider_tx_id, seal
     from transitions where transaction_id = '${approved}' and seq = 2`,
    `update transactions set state = 'approved', version = 2,
       state_updated_at = (select at from transitions
                           where transaction_id = '${id}' and seq = 2) where id = '${id}'`,
    `update open_transactions set state = 'approved' where transaction_id = '${id}'`,
    `insert into submissions (transaction_id, provider_id, channel_id, reference, callback_secret,
                              next_step_at, created_at)
     values ('${id}', '${request.providerId}', '${request.channelId}', '${request.reference}',
             'secret', app_now(), app_now())`,
  ]);
  await assertHeld(id, msisdn);
});

const CHANGES: readonly (readonly [name: string, sql: (id: string, thief: string) => string])[] = [
  ['number', (id, thief) => `update transactions set msisdn = '${thief}' where id = '${id}'`],
  ['amount', (id) => `update transactions set amount_xaf = 5000000 where id = '${id}'`],
  ['seal', (id) => `update transactions set amount_xaf = 500, seal = null where id = '${id}'`],
  ['creator', (id) => `update transactions set created_by = 'staff:x' where id = '${id}'`],
  [
    'approver',
    (id) => `update transitions set actor = 'staff:${randomUUID()}'
             where transaction_id = '${id}' and seq = 2`,
  ],
  [
    'time of the approval',
    (id) => `update transitions set at = at + interval '1 day'
             where transaction_id = '${id}' and seq = 2`,
  ],
  [
    'age of the approval',
    (id) => `update transactions set state_updated_at = state_updated_at + interval '1 hour'
             where id = '${id}'`,
  ],
  [
    'reference of the request',
    (id) => `update submissions set reference = gen_random_uuid() where transaction_id = '${id}'`,
  ],
];

for (const [name, sql] of CHANGES) {
  test(`an approved payout whose ${name} was changed is not paid, and an alert names it`, async () => {
    const [msisdn, thief] = [payee(), payee()];
    const id = await createApproved(service, { msisdn });
    await tamper(database, [sql(id, thief)]);
    await assertHeld(id, msisdn);
    assert.equal(timesPaid(thief), 0, 'the thief was paid');
  });
}

test('a waiting payout that was changed is named by an alert, and nobody approves it', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { msisdn: payee() });
  await tamper(database, [`update transactions set msisdn = '${payee()}' where id = '${id}'`]);
  assert.deepEqual(await alertsOf(id), ['seal_broken']);
  const decided = await approveWithdrawal(...(await decisionOf(service)), {
    id,
    approvalsSeen: null,
  });
  assert.deepEqual(decided, { kind: 'forbidden', why: 'not_as_written' });
  assert.equal((await read(service, id))['state'], 'pending_approval');
});

test('an order that was prepared with another number than the sealed one is not sent', async () => {
  const [msisdn, thief] = [payee(), payee()];
  const id = await createApproved(service, { msisdn });
  await tamper(database, [`update transactions set msisdn = '${thief}' where id = '${id}'`]);
  const { connectors } = service.payments;
  const connected = await connectors.find('mtn-main');
  assert.ok(connected);
  const prepare: typeof connected.connector.prepare = async (order, call) => {
    await tamper(database, [`update transactions set msisdn = '${msisdn}' where id = '${id}'`]);
    return connected.connector.prepare(order, call);
  };
  const connector = { ...connected.connector, prepare };
  const find = async () => ({ ...connected, connector });
  await service.takeSteps({ connectors: { ...connectors, find } });
  await assertHeld(id, thief);
  assert.equal(timesPaid(msisdn), 0);
});

test('a payout of an application whose row was changed is shown as beyond its money, and waits', async () => {
  const { service_tx_id: id } = await create(service, WITHDRAWALS, { msisdn: payee() });
  const [row] = await database.query<{ readonly id: string }>({
    text: `select application_id as id from transactions where id = '${id}'`,
  });
  await tamper(database, [`update applications set credit_xaf = 1 where id = '${row?.id}'`]);
  const approved = await approveWithdrawal(...(await decisionOf(service)), {
    id,
    approvalsSeen: null,
  });
  assert.deepEqual(approved, { kind: 'forbidden', why: 'not_as_written' });
  const rows = await listTransactionsBySearch(
    database,
    { id, msisdn: null, text: id },
    { after: null, limit: 1 },
  );
  const moneys = await findMoneys(database, rows);
  assert.deepEqual([...moneys.values()].map(findAvailableXaf), [0]);
});
