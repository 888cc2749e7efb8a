import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginInstallation, prepareDatabase } from '../../../src/app/database.ts';
import { listPolicyRows } from '../../../src/db/access/policy.ts';
import type { Database } from '../../../src/db/client.ts';
import { insertInstallation } from '../../../src/db/installation.ts';
import {
  newPolicy,
  type Policy,
  toContent,
  unsetPolicy,
} from '../../../src/domain/access/policy.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { changePolicy } from '../../../src/flows/access/change-policy.ts';
import {
  createPolicySource,
  PolicyRefused,
  type PolicySource,
} from '../../../src/flows/access/policy.ts';
import { openRowSeal } from '../../../src/flows/row-key.ts';
import { proveAll } from '../../../src/flows/upkeep/prove-all.ts';
import { sealSecrets } from '../../../src/flows/upkeep/seal-secrets.ts';
import type { Config } from '../../../src/settings/config.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { addPerson } from '../../support/access/staff.ts';
import { openTestDatabase } from '../../support/database.ts';
import { recordingLog, testConfig } from '../../support/harness.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const LIVE = { SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://db/x', SECRETS_KEY };
const reason = 'agreed with the bank';

interface Prepared {
  readonly database: Database;
  readonly config: Config;
  readonly deps: Parameters<typeof changePolicy>[0];
  readonly source: PolicySource;
}

async function prepare(env: Readonly<Record<string, string>>): Promise<Prepared> {
  const { database } = await openTestDatabase({ secretsKey: env['SECRETS_KEY'] });
  const config = testConfig(env);
  await prepareDatabase(database, config, recordingLog().log);
  return open(database, config);
}

async function open(database: Database, config: Config): Promise<Prepared> {
  const vault = createVault(config.secretsKey);
  const seal = await openRowSeal({ database, vault });
  const deps = { database, environment: config.environment, seal };
  return { database, config, deps, source: createPolicySource(deps, 0) };
}

/** Switches off the triggers that forbid it. */
async function tamper(database: Database, sql: string): Promise<void> {
  await database.atomically(async (connection) => {
    await connection.query({ text: `set local session_replication_role = 'replica'` });
    await connection.query({ text: sql });
  });
}

async function contentOf(database: Database): Promise<unknown> {
  return (await listPolicyRows(database, { limit: 1 }))[0]?.content;
}

const amountOf = async (found: Policy | Promise<Policy>) => (await found).amountMaxXaf;

test('a new live installation has the protecting policy, a new sandbox none of its limits', async () => {
  const live = await prepare(LIVE);
  assert.deepEqual(await contentOf(live.database), toContent(newPolicy('live')));
  const sandbox = await prepare({ AMOUNT_MAX_XAF: '7000' });
  assert.deepEqual(await contentOf(sandbox.database), toContent(unsetPolicy('sandbox')));
});

test('an installation of release 0.2 takes what its settings say, and the rest stays off', async () => {
  const { database } = await openTestDatabase({ secretsKey: SECRETS_KEY });
  await insertInstallation(database, 'live');
  const config = testConfig({
    ...LIVE,
    APPROVAL_SECOND_PERSON_XAF: '400000',
    PAYOUTS_PER_NUMBER_AND_DAY: '9',
    KEEP_TEXT_MONTHS: '',
  });
  const said = await beginInstallation(database, config, 'live');
  assert.deepEqual(said.policy, [
    'approval_second_person_xaf=400000 was taken from the settings',
    'payouts_per_number_and_day=9 was taken from the settings',
  ]);
  const expected = {
    ...unsetPolicy('live'),
    approvalSecondPersonXaf: 400_000,
    payoutsPerNumberAndDay: 9,
  };
  assert.deepEqual(await contentOf(database), toContent(expected));
  const again = await beginInstallation(database, testConfig(LIVE), 'live');
  assert.deepEqual(again.policy, [], 'only once');
  assert.deepEqual(await contentOf(database), toContent(expected));
});

test('in live a person tightens alone, and what is looser waits for another one', async () => {
  const { database, deps, source } = await prepare(LIVE);
  const { id } = await addPerson(database, 'admin');
  const person = { actor: 'Awa <awa@example.com>', actorId: id, ip: null };
  const change = { amountMaxXaf: 2_000_000, openPromptsPerNumber: 1 };
  const asked = await changePolicy(deps, person, { change, reason });
  assert.equal(asked.kind, 'waits');
  const { amountMaxXaf, openPromptsPerNumber } = await source.recent();
  assert.deepEqual([amountMaxXaf, openPromptsPerNumber], [1_000_000, 1]);
  const again = await changePolicy(deps, person, { change: { amountMaxXaf: 3_000_000 }, reason });
  assert.equal(again.kind, 'change_waits');
  const byMomo = await changePolicy(deps, COMMAND_LINE, {
    change: { amountMaxXaf: 4_000_000 },
    reason,
  });
  assert.equal(byMomo.kind, 'done');
  assert.equal(await amountOf(source.recent()), 4_000_000);
  const nothing = await changePolicy(deps, person, { change: { amountMaxXaf: 4_000_000 }, reason });
  assert.equal(nothing.kind, 'unchanged');
});

