import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { claimProvidersToCheck, recordCheck } from '../../src/db/providers/provider-health.ts';
import { listAccounts } from '../../src/db/providers/provider-setup.ts';
import { prose } from '../../src/domain/messages/message.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { reportPayments } from '../../src/telemetry/payment-report.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';
import { startScriptedProvider } from '../support/providers/scripted-provider.ts';

const SECRETS_KEY = 'ab'.repeat(32);
const { database, url } = await openTestDatabase({ secretsKey: SECRETS_KEY });
const system = await startScriptedProvider();
const env = { DATABASE_URL: url, SERVICE_ENV: 'live', SECRETS_KEY };
const folder = await mkdtemp(join(tmpdir(), 'momo-secrets-'));
after(() => rm(folder, { recursive: true, force: true }));

const SECRETS = {
  disbursementSubscriptionKey: 'hush-subscription-key',
  disbursementApiKey: 'hush-api-key',
};
const ADD_MTN = [
  ...['add', 'mtn-main', '--adapter', 'mtn-momo', '--name', 'MTN Mobile Money'],
  ...['--operator', 'mtn', '--primary', '--set', `baseUrl=${system.url}`],
  ...['--set', 'disbursementApiUser=a-user'],
];
const WHY = ['--reason', 'new contract'] as const;

const { momoWith } = openMomo(env);
const momo = (...args: readonly string[]) => momoWith({}, 'provider', ...args);
const momoReading = (input: string, ...args: readonly string[]) =>
  momoWith({ input }, 'provider', ...args);

async function writeSecrets(name: string, text: string, mode = 0o600): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

test('adapters shows each system with its settings, which are secret, and the defaults', async () => {
  const { code, stdout } = await momo('adapters');
  assert.equal(code, 0);
  for (const line of [
    /^mtn-momo {2}for mtn {2}prompts players, pays out$/m,
    /^ {2}targetEnvironment {2}open {2}default mtncameroon {2}\S/m,
    /^ {2}collectionApiKey {2}secret {2}default empty {2}\S/m,
    /^orange-money {2}for orange {2}prompts players, pays out$/m,
    /^ {2}pin {2}secret {2}required {2}\S/m,
    /^sandbox {2}for mtn, orange {2}customer-initiated deposits only, pays out\n {2}needs no set/m,
  ]) {
    assert.match(stdout, line);
  }
});

test('with none there, the list says so', async () => {
  const { code, stdout } = await momo('list');
  assert.deepEqual([code, stdout], [0, 'there are no providers\n']);
});

test('a provider is added with secrets from standard input, which are sealed and not shown', async () => {
  const added = await momoReading(JSON.stringify(SECRETS), ...ADD_MTN, '--secrets-file', '-');
  assert.equal(added.code, 0, added.output);
  assert.equal(added.stderr, '');
  assert.match(added.stdout, /^added mtn-main: try it with "provider check mtn-main"/);
  const { code, stdout } = await momo('list');
  assert.equal(code, 0);
  assert.equal(
    stdout,
    'mtn-main  mtn-momo  MTN Mobile Money  mtn  deposit+withdrawal  primary 1  enabled' +
      '  not looked at yet\n',
  );
  const [account] = await listAccounts(database);
  assert.deepEqual(account?.settings, { baseUrl: system.url, disbursementApiUser: 'a-user' });
  assert.match(account?.secrets ?? '', /^sealed:v2:/);
  const again = await momo(...ADD_MTN);
  assert.equal(again.code, 1);
  assert.equal(again.stderr, 'momo: there is a provider mtn-main already\n');
  for (const secret of Object.values(SECRETS)) {
    assert.ok(!`${added.output}${stdout}${await storedText()}`.includes(secret));
  }
});

