import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { launch, makeDataDir, runToEnd, startServiceProcess } from '../support/service-process.ts';

const { database, connection, url } = await openTestDatabase();
const newSecretsKey = () => randomBytes(32).toString('hex');
const LIVE = {
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: 'a-key',
  ACCEPTED_RISKS: 'testing',
};

interface Refusal {
  readonly what: string;
  readonly env: () => Env | Promise<Env>;
  /** It is tried for a while first, and the other tests run meanwhile. */
  readonly waits: boolean;
  /** 2 needs a person, and systemd starts the service again after 1. */
  readonly code: 1 | 2;
  /** All that stderr has. */
  readonly sentence: RegExp;
}

type Env = Readonly<Record<string, string>>;

const refusedWith = (sentence: string) =>
  new RegExp(`^The service was not started: ${sentence}[^\\n]*\\n$`);

const REFUSALS: readonly Refusal[] = [
  {
    what: 'a key that does not open the stored secrets',
    env: async () => {
      const { url: DATABASE_URL } = await openTestDatabase({ secretsKey: newSecretsKey() });
      return { DATABASE_URL, SECRETS_KEY: newSecretsKey() };
    },
    waits: false,
    code: 2,
    sentence: refusedWith('[^\\n]*SECRETS_KEY'),
  },
  {
    what: 'a folder that cannot be written',
    env: async () => {
      const dataDir = await makeDataDir();
      writeFileSync(join(dataDir, 'a file'), '');
      return { DATA_DIR: join(dataDir, 'a file') };
    },
    waits: false,
    code: 2,
    sentence: refusedWith('DATA_DIR cannot be written'),
  },
  {
    what: 'a port that stays taken',
    env: () => ({ DATABASE_URL: url, PORT: takenPort }),
    waits: true,
    code: 2,
    sentence: refusedWith(`Port \\d+ is taken, [^\\n]*set PORT`),
  },
  {
    what: 'a port that stays taken, for several processes,',
    env: () => ({ DATABASE_URL: url, PORT: takenPort, PROCESSES: '2' }),
    waits: true,
    code: 2,
    sentence: refusedWith(`Port \\d+ is taken, [^\\n]*set PORT`),
  },
  {
    what: 'a password that PostgreSQL refuses',
    env: () => ({ DATABASE_URL: urlOf({ ...connection, user: 'locked_out:wrong' }) }),
    waits: true,
    code: 2,
    sentence: refusedWith('PostgreSQL refuses DATABASE_URL: password authentication failed'),
  },
  {
    what: 'a database that is not there',
    env: () => ({
      DATABASE_URL: urlOf({ ...connection, database: `${connection.database}_never` }),
    }),
    waits: true,
    code: 2,
    sentence: refusedWith('PostgreSQL refuses DATABASE_URL: '),
  },
  {
    what: 'a database that cannot be reached',
    env: () => ({ DATABASE_URL: 'postgres://momo@127.0.0.1:9/momo' }),
    waits: true,
    code: 1,
    sentence: /^The database cannot be reached: [^\n]*\n$/,
  },
];

await lockOut('locked_out');
const takenPort = await takePort();
const refusals = REFUSALS.map(({ env, waits, ...expected }) => {
  const start = async () => runToEnd({ env: await env() });
  const begun = waits ? start() : null;
  return { ...expected, end: () => begun ?? start() };
});

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

for (const { what, code, sentence, end } of refusals) {
  test(`${what} ends a start with ${code} and one sentence, without a stack`, async () => {
    const { code: endedWith, stderr, output } = await end();
    assert.match(stderr, sentence);
    assert.equal(endedWith, code);
    assert.doesNotMatch(output, /"stack"|\n\s+at /);
  });
}

test('a database that PostgreSQL refuses at first is used as soon as it is there', async () => {
  const later = { ...connection, database: `${connection.database}_later` };
  const starting = launch({ env: { DATABASE_URL: urlOf(later) } });
  await starting.seen('waiting for the database');
  await database.query({ text: `create database ${later.database}` });
  await starting.seen('is ready');
  await starting.end('SIGTERM');
});

test('a migration that was edited after it had been applied is refused', async () => {
  await database.query({
    text: `update schema_migrations set checksum = 'other' where version = 2`,
  });
  const refused = await runToEnd({ env: { DATABASE_URL: url } });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Migration 2 \(\w+\) was changed after it had been applied/);
});

/** A role whose password PostgreSQL asks for; it trusts every other one. */
async function lockOut(role: string): Promise<void> {
  const [row] = await database.query<{ readonly file: string }>({
    text: `select setting as file from pg_settings where name = 'hba_file'`,
  });
  assert.ok(row !== undefined);
  const rules = readFileSync(row.file, 'utf8');
  writeFileSync(row.file, `local all ${role} scram-sha-256\n${rules}`);
  await database.query({ text: `create role ${role} login password 'right'` });
  await database.query({ text: 'select pg_reload_conf()' });
}

/** A port of another program. */
async function takePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return String(address.port);
}
