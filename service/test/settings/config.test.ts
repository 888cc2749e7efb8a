import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  agreementPolicy,
  type Config,
  findLiveRisks,
  listenHost,
  readConfig,
} from '../../src/settings/config.ts';

test('an empty environment is a sandbox on port 8000, without a key, for this machine only', () => {
  const config = valid({});
  assert.equal(config.environment, 'sandbox');
  assert.equal(config.port, 8000);
  assert.equal(config.apiKey, null);
  assert.equal(config.databaseUrl, null);
  assert.equal(listenHost(config), 'localhost');
});

test('a worker takes a port from nobody unless it is told one', () => {
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
    EMBEDDED_POSTGRES_IN_LIVE: 'maybe',
  });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['SERVICE_ENV', 'PORT', 'DATABASE_URL', 'EMBEDDED_POSTGRES_IN_LIVE', 'LOG_LEVEL'],
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
  ['a key with a space', { SPORTSBOOK_API_KEY: 'two words' }, /printable ASCII/],
] as const;

for (const [name, env, expected] of REFUSED_COMBINATIONS) {
  test(`refused: ${name}`, () => {
    assert.match(invalid(env).join('\n'), expected);
  });
}

test('a setting of an earlier release is refused with what to do instead', () => {
  for (const value of ['hold', 'record']) {
    const [problem, ...more] = invalid({ SMS_BALANCE_BREAK: value });
    assert.match(problem ?? '', /^SMS_BALANCE_BREAK is no longer a setting.*momo line open/);
    assert.deepEqual(more, []);
  }
  valid({ SMS_BALANCE_BREAK: '' });
});

test('live without a key is allowed on a loopback address', () => {
  const config = valid({ SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://db/x' });
  assert.equal(listenHost(config), 'localhost');
});

test('accounts that one person set up count as that person for a week in live', () => {
  const live = { SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://db/x' };
  const setUpDaysOf = (env: Record<string, string>) => agreementPolicy(valid(env)).setUpDays;
  assert.equal(setUpDaysOf(live), 7);
  assert.equal(setUpDaysOf({ ...live, APPROVAL_SET_UP_DAYS: '0' }), 0);
  assert.equal(setUpDaysOf({}), 0);
  assert.match(
    invalid({ APPROVAL_SET_UP_DAYS: '366' }).join(),
    /whole number of days from 0 to 365/,
  );
});

test('a secret can be read from the file that NAME_FILE names', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'momo-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key');
  writeFileSync(file, 'from-a-file\n');
  assert.equal(valid({ SPORTSBOOK_API_KEY_FILE: file }).apiKey, 'from-a-file');
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
      DATABASE_URL: 'postgresql://db/x',
      SECRETS_KEY: 'ab'.repeat(32),
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
  assert.match(risks(strong, { FAILPOINT: 'post:after:1:kill' }).join(), /FAILPOINT must not/);
  assert.deepEqual(risks('weak', { LIVE_WITHOUT_SAFETY: 'I-am-testing' }), []);
});
