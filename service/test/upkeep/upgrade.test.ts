import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import { countRecoveryCodes, useRecoveryCode } from '../../src/db/access/second-factors.ts';
import { findRowKey } from '../../src/db/installation.ts';
import { findQuarantine } from '../../src/db/quarantine.ts';
import { firstIdAt } from '../../src/domain/uuid-time.ts';
import { verifyAudit } from '../../src/flows/access/verify-audit.ts';
import { addPerson, signedIn } from '../support/access/staff.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  restartTestService,
  TEST_LIMITS,
  type TestService,
  testConfig,
} from '../support/harness.ts';
import { makeDataDir } from '../support/service-process.ts';
import { bodyOf, historyOf, read, simulate } from '../support/transactions/payments.ts';
import { RELEASES } from '../support/upgrade/releases.ts';
import { startDelivering, untilQuiet } from '../support/webhooks/delivery.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

// A database of 0.2.0 with something of every kind under way, as its last process left it.

const release = RELEASES.find(({ name }) => name === '0.2.0') ?? assert.fail();
const { database, connection, url } = await openTestDatabase({ migratedTo: release.migrations });
const receiver = await startReceiver();
const run = (text: string, ...values: readonly unknown[]) => database.query({ text, values });

const ADA = randomUUID();
const CODES = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
/** Above the amount from which two people approve. */
const LARGE_XAF = 1_000_001;

let made = 0;
/** A payment with its history; `states` begins with the one in which it was created. */
async function insertPayment(
  direction: 'deposit' | 'withdrawal',
  states: readonly (readonly [state: string, trigger: string, remark?: string])[],
  amountXaf = 500,
): Promise<string> {
  made += 1;
  const id = firstIdAt(new Date(Date.now() - 60_000 + made));
  const [state] = states.at(-1) ?? assert.fail();
  await run(
    `insert into transactions (id, application_id, direction, reference, player_id, operator,
                               provider_id, channel_id, collection_mode, msisdn, amount_xaf, state,
                               state_reason, state_updated_at, expires_at, created_at, updated_at,
                               version, callback_url)
     values ($1::uuid, $2, $3::text, $1::uuid::text, gen_random_uuid(), 'mtn', 'mtn-momo',
             'mtn-momo-sandbox', case $3::text when 'deposit' then 'merchant_initiated' end,
             '+237670000001', $4, $5::text, 'x', now(),
             case $5::text when 'pending' then now() + interval '15 minutes' end, now(), now(), $6,
             $7)`,
    ...[id, DEFAULT_APPLICATION_ID, direction, amountXaf, state, states.length, receiver.url],
  );
  for (const [index, [to, trigger, remark = null]] of states.entries()) {
    await run(
      `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor,
                                at, remark)
       values ($1, $2, $3, $4, $5, 'x', 'test', now(), $6)`,
      ...[id, index + 1, states[index - 1]?.[0] ?? null, to, trigger, remark],
    );
  }
  return id;
}

const CREATED = ['pending_approval', 'create'] as const;
const APPROVED = ['approved', 'approved'] as const;
const SENT = ['provider_submitted', 'transfer_sent'] as const;

async function insertRequest(id: string, { isSent }: { readonly isSent: boolean }) {
  await run(
    `insert into submissions (transaction_id, provider_id, channel_id, reference, handle,
                              callback_secret, sent_at, next_step_at, created_at)
     values ($1, 'mtn-momo', 'mtn-momo-sandbox', $2::uuid, case when $3 then $2::uuid::text end,
             'x', case when $3 then now() end, now(), now())`,
    ...[id, randomUUID(), isSent],
  );
}

