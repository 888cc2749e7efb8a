import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeTotpSecret } from '../../src/db/access/staff-attempts.ts';
import { listSecrets, replaceSecret } from '../../src/db/row-seals.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { issueKey } from '../../src/flows/access/administer-keys.ts';
import {
  createVault,
  NO_SECRETS,
  SECRET_PLACES,
  type Vault,
  WrongSecretsKey,
} from '../../src/signing/sealed-text.ts';
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

async function openedBy(vault: Vault): Promise<readonly string[]> {
  const secrets = (await listSecrets(database)).filter(({ stored }) => stored !== NO_SECRETS);
  return secrets.map((secret) => vault.open(secret.stored, secret));
}

/** One secret of each kind, sealed with the old key. */
async function seedSecrets(): Promise<void> {
  await issueKey({ database, environment: 'sandbox', vault: oldVault }, COMMAND_LINE, 'platform');
  const { id } = await addPerson(database);
  const sealedSecret = oldVault.seal('JBSWY3DPEHPK3PXP', SECRET_PLACES.totpSecret(id));
  await storeTotpSecret(database, { id, sealedSecret });
  await addGateway(database, { sims: {}, vault: oldVault });
  await addMtn(database, await startMtn(), { id: 'mtn-main', vault: oldVault });
}

const { momoWith } = openMomo(env);
const reseal = (settings: Readonly<Record<string, string>> = env) =>
  momoWith({ env: settings }, 'secrets', 'reseal');

test('everything is sealed with the new key, also after a run that was interrupted', async () => {
  await seedSecrets();
  const before = await openedBy(oldVault);
  assert.equal(before.length, 6);
  // As if a run had ended after its first secret.
  const [first] = await listSecrets(database);
  assert.ok(first);
  const text = oldVault.open(first.stored, first);
  await replaceSecret(database, first, newVault.seal(text, first));
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
  assert.deepEqual(await openedBy(newVault), before);
  await assert.rejects(openedBy(oldVault), WrongSecretsKey);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.after], ['secrets.reseal', { sealed_anew: 5 }]);
  assert.match((await reseal()).stdout, /^0 secrets/);
});

test('without the old key nothing is changed, and a key that seals is needed', async () => {
  const before = await listSecrets(database);
  const wrong = await reseal({ ...env, SECRETS_KEY: OLD, SECRETS_KEY_OTHER: '' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /SECRETS_KEY is not the key that sealed/);
  const none = await reseal({ ...env, SECRETS_KEY: '' });
  assert.match(none.stderr, /SECRETS_KEY must be set when SECRETS_KEY_OTHER is/);
  assert.deepEqual(await listSecrets(database), before);
});
