import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { findGateway, listSimHealth, touchGateway } from '../../src/db/lines/gateways.ts';
import { createVault, SECRET_PLACES } from '../../src/signing/sealed-text.ts';
import { lastAuditLine } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';

const SECRETS_KEY = '5a'.repeat(32);
const { database, url } = await openTestDatabase({ secretsKey: SECRETS_KEY });
const env = {
  DATABASE_URL: url,
  SERVICE_ENV: 'live',
  SECRETS_KEY,
  HOST: '127.0.0.1',
  PORT: '8123',
};
const { momo } = openMomo(env);
const LINE = '+237699000001';
const MACHINE = ['--sim', 'sim-1', '--operator', 'orange', '--line'] as const;

async function issue(dialect = 'signed') {
  const issued = await momo('gateway-key', 'issue', 'till-phone', '--dialect', dialect);
  assert.equal(issued.code, 0, issued.output);
  const secret = /^Secret +(\S+)$/m.exec(issued.stdout)?.[1] ?? '';
  assert.match(secret, /^[\w-]{43}$/);
  return { secret, output: issued.stdout };
}

async function storedSecret() {
  const gateway = await findGateway(database, 'till-phone');
  assert.ok(gateway !== null);
  assert.match(gateway.secret, /^sealed:v2:/);
  const vault = createVault(Buffer.from(SECRETS_KEY, 'hex'));
  return vault.open(gateway.secret, SECRET_PLACES.gatewaySecret('till-phone'));
}

test('with none there, the list says so', async () => {
  const { code, stdout } = await momo('gateway', 'list');
  assert.deepEqual([code, stdout], [0, 'there are no gateways\n']);
});

test('a secret is shown once, stored sealed, and kept out of the audit log', async () => {
  const { secret, output } = await issue();
  assert.match(output, /^Address +http:\/\/localhost:8123\/internal\/v1\/sms\/till-phone$/m);
  assert.equal(await storedSecret(), secret);
  const line = await lastAuditLine(database);
  assert.deepEqual(
    [line?.actor, line?.action, line?.subject],
    [whoRunsThis().actor, 'gateway.issue_key', 'gateway:till-phone'],
  );
  assert.ok(!JSON.stringify(line).includes(secret));
  const list = await momo('gateway', 'list');
  assert.ok(!list.output.includes(secret));
  assert.equal(list.stdout, 'till-phone  signed  active  never seen\n  no SIMs\n');
});

test('issuing again replaces the secret, and revoking ends it', async () => {
  const { secret, output } = await issue('kannel');
  assert.match(output, /no longer works/);
  assert.equal(await storedSecret(), secret);
  const revoked = await momo('gateway-key', 'revoke', 'till-phone');
  assert.deepEqual([revoked.code, revoked.output], [0, 'revoked till-phone\n']);
  const line = await lastAuditLine(database);
  assert.equal(line?.action, 'gateway.revoke_key');
  assert.match((await momo('gateway', 'list')).stdout, /^till-phone {2}kannel {2}revoked 20/);
  const again = await momo('gateway-key', 'revoke', 'till-phone');
  assert.deepEqual([again.code, again.output], [0, 'was revoked before: till-phone\n']);
  await issue();
  assert.match((await momo('gateway', 'list')).stdout, /^till-phone {2}signed {2}active/);
});

test('a SIM is put on a line, listed with how it is, moved and forgotten', async () => {
  const put = await momo('gateway', 'sim', 'till-phone', ...MACHINE, '699 00 00 01');
  const said = `sim-1 of till-phone is the orange line ${LINE}\n`;
  assert.deepEqual([put.code, put.output], [0, said]);
  assert.equal((await lastAuditLine(database))?.action, 'gateway.place_sim');
  assert.match(
    (await momo('gateway', 'list')).stdout,
    /^ {2}sim-1 {2}orange {2}\+237699000001 {2}store unknown {2}The line’s SMS gateway has never reported/m,
  );
  await touchGateway(database, 'till-phone');
  await database.query({ text: 'update gateway_sims set store_used = 3, store_size = 20' });
  const list = (await momo('gateway', 'list')).stdout;
  assert.match(list, /^till-phone {2}signed {2}active {2}last seen 20\d\d-/);
  assert.match(list, /store 3 of 20 {2}works$/m);

  assert.equal((await momo('gateway', 'sim', 'till-phone', ...MACHINE, '445566')).code, 0);
  assert.deepEqual(
    (await listSimHealth(database)).map(({ sim, line }) => [sim, line]),
    [['sim-1', '445566']],
  );
  const forgotten = await momo('gateway', 'forget-sim', 'till-phone', '--sim', 'sim-1');
  assert.deepEqual([forgotten.code, forgotten.output], [0, 'forgot sim-1 of till-phone\n']);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.after], ['gateway.forget_sim', null]);
  assert.deepEqual(await listSimHealth(database), []);
});

test('a gateway that holds one SIM is declared so, and keeps to it', async () => {
  const only = await momo('gateway', 'sim', 'till-phone', ...MACHINE, LINE, '--only');
  const said = `sim-1 of till-phone is the orange line ${LINE}, and its only SIM\n`;
  assert.deepEqual([only.code, only.output], [0, said]);
  assert.match((await momo('gateway', 'list')).stdout, /only SIM$/m);
  const other = ['--sim', 'sim-2', '--operator', 'mtn', '--line', '+237677000001'];
  const refused = await momo('gateway', 'sim', 'till-phone', ...other);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /declared to hold only sim-1/);
  await momo('gateway', 'sim', 'till-phone', ...MACHINE, LINE);
  assert.doesNotMatch((await momo('gateway', 'list')).stdout, /only SIM/);
});

test('what cannot be done is said in sentences on stderr, with exit code 1', async () => {
  for (const [args, expected] of [
    [['gateway-key', 'issue', 'Till Phone', '--dialect', 'signed'], /^momo: A gateway is named/],
    [['gateway-key', 'issue', 'x', '--dialect', 'smoke'], /Allowed choices are android, kannel/],
    [['gateway-key', 'issue', 'x'], /required option '--dialect <dialect>'/],
    [['gateway-key', 'revoke', 'nobody'], /^momo: there is no gateway nobody\n$/],
    [['gateway', 'sim', 'nobody', ...MACHINE, LINE], /^momo: there is no gateway nobody\n$/],
    [['gateway', 'sim', 'till-phone', ...MACHINE, '12'], /^momo: A line is a number such as/],
    [['gateway', 'sim', 'till-phone', ...MACHINE, '+33612345678'], /^momo: A line is a number/],
    [['gateway', 'forget-sim', 'till-phone', '--sim', 'x'], /^momo: there is no SIM x of/],
  ] as const) {
    const { code, stdout, stderr } = await momo(...args);
    assert.equal(code, stderr.startsWith('momo: ') ? 1 : 2, args.join(' '));
    assert.match(stderr, expected);
    assert.equal(stdout, '');
    assert.doesNotMatch(stderr, /^ +at /m, 'a stack trace is no explanation');
  }
});

test('the modem agent is a command, and says what is wrong with its configuration', async () => {
  const { code, output } = await momo('gateway', 'check', '--config', '/nowhere/momo-modem.json');
  assert.equal(code, 2, output);
});