async function insertWebhook(id: string, state: 'pending' | 'undelivered'): Promise<void> {
  const webhookId = firstIdAt(new Date(Date.now() - 30_000 + made));
  const body = JSON.stringify({ service_tx_id: id });
  await run(
    `with made as (
       insert into webhooks (id, transaction_id, application_id, event, body, created_at)
       values ($1, $2::uuid, $3, 'payment.failed', $4, now()) returning id, position)
     insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, attempts,
                                state, url, origin)
     select id, $2::uuid, position, now(), case $5::text when 'pending' then now() end,
            case $5::text when 'pending' then 1 else 4 end, $5::text, $6::text, $6::text from made`,
    ...[webhookId, id, DEFAULT_APPLICATION_ID, body, state, receiver.url],
  );
}

await run(`insert into installation (environment, identity)
           values ('sandbox', database_identity())`);
await run(`update clock set shift = interval '7 seconds'`);
await run(`insert into row_keys (secret) values ('the sealed key')`);
await run(`insert into applications (id, name) values ($1, 'default')`, DEFAULT_APPLICATION_ID);
await run(
  `insert into staff (id, email, name, role, password_hash)
   values ($1, 'ada@example.com', 'Ada', 'agent', '')`,
  ADA,
);
// One account is older than seven days and one is not.
const [BIH, CHI] = [randomUUID(), randomUUID()];
for (const [id, days] of [
  [BIH, 8],
  [CHI, 6],
] as const) {
  await run(
    `insert into staff (id, email, name, role, password_hash, credentials_by, credentials_at)
     values ($1::uuid, $1::text, 'x', 'agent', '', $2, now() - $3 * interval '1 day')`,
    ...[id, ADA, days],
  );
}
await run(
  `insert into api_keys (prefix, application_id, secret_hash) values ('a1b2c3d4e5f6', $1, $2)`,
  ...[DEFAULT_APPLICATION_ID, Buffer.alloc(32)],
);
for (const [index, hash] of CODES.entries()) {
  await run(
    `insert into recovery_codes (staff_id, code_hash, used_at)
     values ($1, $2, case when $3::integer = 0 then now() end)`,
    ...[ADA, hash, index],
  );
}
const open = await insertPayment('deposit', [['pending', 'create']]);
const approved = await insertPayment('withdrawal', [CREATED, APPROVED]);
await insertRequest(approved, { isSent: false });
const sent = await insertPayment('withdrawal', [CREATED, APPROVED, SENT]);
await insertRequest(sent, { isSent: true });
await run(`insert into providers (id, adapter, display_name, description, logo, operators,
                                  directions, is_primary, payout_wallet)
           values ('mtn-old', 'mtn-momo', 'x', 'x', 'mtn', '{mtn}', '{withdrawal}', false,
                   'float')`);
await run(`insert into channels (id, provider_id, operator, collection_mode, merchant_number)
           values ('old', 'mtn-old', 'mtn', 'merchant_initiated', '6 70 00 99 91')`);
const sentByOld = await insertPayment('withdrawal', [CREATED, APPROVED, SENT]);
await insertRequest(sentByOld, { isSent: true });
await run(
  `update submissions set provider_id = 'mtn-old', channel_id = 'old' where transaction_id = $1`,
  sentByOld,
);
const halfApproved = await insertPayment('withdrawal', [CREATED], LARGE_XAF);
await run(
  'insert into approvals (transaction_id, staff_id, at, version) values ($1, $2, now(), 1)',
  ...[halfApproved, ADA],
);
const [pending, undelivered] = [
  await insertPayment('withdrawal', [CREATED, ['failed', 'rejected']]),
  await insertPayment('withdrawal', [CREATED, ['failed', 'rejected']]),
];
const refused = await insertPayment('deposit', [
  ['pending', 'create'],
  ['failed', 'initiation_refused', '{"code":"payer_unknown","params":{"system":"MTN"}}'],
]);
await insertWebhook(pending, 'pending');
await insertWebhook(undelivered, 'undelivered');

const config = testConfig({ DATABASE_URL: url, DATA_DIR: await makeDataDir() });
const service: TestService = await restartTestService({
  ...{ database, connection, config, headers: {}, freshMs: undefined, limits: TEST_LIMITS },
});

