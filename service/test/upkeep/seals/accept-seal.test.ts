import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { beginInstallation } from '../../../src/app/database.ts';
import { findApiKey } from '../../../src/db/access/access.ts';
import { findStaffByEmail, updatePassword } from '../../../src/db/access/staff.ts';
import { insertInstallation, saveRowKey } from '../../../src/db/installation.ts';
import { listChannels } from '../../../src/db/providers/channels.ts';
import { findSeals, listSecrets } from '../../../src/db/row-seals.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { revokeKey } from '../../../src/flows/access/administer-keys.ts';
import { sealDatabase } from '../../../src/flows/sealed-database.ts';
import { createVault, NO_SECRETS } from '../../../src/signing/sealed-text.ts';
import { issueKey } from '../../support/access/api-keys.ts';
import { addPerson, lastAuditLine } from '../../support/access/staff.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { openTestDatabase } from '../../support/database.ts';
import { restartTestService, testConfig } from '../../support/harness.ts';
import { startLiveService } from '../../support/providers/live.ts';
import { addGateway, addLines } from '../../support/receipts/sms.ts';
import { bodyOf, paymentBody } from '../../support/transactions/payments.ts';
import { prove } from '../../support/upkeep/all-holds.ts';
import { sealAsRelease02, sealUnbound } from '../../support/upkeep/release-02-secrets.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
const service = await startLiveService({ SECRETS_KEY });
const { database } = service;
await addLines(database, 'orange', ['+237699000001', '+237699000002']);
const { momo } = openMomo({
  DATABASE_URL: service.config.databaseUrl ?? '',
  SERVICE_ENV: 'live',
  SECRETS_KEY,
});

async function forge(text: string, values: readonly unknown[] = []): Promise<void> {
  await database.query({ text, values });
}

const accept = (table: string, id: string, by: string) =>
  momo('seal', 'accept', table, id, '--by', by, '--reason', 'repaired by hand');

test('a row that was repaired by hand is used again when two people have accepted the same', async () => {
  const [channel] = await listChannels(database);
  assert.ok(channel);
  const { id } = channel;
  const rename = (name: string) =>
    forge('update channels set merchant_display_name = $2 where id = $1', [id, name]);
  const isUsed = async () => (await listChannels(database)).some((one) => one.id === id);

  assert.match((await accept('channels', id, 'ama')).stderr, /nothing to accept/);
  await rename('Shop');
  const listed = await momo('seal', 'list');
  assert.equal(listed.code, 1);
  assert.match(listed.stdout, new RegExp(`^channels ${id}: it is not as this service wrote`, 'm'));

  assert.match((await accept('channels', id, 'ama')).stdout, /^noted: /);
  assert.equal((await lastAuditLine(database))?.action, 'seal.ask');
  const again = await accept('channels', id, 'Ama');
  assert.deepEqual([again.code, /another person/.test(again.stderr)], [1, true]);
  assert.equal(await isUsed(), false, 'one person alone accepts nothing');

  await rename('Another shop');
  assert.match((await accept('channels', id, 'bih')).stdout, /^noted: /, 'ama saw another row');
  assert.equal(await isUsed(), false);
  assert.match((await accept('channels', id, 'ama')).stdout, /^accepted: /);
  assert.equal((await lastAuditLine(database))?.action, 'seal.accept');
  assert.equal(await isUsed(), true);
  assert.equal((await momo('seal', 'list')).stdout, 'all seals hold\n');
});

test('a payment that was repaired by hand is used again when two people have accepted it', async () => {
  await addGateway(database, {
    sims: { sim1: { operator: 'orange', line: '+237699000001' } },
    vault,
  });
  const payment = paymentBody({ operator: 'orange', msisdn: '+237699111223' });
  const created = await service.call('POST', '/api/v1/deposits', { json: payment });
  assert.equal(created.status, 200);
  const { service_tx_id: id } = bodyOf(created) as { readonly service_tx_id: string };
  await forge('update transactions set amount_xaf = amount_xaf + 100 where id = $1', [id]);
  const named = async () =>
    (await prove(service)).findings.some(({ subject }) => subject === `transaction:${id}`);
  assert.equal(await named(), true);
  assert.match((await accept('transactions', id, 'ama')).stdout, /^noted: /);
  assert.equal(await named(), true);
  assert.match((await accept('transactions', id, 'bih')).stdout, /^accepted: /);
  assert.equal(await named(), false);
});

test('a yes that was repaired by hand counts again when two people have accepted it', async () => {
  const [id, person] = [randomUUID(), await addPerson(database, 'agent')];
  await forge(
    `insert into agreements (id, act, subject, version, about, said_by, said_at)
     values ($1, 'approve', gen_random_uuid(), 1, '{"amount_xaf":500}', $2, app_now())`,
    [id, person.id],
  );
  const named = async () =>
    (await prove(service)).findings.some(({ subject }) => subject === `agreement:${id}`);
  assert.equal(await named(), true);
  assert.match((await accept('agreements', id, 'ama')).stdout, /^noted: /);
  assert.equal(await named(), true);
  await forge('update agreements set version = 2 where id = $1', [id]);
  assert.match((await accept('agreements', id, 'bih')).stdout, /^noted: /, 'ama saw another yes');
  assert.match((await accept('agreements', id, 'ama')).stdout, /^accepted: /);
  assert.equal(await named(), false);
  assert.match((await accept('agreements', id, 'ama')).stderr, /nothing to accept/);
  assert.match((await accept('agreements', randomUUID(), 'ama')).stderr, /no such row/);
});