test('check signs in to the account and says how it is, without a secret', async () => {
  system.script(({ path }) =>
    path.endsWith('/token/')
      ? { status: 200, body: { access_token: 'hush-token', expires_in: 3_600 } }
      : { status: 200, body: { availableBalance: '150000', currency: 'XAF' } },
  );
  const up = await momo('check', 'mtn-main');
  assert.equal(up.code, 0, up.output);
  assert.match(up.stdout, /^ {2}GET \/disbursement\/v1_0\/account\/balance {2}200 {2}\d+ ms$/m);
  assert.match(up.stdout, /^mtn-main is up, balance 150000 XAF$/m);
  const sent = system.received.find(({ path }) => path.endsWith('/balance'));
  const key = sent?.headers['ocp-apim-subscription-key'];
  assert.equal(key, SECRETS.disbursementSubscriptionKey, 'what was sealed is used');
  system.script(() => ({ status: 401, body: { sent: SECRETS.disbursementApiKey } }));
  const down = await momo('check', 'mtn-main');
  assert.equal(down.code, 1);
  assert.match(down.stdout, /^mtn-main is down: \S/m);
  assert.doesNotMatch(up.output + down.output, /hush-/);
  const unknown = await momo('check', 'nobody');
  assert.equal(unknown.stderr, 'momo: there is no provider nobody that could be asked\n');
  assert.equal(unknown.code, 1);
});

test('callback-address prints a new address once, for a system that has one for the account', async () => {
  const file = await writeSecrets('token.json', JSON.stringify({ apiToken: 'hush-api-token' }));
  const terms = ['--adapter', 'pawapay', '--name', 'MTN', '--operator', 'mtn'];
  assert.equal((await momo('add', 'pawapay-mtn', ...terms, '--secrets-file', file)).code, 0);
  const made = await momo('callback-address', 'pawapay-mtn', ...WHY);
  assert.match(made.stdout, /\/internal\/v1\/callbacks\/providers\/pawapay-mtn\/[0-9a-f]{32}\n$/);
  const again = await momo('callback-address', 'pawapay-mtn', ...WHY);
  assert.notEqual(again.stdout, made.stdout);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['provider.change', 'provider:pawapay-mtn']);
  assert.equal((await momo('callback-address', 'mtn-main', ...WHY)).code, 1);
  assert.equal((await momo('callback-address', 'nobody', ...WHY)).code, 1);
});

test('set changes what is given, and a new secret is used from then on', async () => {
  const next = { disbursementSubscriptionKey: 'hush-next-key' };
  const file = await writeSecrets('next.json', JSON.stringify(next));
  const changes = ['--no-primary', '--priority', '2', '--name', 'MTN', '--secrets-file', file];
  const changed = await momo('set', 'mtn-main', ...changes, ...WHY);
  assert.deepEqual([changed.code, changed.output], [0, 'changed mtn-main\n']);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.reason], ['provider.change', 'new contract']);
  assert.deepEqual(line?.after?.['secretsChanged'], ['disbursementSubscriptionKey']);
  assert.match((await momo('list')).stdout, /^mtn-main {2}mtn-momo {2}MTN {2}.* {2}backup 2 {2}/m);
  await momo('set', 'mtn-main', '--description', 'By phone.', ...WHY);
  assert.match((await momo('list')).stdout, / {2}backup 2 {2}/, 'not given is not changed');
  system.received.length = 0;
  system.script(() => ({ status: 200, body: { access_token: 'hush-token', expires_in: 60 } }));
  await momo('check', 'mtn-main');
  const used = system.received[0]?.headers['ocp-apim-subscription-key'];
  assert.equal(used, next.disbursementSubscriptionKey);
  assert.doesNotMatch(await storedText(), /hush-/);
});

test('a provider is switched off and on with a reason, and the list shows flag and health', async () => {
  const off = await momo('disable', 'mtn-main', ...WHY);
  assert.deepEqual([off.code, off.stdout], [0, 'disabled mtn-main\n']);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.after], ['provider.switch', { enabled: false }]);
  await claimProvidersToCheck(database, { everyMs: 0 });
  const down = {
    providerId: 'mtn-main',
    isUp: false,
    problem: prose('wrong key'),
    balanceXaf: 700,
  };
  await recordCheck(database, down);
  const listed = await momo('list');
  assert.match(listed.stdout, / {2}disabled {2}down: wrong key {2}balance 700 XAF {2}at 2/);
  const on = await momo('enable', 'mtn-main', ...WHY);
  assert.deepEqual([on.code, on.stdout], [0, 'enabled mtn-main\n']);
  await recordCheck(database, { ...down, isUp: true, problem: null });
  assert.match((await momo('list')).stdout, / {2}enabled {2}up {2}balance 700 XAF {2}at 2/);
  const refusals = { deposit: prose('wrong collection key') };
  await recordCheck(database, { ...down, isUp: true, problem: null, refusals });
  assert.match(
    (await momo('list')).stdout,
    / {2}up; Deposits are not accepted at the moment: wrong collection key\.? {2}balance/,
  );
  const metrics = createMetrics(database);
  reportPayments({ metrics, database });
  const said = await metrics.common.metrics();
  assert.match(said, /momo_provider_up\{provider="mtn-main",direction="deposit"\} 0/);
  assert.match(said, /momo_provider_up\{provider="mtn-main",direction="withdrawal"\} 1/);
  await recordCheck(database, { ...down, isUp: true, problem: null });
});