test('in the sandbox one person changes anything', async () => {
  const { database, deps, source } = await prepare({});
  const { id } = await addPerson(database, 'admin');
  const person = { actor: 'Awa <awa@example.com>', actorId: id, ip: null };
  assert.equal(
    (await changePolicy(deps, person, { change: { approvalValidHours: 99 }, reason })).kind,
    'done',
  );
  assert.equal((await source.within(database)).approvalValidHours, 99);
});

test('a decision sees the policy of its own database transaction, not a kept one', async () => {
  const { database, deps, source } = await prepare(LIVE);
  const kept = createPolicySource(deps, 60_000);
  assert.equal(await amountOf(kept.recent()), 1_000_000);
  await changePolicy(deps, COMMAND_LINE, { change: { amountMaxXaf: 5_000 }, reason });
  await database.atomically(async (connection) => {
    assert.equal(await amountOf(kept.within(connection)), 5_000);
  });
  assert.equal(await amountOf(kept.recent()), 5_000, 'what a decision saw is kept');
  assert.equal(await amountOf(source.recent()), 5_000);
});

const TAMPERINGS = [
  [
    'a value',
    `update policy set content = content || '{"amount_max_xaf": 9000000}' where revision = 2`,
  ],
  ['a value and no seal', `update policy set content = '{}', seal = null where revision = 2`],
  ['the newest row taken away', 'delete from policy where revision = 2'],
  [
    'a row that the service did not write',
    `insert into policy (revision, content, changed_by, reason)
     select 3, content, 'momo', 'nobody knows' from policy where revision = 2`,
  ],
  [
    'an old revision under a new number',
    `insert into policy (revision, content, seal, changed_by, reason)
     select 3, content, seal, 'momo', 'nobody knows' from policy where revision = 1`,
  ],
  ['all of it taken away', 'delete from policy'],
] as const;

for (const [what, sql] of TAMPERINGS) {
  test(`changed behind the service's back and not used: ${what}`, async () => {
    const { database, config, deps, source } = await prepare(LIVE);
    await changePolicy(deps, COMMAND_LINE, { change: { amountMaxXaf: 8_000 }, reason });
    assert.equal(await amountOf(source.recent()), 8_000);
    await tamper(database, sql);
    assert.equal(await amountOf(source.recent()), 8_000, 'the last good one holds');
    assert.equal(await amountOf(source.within(database)), 8_000);
    assert.match(source.trouble() ?? '', /missing|was changed|the audit log knows revision 2/);
    await assert.rejects(async () => createPolicySource(deps).recent(), PolicyRefused);
    const scrub = (line: string) => line;
    const report = await proveAll({ database, vault: createVault(config.secretsKey), scrub });
    const named = report.findings.filter(({ proof }) => proof === 'policy_is_as_decided');
    assert.notEqual(named.length, 0);
    const start = prepareDatabase(database, config, recordingLog().log);
    if (sql === 'delete from policy') await assert.rejects(start, PolicyRefused);
    else await start;

    const part = await changePolicy(deps, COMMAND_LINE, { change: { amountMaxXaf: 1 }, reason });
    assert.equal(part.kind, 'untrusted');
    const whole = await changePolicy(deps, COMMAND_LINE, { change: newPolicy('live'), reason });
    assert.equal(whole.kind, 'done');
    assert.equal(await amountOf(source.recent()), 1_000_000);
    assert.equal(source.trouble(), null);
  });
}

test('a policy that was written before there was a key is sealed by the first start with one', async () => {
  const { SECRETS_KEY: _, ...withoutKey } = LIVE;
  const { database } = await prepare({ ...withoutKey, ACCEPTED_RISKS: 'testing' });
  const before = await contentOf(database);
  const config = testConfig(LIVE);
  await sealSecrets({ database, vault: createVault(config.secretsKey) }, COMMAND_LINE);
  await prepareDatabase(database, config, recordingLog().log);
  const [sealed, first] = await listPolicyRows(database, { limit: null });
  assert.deepEqual([sealed?.content, sealed?.revision, first?.seal], [before, 2, null]);
  const { source } = await open(database, config);
  assert.equal(await amountOf(source.recent()), 1_000_000);
  const report = await proveAll({
    database,
    vault: createVault(config.secretsKey),
    scrub: (line) => line,
  });
  assert.deepEqual(report.findings, []);
});