test('a row that is gone is named until two people have accepted that', async () => {
  const { prefix } = await issueKey(service, 'a shop');
  await forge('delete from api_keys where prefix = $1', [prefix]);
  const named = async () =>
    (await prove(service)).findings.filter(({ proof }) => proof === 'seals_hold');
  assert.deepEqual(await named(), [
    { proof: 'seals_hold', subject: `seal:api_keys ${prefix}`, problem: 'it is no longer there' },
  ]);
  await accept('api_keys', prefix, 'ama');
  await accept('api_keys', prefix, 'bih');
  assert.deepEqual(await named(), []);
});

test('a forged row stays unused whatever is changed about it, and without the list none is used', async () => {
  const { id, email } = await addPerson(database, 'viewer');
  await forge(`update staff set role = 'admin' where id = $1`, [id]);
  await updatePassword(database, { id, passwordHash: 'another' });
  assert.equal(await findStaffByEmail(database, email), null);

  const fresh = sealDatabase(database, vault);
  assert.equal((await listChannels(fresh)).length, 2);
  await forge(`update row_seals set seals = '{"seals":{},"accepted":{}}'`);
  assert.equal((await listChannels(sealDatabase(database, vault))).length, 0);
  assert.match((await momo('seal', 'list')).stdout, /^row_seals list: .* so no row is used$/m);
});

test('a new row key seals what was sealed and nothing else, and payments keep their seals', async () => {
  const other = await startLiveService({ SECRETS_KEY });
  const line = '+237699000003';
  await addLines(other.database, 'orange', [line]);
  await addGateway(other.database, { sims: { sim1: { operator: 'orange', line } }, vault });
  const payment = paymentBody({ operator: 'orange', msisdn: '+237699111222' });
  assert.equal((await other.call('POST', '/api/v1/deposits', { json: payment })).status, 200);
  const [honest, forged] = [await issueKey(other, 'one'), await issueKey(other, 'two')];
  await other.database.query({
    text: `update api_keys set vouched_by = 'a forger' where prefix = $1`,
    values: [forged.prefix],
  });
  const env = { DATABASE_URL: other.config.databaseUrl ?? '', SERVICE_ENV: 'live', SECRETS_KEY };
  const done = await openMomo(env).momo('seal', 'rekey', '--reason', 'it has leaked');
  assert.equal(done.code, 0, done.output);
  const restarted = await restartTestService(other);
  assert.equal((await findApiKey(restarted.database, honest.prefix))?.prefix, honest.prefix);
  assert.equal(await findApiKey(restarted.database, forged.prefix), null);
  const { findings } = await prove(restarted);
  const named = findings.map(({ proof, subject }) => `${proof} ${subject}`);
  assert.deepEqual(named, [`seals_hold seal:api_keys ${forged.prefix}`]);
});

test('an upgrade seals once, and leaves out what the audit log does not say', async () => {
  const { database: unsealed, url } = await openTestDatabase();
  await insertInstallation(unsealed, 'live');
  // As release 0.2 wrote it.
  const written = JSON.stringify({
    key: Buffer.alloc(32, 7).toString('base64'),
    since: new Date(),
  });
  const secretsKey = Buffer.from(SECRETS_KEY, 'hex');
  await saveRowKey(unsealed, sealUnbound(secretsKey, written));
  await sealAsRelease02(unsealed, secretsKey);
  const env = { DATABASE_URL: url, SERVICE_ENV: 'live', SECRETS_KEY };
  const config = testConfig({ ...env, SPORTSBOOK_API_KEY: 'k' });
  const old = { database: unsealed, config };
  const [honest, forged] = [await addPerson(unsealed, 'agent'), await addPerson(unsealed, 'agent')];
  const [revoked, used] = [await issueKey(old, 'one'), await issueKey(old, 'two')];
  await revokeKey({ database: unsealed }, COMMAND_LINE, { prefix: revoked.prefix, reason: 'lost' });
  await unsealed.query({ text: 'update api_keys set revoked_at = null' });
  await unsealed.query({
    text: `update staff set role = 'admin' where id = $1`,
    values: [forged.id],
  });

  const upgrade = openMomo(env).momo;
  const done = await upgrade('db', 'migrate');
  assert.equal(done.code, 0, done.output);
  assert.match(done.stdout, new RegExp(`momo seal accept staff ${forged.id} `));
  assert.match(done.stdout, new RegExp(`momo seal accept api_keys ${revoked.prefix} `));
  assert.doesNotMatch(done.stdout, new RegExp(`${honest.id}|${used.prefix}`));

  const secrets = (await listSecrets(unsealed)).filter(({ stored }) => stored !== NO_SECRETS);
  for (const secret of secrets) vault.open(secret.stored, secret);
  const [begun] = await unsealed.query<{ readonly bound: number }>({
    text: `select (after ->> 'bound_secrets')::int as bound from audit_log
           where action = 'seal.begin'`,
  });
  assert.equal(begun?.bound, 2, 'the signing key and the row key');

  const sealed = sealDatabase(unsealed, vault);
  assert.equal((await findStaffByEmail(sealed, honest.email))?.id, honest.id);
  assert.equal(await findStaffByEmail(sealed, forged.email), null);
  assert.equal((await findApiKey(sealed, used.prefix))?.prefix, used.prefix);
  assert.equal(await findApiKey(sealed, revoked.prefix), null);

  const list = await findSeals(unsealed);
  assert.deepEqual(await beginInstallation(sealed, config, 'live'), { policy: [], leftOut: [] });
  assert.deepEqual(await findSeals(unsealed), list, 'run again it seals nothing');
});
