import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../support/database.ts';
import { idOf, runToEnd, sampleDeposit, startServiceProcess } from '../support/service-process.ts';
import { refuseUnknownFields } from '../support/upkeep/log-fields.ts';

const { database, url } = await openTestDatabase();

const CONFIGURED_KEY = 'svc_test_abcdef012345_ConfiguredSecretOfTheDefaultApplication12345678901';
const FOREIGN_KEY = 'svc_test_0123456789ab_ForeignSecretThatNobodyIssuedInThisDatabase123456';
const METRICS_TOKEN = 'metrics-token-to-look-for';
const PASSWORD = 'database-password-to-look-for';
const CALLBACK_SECRET = 'callback-secret-to-look-for';
const NUMBERS = ['671234598', '699876543'] as const;
const SECRETS = [
  CONFIGURED_KEY.slice(22),
  FOREIGN_KEY.slice(22),
  METRICS_TOKEN,
  PASSWORD,
  CALLBACK_SECRET,
  ...NUMBERS,
  encodeURIComponent(`+237${NUMBERS[0]}`),
];

const env = {
  DATABASE_URL: url.replace('momo@', `momo:${PASSWORD}@`),
  SPORTSBOOK_API_KEY: CONFIGURED_KEY,
  METRICS_TOKEN,
  LOG_LEVEL: 'trace',
};

const service = await startServiceProcess({ env });
await callInEveryWay();
await breakTheDatabase();
await service.end('SIGTERM');

test('under mixed load no secret and no full phone number reaches the output', () => {
  const output = service.output();
  assert.match(env.DATABASE_URL, new RegExp(PASSWORD));
  assert.match(output, /"status":500/);
  assert.match(output, /"status":422/);
  assert.match(output, /"status":401/);
  assert.deepEqual(
    SECRETS.filter((secret) => output.includes(secret)),
    [],
  );
});

test('away from a terminal every log line is one JSON object with time, level, text and documented fields', () => {
  const ready = service.stdout().indexOf('Mobile Money Payment Service');
  const end = service.stdout().indexOf('Ctrl-C') + 'Ctrl-C'.length;
  const lines = `${service.stdout().slice(0, ready)}${service.stdout().slice(end)}`
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.ok(lines.some(({ msg }) => msg === 'request answered'));
  assert.equal(lines.at(-1)?.['msg'], 'stopped');
  for (const line of lines) {
    assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(String(line['level']), /^(trace|debug|info|warn|error|fatal)$/);
    assert.equal(typeof line['msg'], 'string');
    refuseUnknownFields(JSON.stringify(line));
  }
});

test('a database that cannot be reached is reported without its password', async () => {
  const unreachable = `postgresql://momo:${PASSWORD}@127.0.0.1:1/momo`;
  const status = await runToEnd({
    command: [process.execPath, 'service/bin/momo.mjs', 'db', 'status'],
    env: { DATABASE_URL: unreachable },
  });
  assert.equal(status.code, 1);
  assert.match(status.stderr, /ECONNREFUSED/);
  assert.ok(!status.output.includes(PASSWORD));
});

/** Right and wrong requests with numbers and keys wherever a client may put them. */
async function callInEveryWay(): Promise<void> {
  const headers = { 'x-api-key': CONFIGURED_KEY };
  const [mtn, orange] = NUMBERS;
  const deposit = (fields: Record<string, unknown>) =>
    service.call('POST', '/api/v1/deposits', { ...sampleDeposit(fields), headers });
  const created = await deposit({ msisdn: `+237${mtn}`, reference: `of +237${mtn}` });
  const id = idOf(created);
  const answers = await Promise.all([
    deposit({ msisdn: `237${mtn}` }),
    deposit({ msisdn: mtn, callback_url: `http://127.0.0.1:1/${mtn}?key=${CONFIGURED_KEY}` }),
    deposit({ msisdn: `+237${orange}`, operator: 'mtn' }),
    deposit({ msisdn: `+237${orange}x`, operator: 'orange' }),
    deposit({ msisdn: `+237${orange}`, operator: CONFIGURED_KEY }),
    service.call('POST', '/api/v1/deposits', { headers, body: `{"msisdn":"+237${mtn}",` }),
    service.call('POST', '/api/v1/withdrawals', {
      ...sampleDeposit({ msisdn: orange, operator: 'orange' }),
      headers,
    }),
    service.call('POST', `/api/v1/sandbox/transactions/${id}/simulate`, {
      json: { outcome: 'succeeded' },
      headers,
    }),
    service.call('GET', `/api/v1/transactions/${id}`, { headers }),
    service.call('GET', `/internal/v1/callbacks/providers/x/${CALLBACK_SECRET}?phone=237${mtn}`),
    service.call('GET', `/api/v1/transactions/+237${mtn}`, { headers }),
    service.call('GET', `/api/v1/${CONFIGURED_KEY}/%2B237${mtn}`, { headers }),
    service.call('GET', `/api/v1/msisdn/detect?msisdn=%2B237${mtn}`, { headers }),
    service.call('GET', '/health', { headers: { 'x-request-id': `237${mtn}` } }),
    service.call('GET', '/health', { headers: { 'x-request-id': CONFIGURED_KEY } }),
    service.call('GET', '/api/v1/CM/providers', { headers: { 'x-api-key': FOREIGN_KEY } }),
    service.call('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
  ]);
  assert.ok(answers.every(({ status }) => status < 500));
}

/** An error of PostgreSQL carries the row that it is about; the log must not. */
async function breakTheDatabase(): Promise<void> {
  const headers = { 'x-api-key': CONFIGURED_KEY };
  const broken = { ...sampleDeposit({ msisdn: `+237${NUMBERS[0]}` }), headers };
  await database.query({
    text: 'alter table transactions add constraint broken check (amount_xaf < 0) not valid',
  });
  assert.equal((await service.call('POST', '/api/v1/deposits', broken)).status, 500);
  await database.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
  });
  await service.call('POST', '/api/v1/deposits', broken);
}