test('what cannot be done is said in sentences on stderr, with exit code 1', async () => {
  const before = await storedText();
  const broken = await writeSecrets('broken.json', '{"pin": "hush-broken');
  const number = await writeSecrets('number.json', '{"pin": 482915}');
  const orange = ['--adapter', 'orange-money', '--name', 'Orange', '--operator', 'orange'];
  for (const [args, expected] of [
    [['add', 'x', ...orange, '--set', 'pin=482915'], /^momo: pin is a secret: give it among/m],
    [['add', 'x', ...orange, '--set', 'pin:482915'], /^momo: --set takes name=value\n$/],
    [['add', 'x', ...orange, '--secrets-file', broken], /must be one JSON object/],
    [['add', 'x', ...orange, '--secrets-file', number], /secret pin must be a text in quotation/],
    [['add', 'x', ...orange, '--secrets-file', join(folder, 'no')], /cannot be read \(ENOENT\)/],
    [['set', 'nobody', '--priority', '2', ...WHY], /^momo: there is no provider nobody\n$/],
    [['set', 'mtn-main', '--priority', '2'], /required option '--reason <text>'/],
    [['disable', 'mtn-main', '--reason', ' x '], /A reason has 3 to 500 characters\./],
  ] as const) {
    const { code, stdout, stderr } = await momo(...args);
    assert.equal(code, stderr.startsWith('momo: ') ? 1 : 2, args.join(' '));
    assert.match(stderr, expected);
    assert.equal(stdout, '');
    assert.doesNotMatch(stderr, /hush-|482915/);
    assert.doesNotMatch(stderr, /^ +at /m, 'a stack trace is no explanation');
  }
  assert.equal(await storedText(), before);
});

test('a file that others can read, and a missing SECRETS_KEY, are warned of', async () => {
  const file = await writeSecrets('open.json', '{"collectionApiKey": "hush-open"}', 0o644);
  const warned = await momo('set', 'mtn-main', '--secrets-file', file, ...WHY);
  assert.equal(warned.code, 0, warned.output);
  assert.match(warned.stderr, /^momo: warning: others on this machine can read \S+open\.json/);
  const other = await openTestDatabase();
  const bare = { env: { DATABASE_URL: other.url, SERVICE_ENV: 'live' } };
  const unsealed = await momoWith(bare, 'provider', ...ADD_MTN, '--secrets-file', file);
  assert.equal(unsealed.code, 0, unsealed.output);
  assert.match(unsealed.stderr, /^momo: warning: SECRETS_KEY is not set, so the secrets are/m);
});

test('another SECRETS_KEY than the one that sealed is refused before anything is written', async () => {
  const before = await storedText();
  const wrong = { env: { ...env, SECRETS_KEY: 'cd'.repeat(32) } };
  const command = ['provider', 'set', 'mtn-main', '--priority', '9', ...WHY] as const;
  const refused = await momoWith(wrong, ...command);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^momo: SECRETS_KEY is not the key that sealed/);
  assert.equal(await storedText(), before);
});

/** Every row that the commands write, as text. */
async function storedText(): Promise<string> {
  const rows = await database.query<{ readonly row: string }>({
    text: `select p::text as row from providers p union all select a::text from audit_log a
           order by 1`,
  });
  return rows.map(({ row }) => row).join('\n');
}
