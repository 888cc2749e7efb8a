import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { issueKey } from '../../src/flows/access/administer-keys.ts';
import { sealSecrets } from '../../src/flows/upkeep/seal-secrets.ts';
import { createVault, WrongSecretsKey } from '../../src/signing/sealed-text.ts';
import { addPerson, lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService, startTwin } from '../support/harness.ts';
import { addMtn, startMtn } from '../support/providers/live.ts';
import { addGateway } from '../support/receipts/sms.ts';

const OLD = 'ab'.repeat(32);
const NEW = 'cd'.repeat(32);
const oldVault = createVault(Buffer.from(OLD, 'hex'));
const newVault = createVault(Buffer.from(NEW, 'hex'));

const service = await startTestService({ SECRETS_KEY: OLD });
const { database, config } = service;
const env = { DATABASE_URL: config.databaseUrl ?? '', SECRETS_KEY: NEW, SECRETS_KEY_OTHER: OLD };

/** Every column that holds a secret; a new one belongs here and into `seal-secrets.ts`. */
const SECRETS = `select private_key as secret from signing_keys
  union all select webhook_secret from applications where webhook_secret is not null
  union all select totp_secret from staff where totp_secret is not null
  union all select secret from gateways
  union all select row_key from installation where row_key is not null
  union all select secrets from providers where secrets <> '{}'`;

async function listSecrets(): Promise<readonly string[]> {
  const rows = await database.query<{ readonly secret: string }>({ text: SECRETS });
  return rows.map(({ secret }) => secret);
}

/** One secret of each kind, sealed with the old key. */
async function seedSecrets(): Promise<void> {
  await issueKey({ database, environment: 'sandbox', vault: oldVault }, COMMAND_LINE, 'platform');
  const { id } = await addPerson(database);
  await database.query({
    text: `update staff set totp_secret = 'JBSWY3DPEHPK3PXP' where id = $1`,
    values: [id],
  });
  await addGateway(database, { sims: {} });
  await addMtn(database, await startMtn(), { id: 'mtn-main' });
  await sealSecrets({ database, vault: oldVault });
}

const { momoWith } = openMomo(env);
const reseal = (settings: Readonly<Record<string, string>> = env) =>
  momoWith({ env: settings }, 'secrets', 'reseal');

test('everything is sealed with the new key, also after a run that was interrupted', async () => {
  await seedSecrets();
  const before = (await listSecrets()).map((stored) => oldVault.open(stored));
  assert.equal(before.length, 6);
  // As if a run had ended after its first secret.
  const [key = ''] = await listSecrets();
  await database.query({
    text: 'update signing_keys set private_key = $1',
    values: [newVault.seal(oldVault.open(key))],
  });
  const twin = await startTwin({
    ...service,
    config: {
      ...config,
      secretsKey: Buffer.from(NEW, 'hex'),
      otherSecretsKeys: [Buffer.from(OLD, 'hex')],
    },
  });
  assert.ok(await twin.payments.connectors.find('mtn-main'), 'both keys open meanwhile');

  const done = await reseal();
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^5 secrets were sealed anew; all are sealed with SECRETS_KEY now\n$/);
  const after = await listSecrets();
  assert.deepEqual(
    after.map((stored) => newVault.open(stored)),
    before,
  );
  for (const stored of after) assert.throws(() => oldVault.open(stored), WrongSecretsKey);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.after], ['secrets.reseal', { sealed_anew: 5 }]);
  assert.match((await reseal()).stdout, /^0 secrets/);
});

test('without the old key nothing is changed, and a key that seals is needed', async () => {
  const before = await listSecrets();
  const wrong = await reseal({ ...env, SECRETS_KEY: OLD, SECRETS_KEY_OTHER: '' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /SECRETS_KEY is not the key that sealed/);
  const none = await reseal({ ...env, SECRETS_KEY: '' });
  assert.match(none.stderr, /SECRETS_KEY must be set when SECRETS_KEY_OTHER is/);
  assert.deepEqual(await listSecrets(), before);
});