test('the first start after the upgrade is in no quarantine', async () => {
  assert.equal(await findQuarantine(database), null);
});

test('what was sent keeps the wallet of the number that it was sent with', async () => {
  const kept = await run('select wallet from submissions where transaction_id = $1', sentByOld);
  assert.deepEqual(kept, [{ wallet: 'mtn:+237670009991:float' }]);
});

test('the clock, the key of the rows and unused recovery codes are where they were', async () => {
  const clock = await run(`select app_now() - now() = interval '7 seconds' as "isShifted"`);
  assert.deepEqual(clock, [{ isShifted: true }]);
  assert.equal(await findRowKey(database), 'the sealed key');
  assert.equal(await countRecoveryCodes(database, ADA), 1);
  const [used, unused] = CODES;
  for (const [hash, isGood] of [
    [used, false],
    [unused, true],
    [unused, false],
  ] as const) {
    const asked = { staffId: ADA, hashes: [Buffer.alloc(32), hash ?? Buffer.alloc(32)] };
    assert.equal(await useRecoveryCode(database, asked), isGood);
  }
});

test('accounts of more than seven days and all keys count as vouched for, and the log says so', async () => {
  const accounts = await run('select id, vouched_by from staff where id in ($1, $2)', BIH, CHI);
  assert.deepEqual(
    new Map(accounts.map((row) => Object.values(row) as [string, string | null])),
    new Map([
      [BIH, 'release 0.2'],
      [CHI, null],
    ]),
  );
  assert.deepEqual(await run('select vouched_by from api_keys'), [{ vouched_by: 'release 0.2' }]);
  const [entry] = await run(`select after from audit_log where action = 'staff.vouch'`);
  assert.deepEqual(entry, { after: { accounts: [BIH], keys: ['a1b2c3d4e5f6'] } });
  assert.deepEqual((await verifyAudit(database)).broken, []);
});

test('what had ended has the code of its reason, from its history', async () => {
  const codes = await run(
    `select id, reason_code from transactions where reason_code is not null order by id`,
  );
  assert.deepEqual(codes, [
    { id: pending, reason_code: 'rejected_by_staff' },
    { id: undelivered, reason_code: 'rejected_by_staff' },
    { id: refused, reason_code: 'not_registered' },
  ]);
  assert.equal((await read(service, refused))['reason_code'], 'not_registered');
});

test('an open deposit is settled', async () => {
  assert.equal((await simulate(service, open, 'succeeded')).status, 200);
  assert.equal((await read(service, open))['state'], 'succeeded');
});

test('an approved payout is sent once, and one that was sent is not sent again', async () => {
  await service.takeSteps();
  for (const id of [approved, sent]) {
    assert.equal((await read(service, id))['state'], 'succeeded');
    const history = await historyOf(database, id);
    assert.equal(history.filter(({ trigger }) => trigger === 'transfer_sent').length, 1);
  }
});

test('a payout that one person has approved needs one other', async () => {
  const browser = await signedIn(service, await addPerson(database, 'agent'));
  const answer = await browser.call('POST', `/internal/v1/withdrawals/${halfApproved}/approve`);
  assert.equal(bodyOf(answer)['outcome'], 'done', answer.text);
  assert.equal((await read(service, halfApproved))['state'], 'approved');
});

test('what waited for its receiver is delivered, and what was given up can be sent again', async () => {
  const delivering = startDelivering(database);
  const replay = `/api/v1/transactions/${undelivered}/replay-webhook`;
  assert.equal((await service.call('POST', replay)).status, 200);
  await untilQuiet(database);
  await delivering.stop();
  const delivered = new Set(receiver.received.map(({ body }) => JSON.parse(body).service_tx_id));
  for (const id of [pending, undelivered]) assert.ok(delivered.has(id));
});
