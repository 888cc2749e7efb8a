import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { launch, makeDataDir, runToEnd, startServiceProcess } from '../support/service-process.ts';

const { database, connection, url } = await openTestDatabase();
const newSecretsKey = () => randomBytes(32).toString('hex');
const LIVE = {
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: 'a-key',
  ACCEPTED_RISKS: 'testing',
};

// Both wait for long, and the other tests meanwhile.
const unreachable = runToEnd({ env: { DATABASE_URL: 'postgres://momo@127.0.0.1:9/momo' } });
const never = urlOf({ ...connection, database: `${connection.database}_never` });
const refusedByServer = runToEnd({ env: { DATABASE_URL: never } });

test('all problems of the configuration are shown at once, and nothing is started', async () => {
  const dataDir = join(await makeDataDir(), 'never');
  const refused = await runToEnd({
    env: {
      SERVICE_ENV: 'staging',
      PORT: 'eighty',
      DATABASE_URL: 'mysql://root:hunter2@db/momo',
      DATABASE_POOL_SIZE: '1',
      OPERATOR_PREFIXES: 'mtn',
      PROCESSES: 'many',
      DATA_DIR: dataDir,
    },
  });
  assert.equal(refused.code, 2);
  assert.equal(refused.stdout, '');
  assert.match(refused.stderr, /the configuration has 5 problem\(s\)/);
  for (const name of ['SERVICE_ENV', 'PORT', 'DATABASE_URL', 'DATABASE_POOL_SIZE', 'PROCESSES']) {
    assert.match(refused.stderr, new RegExp(`^  - ${name} `, 'm'));
  }
  assert.doesNotMatch(refused.stderr, /OPERATOR_PREFIXES/, 'a moved name stops nothing');
  assert.doesNotMatch(refused.stderr, /hunter2/);
  assert.equal(existsSync(dataDir), false);
});

test('a file of settings that is named and not seen is not replaced by defaults', async () => {
  const dataDir = join(await makeDataDir(), 'never');
  const refused = await runToEnd({ env: { ENV_FILE: `${dataDir}.env`, DATA_DIR: dataDir } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^ {2}- ENV_FILE names .*never\.env, which is not seen/m);
  assert.equal(existsSync(dataDir), false);
});

test('settings that contradict each other are refused in the same way', async () => {
  const dataDir = join(await makeDataDir(), 'never');
  const refused = await runToEnd({
    env: { SERVICE_ENV: 'live', HOST: '0.0.0.0', SPORTSBOOK_API_KEY: '', DATA_DIR: dataDir },
  });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /the configuration has 2 problem\(s\)/);
  assert.match(refused.stderr, /SPORTSBOOK_API_KEY must be set when SERVICE_ENV is live/);
  assert.match(refused.stderr, /DATABASE_URL must be set when SERVICE_ENV is live/);
  assert.equal(existsSync(dataDir), false);
});

test('live does not start where real money would be in danger', async () => {
  const { ACCEPTED_RISKS: _, ...live } = LIVE;
  const env = { ...live, DATABASE_URL: url, PUBLIC_URL: 'http://pay.example' };
  const refused = await runToEnd({ env });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /the configuration has 3 problem\(s\)/);
  for (const name of ['SECRETS_KEY', 'SPORTSBOOK_API_KEY', 'PUBLIC_URL']) {
    assert.match(refused.stderr, new RegExp(`^  - ${name} must `, 'm'));
  }
  assert.doesNotMatch(refused.stderr, /a-key/);
});

test('a live service refuses a sandbox database, and the sandbox still has it', async () => {
  const sandbox = await startServiceProcess({ env: { DATABASE_URL: url } });
  const refused = await runToEnd({ env: { ...LIVE, DATABASE_URL: url } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /belongs to the sandbox environment, but SERVICE_ENV is live/);
  assert.equal((await sandbox.call('GET', '/health')).status, 200);
  await sandbox.end('SIGTERM');
});

test('live does not start where it could not note what it pays out', async () => {
  const { url: DATABASE_URL } = await openTestDatabase();
  const dataDir = await makeDataDir();
  writeFileSync(join(dataDir, 'a file'), '');
  const env = { ...LIVE, DATABASE_URL, DATA_DIR: join(dataDir, 'a file') };
  const refused = await runToEnd({ env });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Payouts are noted in DATA_DIR before they are sent, but ENOTDIR/);
  const api = await startServiceProcess({ env: { ...env, ROLE: 'api' } });
  await api.end('SIGTERM');
});

test('a key that does not open the stored secrets is refused with one sentence', async () => {
  const SECRETS_KEY = newSecretsKey();
  const { url: DATABASE_URL } = await openTestDatabase({ secretsKey: SECRETS_KEY });
  const first = await startServiceProcess({ env: { DATABASE_URL, SECRETS_KEY } });
  await first.end('SIGTERM');
  const refused = await runToEnd({ env: { DATABASE_URL, SECRETS_KEY: newSecretsKey() } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^The service was not started: [^\n]*SECRETS_KEY[^\n]*\n$/);
});

test('a folder that cannot be written is refused with one sentence', async () => {
  const dataDir = await makeDataDir();
  writeFileSync(join(dataDir, 'a file'), '');
  const refused = await runToEnd({ env: { DATA_DIR: join(dataDir, 'a file') } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /^The service was not started: DATA_DIR cannot be written[^\n]*\n$/);
});

test('a database that PostgreSQL refuses gets a minute, and then a person is needed', async () => {
  const { code, stderr } = await refusedByServer;
  assert.equal(code, 2);
  assert.match(stderr, /^The service was not started: PostgreSQL refuses DATABASE_URL: [^\n]*\n$/);
});

test('a database that PostgreSQL refuses at first is used as soon as it is there', async () => {
  const later = { ...connection, database: `${connection.database}_later` };
  const starting = launch({ env: { DATABASE_URL: urlOf(later) } });
  await starting.seen('waiting for the database');
  await database.query({ text: `create database ${later.database}` });
  await starting.seen('is ready');
  await starting.end('SIGTERM');
});

test('a database that cannot be reached ends a start so that systemd tries again', async () => {
  const { code, stderr, stdout } = await unreachable;
  assert.equal(code, 1);
  assert.match(stderr, /^The database cannot be reached: [^\n]*\n$/);
  assert.doesNotMatch(stdout, /"stack"/);
});

test('a migration that was edited after it had been applied is refused', async () => {
  await database.query({
    text: `update schema_migrations set checksum = 'other' where version = 2`,
  });
  const refused = await runToEnd({ env: { DATABASE_URL: url } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Migration 2 \(\w+\) was changed after it had been applied/);
});
