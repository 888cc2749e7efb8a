import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Config,
  describeRisks,
  findLiveRisks,
  listenHost,
  readConfig,
} from '../../src/settings/config.ts';
import { describeFormer } from '../../src/settings/former-settings.ts';
import { SETTINGS } from '../../src/settings/settings.ts';

test('an empty environment is a sandbox on port 8000, without a key, for this machine only', () => {
  const config = valid({});
  assert.equal(config.environment, 'sandbox');
  assert.equal(config.port, 8000);
  assert.equal(config.apiKey, null);
  assert.equal(config.databaseUrl, null);
  assert.equal(listenHost(config), 'localhost');
});

test('a worker takes any free port unless a setting names one', () => {
  assert.equal(valid({ ROLE: 'worker' }).port, 0);
  assert.equal(valid({ ROLE: 'worker', PORT: '8001' }).port, 8001);
  assert.equal(valid({ ROLE: 'api' }).port, 8000);
});

test('with an API key the service listens for everybody unless HOST says otherwise', () => {
  assert.equal(listenHost(valid({ SPORTSBOOK_API_KEY: 'secret' })), '0.0.0.0');
  assert.equal(listenHost(valid({ SPORTSBOOK_API_KEY: 'secret', HOST: '::1' })), '::1');
});

test('all problems are reported at once, each with the name of its setting', () => {
  const problems = invalid({
    SERVICE_ENV: 'production',
    PORT: '80000',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    ACCEPTED_RISKS: 'maybe',
  });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['SERVICE_ENV', 'PORT', 'DATABASE_URL', 'ACCEPTED_RISKS', 'LOG_LEVEL'],
  );
  assert.ok(!problems.join().includes('hunter2'), 'a problem repeats no secret');
});

const REFUSED_COMBINATIONS = [
  [
    'live without a key on a public address',
    { SERVICE_ENV: 'live', HOST: '0.0.0.0', DATABASE_URL: 'postgresql://db/x' },
    /SPORTSBOOK_API_KEY/,
  ],
  ['a live key in the sandbox', { SPORTSBOOK_API_KEY: 'svc_live_abc_def' }, /other environment/],
  [
    'a test key in live',
    {
      SERVICE_ENV: 'live',
      SPORTSBOOK_API_KEY: 'svc_test_abc_def',
      DATABASE_URL: 'postgresql://db/x',
    },
    /other environment/,
  ],
  [
    'live on the embedded database without being asked to',
    { SERVICE_ENV: 'live', SPORTSBOOK_API_KEY: 'k' },
    /DATABASE_URL/,
  ],
  [
    'a sandbox without a key that other machines reach',
    { HOST: '0.0.0.0' },
    /ACCEPTED_RISKS=open-api/,
  ],
  ['a key with a space', { SPORTSBOOK_API_KEY: 'two words' }, /printable ASCII/],
] as const;

for (const [name, env, expected] of REFUSED_COMBINATIONS) {
  test(`refused: ${name}`, () => {
    assert.match(invalid(env).join('\n'), expected);
  });
}

test('names of release 0.2 stop nothing: what was renamed is read, the rest is named', () => {
  const config = valid({
    SERVICE_ENV: 'live',
    EMBEDDED_POSTGRES_IN_LIVE: 'true',
    SMS_TEMPLATES_DIR: '/etc/momo/templates',
    OPERATOR_PREFIXES: 'nonsense',
    AMOUNT_MAX_XAF: '5000',
    PAYOUTS_WAIT_FOR_FLOAT: 'true',
    SMS_BALANCE_BREAK: 'hold',
    STAFF_IDLE_MINUTES: '90',
    KEEP_TEXT_MONTHS: '',
  });
  assert.deepEqual([...config.acceptedRisks], ['embedded-postgres']);
  assert.deepEqual([...valid({ LIVE_WITHOUT_SAFETY: 'I-am-testing' }).acceptedRisks], ['testing']);
  assert.equal(config.operatorsDir, '/etc/momo/templates');
  const content = {
    operator_prefixes: 'mtn=67',
    amount_max_xaf: 5_000,
    payouts_wait_for_float: false,
  };
  const said = describeFormer(config.formerSettings, content);
  assert.deepEqual(said.toSorted(), [
    'AMOUNT_MAX_XAF is in the policy now and says the same; remove it',
    'EMBEDDED_POSTGRES_IN_LIVE is ACCEPTED_RISKS=embedded-postgres now and is still read',
    'OPERATOR_PREFIXES=nonsense is not used: the policy has operator_prefixes=mtn=67 (momo policy)',
    'PAYOUTS_WAIT_FOR_FLOAT=true is not used: the policy has payouts_wait_for_float=false (momo policy)',
    'SMS_BALANCE_BREAK is not read: a line whose texts name no balance is declared with `momo line open <line> --without-balances`',
    'SMS_TEMPLATES_DIR is called OPERATORS_DIR now and is still read',
    'STAFF_IDLE_MINUTES is not read: it is 15 for every installation',
  ]);
});

