import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareDatabase } from '../../src/app/database.ts';
import { seed } from '../../src/app/process/prepare-service.ts';
import { COMMAND_LINE } from '../../src/flows/access/actor.ts';
import { issueKey } from '../../src/flows/access/administer-keys.ts';
import { createSignerSource } from '../../src/flows/webhooks/signing-keys.ts';
import { createVault, SECRET_PLACES } from '../../src/signing/sealed-text.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openTestDatabase } from '../support/database.ts';
import { recordingLog, testConfig } from '../support/harness.ts';
import { launch, MOMO, runToEnd } from '../support/service-process.ts';

const { database, url } = await openTestDatabase({ template: 'template0' });
const KEY = 'ab'.repeat(32);
const OTHER_KEY = 'cd'.repeat(32);
const config = testConfig({ DATABASE_URL: url });
await prepareDatabase(database, config, recordingLog().log);

interface Secrets {
  readonly private_key: string;
  readonly webhook_secret: string | null;
}

async function stored(): Promise<readonly Secrets[]> {
  return database.query<Secrets>({
    text: `select k.private_key, a.webhook_secret
           from signing_keys k, applications a where a.name = 'platform'`,
  });
}

function issue(secretsKey: string | null) {
  const vault = createVault(secretsKey === null ? null : Buffer.from(secretsKey, 'hex'));
  return issueKey({ database, environment: 'sandbox', vault }, COMMAND_LINE, 'platform');
}

test('the first start makes one key pair, also when several processes start at once', async () => {
  await Promise.all(
    [1, 2, 3].map(() => seed(database, { ...config, vault: createVault(config.secretsKey) })),
  );
  const keys = await database.query<{ readonly key_id: string }>({
    text: 'select key_id from signing_keys',
  });
  assert.deepEqual(keys, [{ key_id: 'service-payments-v1' }]);
});

test('a SECRETS_KEY that is added later is refused until a person seals what was open', async () => {
  const { webhookSecret } = await issue(null);
  const [clear] = await stored();
  assert.match(clear?.private_key ?? '', /^-----BEGIN PRIVATE KEY-----/);
  assert.equal(clear?.webhook_secret, webhookSecret);

  const env = { DATABASE_URL: url, SECRETS_KEY: KEY };
  const refused = await runToEnd({ env });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /2 secrets are stored in the open.*`momo secrets seal`/);
  assert.deepEqual(await stored(), [clear], 'a start seals nothing that it finds');

  const seal = [process.execPath, MOMO, 'secrets', 'seal'] as const;
  const { code, stdout } = await runToEnd({ env, command: seal });
  assert.deepEqual([code, stdout], [0, '2 secrets were open and are sealed now\n']);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.after], ['secrets.seal', { sealed: 2 }]);
  const [sealed] = await stored();
  assert.match(sealed?.private_key ?? '', /^sealed:v2:/);
  assert.match(sealed?.webhook_secret ?? '', /^sealed:v2:/);
  const vault = createVault(Buffer.from(KEY, 'hex'));
  const place = SECRET_PLACES.webhookSecret(await idOf('platform'));
  assert.equal(vault.open(sealed?.webhook_secret ?? '', place), webhookSecret);

  // The rows are not listed yet: what a third party moves now would be believed ever after.
  await storeWebhookSecret('default', sealed?.webhook_secret ?? '');
  const moved = await runToEnd({ env });
  assert.equal(moved.code, 2);
  assert.match(moved.stderr, /webhook_secret of applications \S+, or others have changed it since/);
  await storeWebhookSecret('default', null);
  assert.equal((await createSignerSource({ database, vault })()).keyId, 'service-payments-v1');
  const service = launch({ env });
  await service.seen('is ready');
  await service.end('SIGTERM');
  assert.deepEqual(await stored(), [sealed], 'a start changes nothing');
});

async function storeWebhookSecret(name: string, stored: string | null): Promise<void> {
  await database.query({
    text: 'update applications set webhook_secret = $2 where name = $1',
    values: [name, stored],
  });
}

async function idOf(name: string): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from applications where name = $1',
    values: [name],
  });
  return row?.id ?? '';
}

test('a new application’s secret is sealed and shown once', async () => {
  const secretsKey = Buffer.from(KEY, 'hex');
  const vault = createVault(secretsKey);
  const deps = { database, environment: 'sandbox', vault } as const;
  const { webhookSecret } = await issueKey(deps, COMMAND_LINE, 'newcomer');
  assert.match(webhookSecret ?? '', /^whsec_/);
  assert.equal((await issueKey(deps, COMMAND_LINE, 'newcomer')).webhookSecret, null);
  const [row] = await database.query<{ readonly webhook_secret: string }>({
    text: `select webhook_secret from applications where name = 'newcomer'`,
  });
  assert.match(row?.webhook_secret ?? '', /^sealed:v2:/);
  const place = SECRET_PLACES.webhookSecret(await idOf('newcomer'));
  assert.equal(vault.open(row?.webhook_secret ?? '', place), webhookSecret);
});

test('a wrong or missing SECRETS_KEY refuses the start and changes nothing', async () => {
  const before = await stored();
  for (const [key, message] of [
    [null, 'SECRETS_KEY is not set, but the database holds sealed secrets'],
    [
      OTHER_KEY,
      'SECRETS_KEY is not the key that sealed \\w+ of \\w+ \\S+, or others have changed it since',
    ],
  ] as const) {
    const env = { DATABASE_URL: url, ...(key === null ? {} : { SECRETS_KEY: key }) };
    const service = await runToEnd({ env });
    assert.equal(service.code, 2);
    assert.match(service.stderr, new RegExp(`^The service was not started: ${message}\n$`));
    for (const command of [
      ['signing-key', 'rotate'],
      ['key', 'issue', '--application', 'late'],
    ]) {
      const cli = await runToEnd({ env, command: [process.execPath, MOMO, ...command] });
      assert.equal(cli.code, 1);
      assert.match(cli.stderr, new RegExp(`momo: ${message}\n$`));
    }
  }
  assert.deepEqual(await stored(), before);
});

test('no secret reaches the log of a start', async () => {
  const env = { DATABASE_URL: url, SECRETS_KEY: KEY, LOG_LEVEL: 'trace' };
  const service = launch({ env });
  await service.seen(/^ {2}Stop /m);
  await service.end('SIGTERM');
  assert.doesNotMatch(service.output(), /PRIVATE KEY|whsec_|sealed:|abababab/);
});