test('the settings are few: what an administrator decides about money is in the policy', () => {
  const described = Object.values(SETTINGS).filter(({ isForTests }) => !isForTests);
  assert.ok(described.length <= 24, `${described.length} of 26, two of them for later`);
});

test('a sandbox without a key is open to other machines only if that is accepted', () => {
  const config = valid({ HOST: '0.0.0.0', ACCEPTED_RISKS: 'open-api' });
  assert.equal(listenHost(config), '0.0.0.0');
  assert.match(describeRisks(config).join(), /open-api: every machine/);
  for (const HOST of ['localhost', '127.0.0.1', '::1'])
    assert.deepEqual(describeRisks(valid({ HOST })), []);
  // A worker has no interface that a key would protect.
  valid({ HOST: '0.0.0.0', ROLE: 'worker' });
});

test('live without a key is allowed on a loopback address', () => {
  const config = valid({ SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://db/x' });
  assert.equal(listenHost(config), 'localhost');
});

test('a secret can be read from the file that NAME_FILE names', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'momo-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key');
  writeFileSync(file, 'from-a-file\n');
  assert.equal(valid({ SPORTSBOOK_API_KEY_FILE: file }).apiKey, 'from-a-file');
  writeFileSync(join(folder, 'empty'), '\n');
  assert.match(invalid({ SPORTSBOOK_API_KEY_FILE: join(folder, 'empty') }).join(), /is empty/);
  assert.match(
    invalid({ SPORTSBOOK_API_KEY_FILE: join(folder, 'absent') }).join(),
    /cannot be read/,
  );
  assert.match(
    invalid({ SPORTSBOOK_API_KEY_FILE: file, SPORTSBOOK_API_KEY: 'x' }).join(),
    /both set/,
  );
});

function valid(env: Record<string, string>): Config {
  const reading = readConfig(env);
  if (reading.kind === 'invalid') assert.fail(reading.problems.join('; '));
  return reading.config;
}

function invalid(env: Record<string, string>): readonly string[] {
  const reading = readConfig(env);
  if (reading.kind === 'config') assert.fail('the configuration was accepted');
  return reading.problems;
}

test('a live key is strong when it is long and not a repeated word', () => {
  const risks = (apiKey: string, more: Record<string, string> = {}) => {
    const reading = readConfig({
      SERVICE_ENV: 'live',
      DATABASE_URL: 'postgresql://127.0.0.1/x',
      SECRETS_KEY: randomBytes(32).toString('hex'),
      SPORTSBOOK_API_KEY: apiKey,
      ...more,
    });
    if (reading.kind === 'invalid') assert.fail(reading.problems.join('; '));
    return findLiveRisks(reading.config);
  };
  const strong = 'b7d1f03c9a5e48d2860c71fe35a94b6d';
  assert.deepEqual(risks(strong), []);
  for (const weak of ['', strong.slice(1), 'secret'.repeat(10), '0'.repeat(64)]) {
    assert.match(risks(weak).join(), /SPORTSBOOK_API_KEY must have at least 32/, weak);
  }
  assert.match(risks(strong, { PUBLIC_URL: 'http://pay.example' }).join(), /PUBLIC_URL must/);
  for (const weak of ['00', 'ab', '0123456789abcdef']) {
    const key = { SECRETS_KEY: weak.repeat(64 / weak.length) };
    assert.match(risks(strong, key).join(), /SECRETS_KEY can be guessed/, weak);
  }
  assert.match(risks(strong, { FAILPOINT: 'post:after:1:kill' }).join(), /FAILPOINT must not/);
  assert.deepEqual(risks('weak', { ACCEPTED_RISKS: 'testing' }), []);
});

/** [settings, the setting that live does not start with] */
const OPEN_WAYS = [
  [{ DATABASE_URL: 'postgresql://db.example/x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgresql://db.example/x?sslmode=require' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgresql://db.example/x?sslmode=verify-full' }, null],
  [{ DATABASE_URL: 'postgresql://127.0.0.1,db.example/x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgresql://[::1]:5433/x' }, null],
  [{ DATABASE_URL: 'postgresql:///x?host=/run/postgresql' }, null],
  [{ DATABASE_URL: 'postgresql://db.example/x', ACCEPTED_RISKS: 'plain-database' }, null],
  [{ REPLICA_URL: 'postgresql://db.example/x' }, 'REPLICA_URL'],
  [{ ALERT_URL: 'http://pager.example/' }, 'ALERT_URL'],
  [{ ALERT_URL: 'http://localhost:9000/' }, null],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, null],
] as const;

test('live sends nothing in the clear to another host unless that is accepted', () => {
  for (const [settings, refused] of OPEN_WAYS) {
    const config = valid({
      SERVICE_ENV: 'live',
      DATABASE_URL: 'postgresql://localhost/x',
      SECRETS_KEY: randomBytes(32).toString('hex'),
      SPORTSBOOK_API_KEY: randomBytes(32).toString('hex'),
      ...settings,
    });
    const named = findLiveRisks(config).map((problem) => problem.split(' ')[0]);
    assert.deepEqual(named, refused === null ? [] : [refused], JSON.stringify(settings));
  }
});
