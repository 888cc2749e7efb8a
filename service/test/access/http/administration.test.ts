import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { claimProvidersToCheck, recordCheck } from '../../../src/db/providers/provider-health.ts';
import { parseApiKey } from '../../../src/domain/access/api-key.ts';
import { OWN_APPLICATIONS } from '../../../src/domain/access/own-application.ts';
import { verifyAudit } from '../../../src/flows/access/verify-audit.ts';
import {
  addPerson,
  lastAuditLine,
  openBrowser,
  SESSION,
  scriptHeaders,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { type Answer } from '../../support/call.ts';
import { startTestService } from '../../support/harness.ts';
import { addLines } from '../../support/receipts/sms.ts';
import {
  bodyOf,
  DEPOSITS,
  type Json,
  ORANGE,
  paymentBody,
} from '../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'configured' });
const { database } = service;
const admin = await addPerson(database, 'admin');
const headers = await scriptHeaders(database, admin);
const ACTOR = `admin <${admin.email}>`;
const reason = 'asked for by the office';

const call = (method: string, path: string, json?: Json) =>
  service.call(method, `/internal/v1/${path}`, { headers, ...(json && { json }) });

test('a provider is switched off and on, for the platform too, and audited', async () => {
  const off = await call('PUT', 'providers/mtn-momo/flag', { enabled: false, reason });
  assert.equal(off.status, 200, off.text);
  assert.equal(bodyOf(off)['flag_enabled'], false);
  assert.equal(bodyOf(off)['status'], 'unavailable');
  assert.deepEqual(await lastAuditLine(database), {
    actor: ACTOR,
    action: 'provider.switch',
    subject: 'provider:mtn-momo',
    before: { enabled: true },
    after: { enabled: false },
    reason,
  });
  const listed = await service.call('GET', '/api/v1/CM/providers/status', {
    headers: { 'x-api-key': 'configured' },
  });
  assert.match(listed.text, /"provider_id":"mtn-momo","display_name":"[^"]+","status":"unavail/);
  const on = await call('PUT', 'providers/mtn-momo/flag', { enabled: true, reason });
  assert.equal(bodyOf(on)['status'], 'operational');
  assert.equal((await call('PUT', 'providers/x/flag', { enabled: true, reason })).status, 404);
  assert.equal((await call('PUT', 'providers/mtn-momo/flag', { enabled: true })).status, 422);
});

test('a channel is changed in what was sent, and new deposits follow', async () => {
  const changes = { merchant_number: '123456', ussd_template: '*000*1*{merchant}*{amount}#' };
  const answer = await call('PATCH', 'channels/orange-money-sandbox', { ...changes, reason });
  assert.equal(answer.status, 200, answer.text);
  const [channel] = bodyOf(answer)['channels'] as readonly Json[];
  assert.deepEqual(channel, {
    id: 'orange-money-sandbox',
    operator: 'orange',
    collection_mode: 'customer_initiated',
    merchant_display_name: 'SANDBOX MERCHANT',
    enabled: true,
    min_amount_xaf: null,
    max_amount_xaf: null,
    ...changes,
  });
  const line = await lastAuditLine(database);
  assert.equal(line?.before?.['merchantNumber'], '000000');
  assert.equal(line?.after?.['merchantNumber'], '123456');
  const deposit = await service.call('POST', DEPOSITS, {
    json: paymentBody(ORANGE),
    headers: { 'x-api-key': 'configured' },
  });
  assert.match(deposit.text, /\*000\*1\*123456\*500#/);
});

test('a channel that could not work is refused with what is wrong', async () => {
  const list = async () => (await call('GET', 'providers')).json;
  const before = await list();
  for (const [changes, expected] of [
    [{ ussd_template: '*000*{merchant}#' }, /\{amount\} is missing/],
    [{ ussd_template: '*000*{merchant}*{amount}9#' }, /digits only or one placeholder/],
    [{ ussd_template: '*144*{merchant}*{amount}#' }, /sandbox starts with \*000\*/],
  ] as const) {
    const answer = await call('PATCH', 'channels/orange-money-sandbox', { ...changes, reason });
    assert.equal(answer.status, 400, answer.text);
    assert.match(String(bodyOf(answer)['detail']), expected);
  }
  const mode = { collection_mode: 'customer_initiated', reason };
  const answer = await call('PATCH', 'channels/mtn-momo-sandbox', mode);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /needs a USSD template/);
  assert.equal((await call('PATCH', 'channels/x', { enabled: false, reason })).status, 404);
  assert.deepEqual(await list(), before);
});

test('limits of a channel are set and taken away; nonsense is refused', async () => {
  const change = (limits: Json) =>
    call('PATCH', 'channels/mtn-backup-sandbox', { ...limits, reason });
  const limitsIn = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.text);
    const [channel] = bodyOf(answer)['channels'] as readonly Json[];
    return [channel?.['min_amount_xaf'], channel?.['max_amount_xaf']];
  };
  const both = { min_amount_xaf: 500, max_amount_xaf: 500_000 };
  assert.deepEqual(limitsIn(await change(both)), [500, 500_000]);
  assert.equal((await lastAuditLine(database))?.after?.['maxAmountXaf'], 500_000);
  const crossed = await change({ min_amount_xaf: 600_000 });
  assert.equal(crossed.status, 400);
  assert.match(crossed.text, /smallest amount is above the largest/);
  for (const limit of [0, -5, 1.5, 'many', Number.MAX_SAFE_INTEGER + 1]) {
    assert.equal((await change({ max_amount_xaf: limit })).status, 422, String(limit));
  }
  assert.deepEqual(limitsIn(await change({ min_amount_xaf: null })), [null, 500_000]);
  assert.deepEqual(limitsIn(await change({ max_amount_xaf: null })), [null, null]);
});

test('the list of providers says what is wrong, and since when, and no float that nobody reported', async () => {
  const setupOf = async (id: string) => {
    const { providers } = bodyOf(await call('GET', 'providers'));
    return (providers as readonly Json[]).find((provider) => provider['id'] === id);
  };
  const unseen = await setupOf('mtn-momo');
  assert.deepEqual([unseen?.['problem'], unseen?.['checked_at']], [null, null]);
  assert.partialDeepStrictEqual(unseen?.['floats'], [{ free_xaf: null, level: 'unknown' }]);
  await claimProvidersToCheck(database, { everyMs: 60_000 });
  const problem = { code: 'account_blocked' } as const;
  const check = { providerId: 'mtn-momo', isUp: false, problem, balanceXaf: 0 };
  await recordCheck(database, check);
  const seen = await setupOf('mtn-momo');
  const text = 'The account is blocked.';
  assert.deepEqual(seen?.['problem'], { code: 'account_blocked', text });
  // It takes withdrawals still, which are sent later.
  assert.equal(seen?.['status'], 'degraded');
  assert.match(String(seen?.['checked_at']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await recordCheck(database, { ...check, isUp: true, problem: null });
});

test('a provider that refuses our credentials for deposits takes payouts alone, and says why', async () => {
  await claimProvidersToCheck(database, { everyMs: 0 });
  const refusal = { code: 'system_refused_credentials', params: { system: 'MTN' } } as const;
  const check = { providerId: 'mtn-momo', isUp: true, problem: null, balanceXaf: 0 };
  await recordCheck(database, { ...check, refusals: { deposit: refusal } });
  const { providers } = bodyOf(await call('GET', 'providers'));
  const seen = (providers as readonly Json[]).find(({ id }) => id === 'mtn-momo');
  assert.equal(seen?.['status'], 'degraded');
  assert.match(JSON.stringify(seen?.['problem']), /MTN did not accept our credentials/);
  await recordCheck(database, check);
});

test('nobody has a key of an application of our own', async () => {
  const asked = await call('POST', 'keys', { application: OWN_APPLICATIONS.trials.name });
  assert.equal(asked.status, 422, asked.text);
});

test('a key is issued, works, is listed without its secret, and is revoked', async () => {
  const issued = await call('POST', 'keys', { application: 'platform' });
  assert.equal(issued.status, 200, issued.text);
  const { key, webhook_secret } = bodyOf(issued);
  assert.match(String(webhook_secret), /^whsec_/);
  const { prefix, secret } = parseApiKey('sandbox', String(key)) ?? assert.fail('no key');
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['key.issue', `key:${prefix}`]);
  const second = bodyOf(await call('POST', 'keys', { application: 'platform' }));
  assert.equal(second['webhook_secret'], null, 'the application keeps the secret it has');
  const used = await service.call('GET', '/api/v1/CM/providers', {
    headers: { 'x-api-key': String(key) },
  });
  assert.equal(used.status, 200);
  const listed = await call('GET', 'applications');
  assert.ok(!listed.text.includes(secret) && !listed.text.includes(String(webhook_secret)));
  const applications = bodyOf(listed)['applications'] as readonly Json[];
  const platform = applications.find(({ name }) => name === 'platform');
  assert.ok(platform);
  const [first] = platform['keys'] as readonly Json[];
  assert.match(String(first?.['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const known = { prefix, created_at: null, revoked_at: null, is_vouched: false, may_vouch: false };
  assert.deepEqual({ ...first, created_at: null }, known);
  assert.equal((await call('POST', `keys/${prefix}/revoke`, { reason })).status, 200);
  const [row] = await database.query({
    text: 'select 1 from api_keys where prefix = $1 and revoked_at is not null',
    values: [prefix],
  });
  assert.ok(row);
  assert.equal((await lastAuditLine(database))?.reason, reason);
  assert.equal((await call('POST', 'keys/0123456789ab/revoke', { reason })).status, 404);
  const audit = await database.query<{ readonly text: string }>({
    text: 'select l::text as text from audit_log l',
  });
  assert.ok(!JSON.stringify(audit).includes(secret), 'the audit log holds no secret');
});

test('a person who is added chooses a password, and only then may work', async () => {
  const email = `Ada-${randomUUID()}@Example.com`;
  const added = await call('POST', 'staff', { email, name: 'Ada', role: 'agent' });
  assert.equal(added.status, 200, added.text);
  const { staff, one_time_password: once } = bodyOf(added);
  assert.equal((staff as Json)['email'], email.toLowerCase());
  assert.ok(!service.logLines.join('\n').includes(String(once)));
  const browser = openBrowser(service);
  assert.equal(statusIn(await browser.signIn(email, String(once))), 'password_change_required');
  const refused = await browser.call('GET', '/internal/v1/overview');
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.json, {
    detail: 'Choose a password of your own first.',
    code: 'own_password_first',
  });
  const json = { current_password: once, new_password: 'chosen by Ada herself' };
  assert.equal(statusIn(await browser.call('POST', `${SESSION}/password`, { json })), 'signed_in');
  assert.equal((await browser.call('GET', '/internal/v1/overview')).status, 200);
  const again = await call('POST', 'staff', { email: email.toUpperCase(), name: 'Ada again' });
  assert.equal(again.status, 409);
  for (const bad of ['ada', 'ada@localhost', 'a b@example.com', 'x'.repeat(250) + '@x.cm']) {
    assert.equal((await call('POST', 'staff', { email: bad, name: 'A' })).status, 422, bad);
  }
});

test('a disabled person is out at once, and back after being enabled', async () => {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  const path = `staff/${person.id}`;
  const disabled = await call('PATCH', path, { disabled: true, reason });
  assert.equal(bodyOf(disabled)['disabled'], true);
  assert.equal((await browser.call('GET', SESSION)).status, 401);
  assert.equal((await openBrowser(service).signIn(person.email)).status, 401);
  const line = await lastAuditLine(database);
  assert.deepEqual(line?.before, { role: 'agent', disabled: false });
  assert.deepEqual(line?.after, { role: 'agent', disabled: true });
  await call('PATCH', path, { disabled: false, role: 'viewer', reason });
  assert.equal((await browser.call('GET', SESSION)).status, 401, 'old sessions stay ended');
  assert.equal((await openBrowser(service).signIn(person.email)).status, 200);
  assert.equal((await call('PATCH', `staff/${randomUUID()}`, { reason })).status, 404);
});

test('administrators cannot disable or demote themselves', async () => {
  await addPerson(database, 'admin');
  for (const change of [{ disabled: true }, { role: 'viewer' }, { role: 'agent' }]) {
    const answer = await call('PATCH', `staff/${admin.id}`, { ...change, reason });
    assert.equal(answer.status, 409);
    assert.deepEqual(answer.json, {
      detail: 'Nobody can take away their own access.',
      code: 'own_access',
    });
  }
});

test('two administrators who demote each other at the same moment: one remains', async () => {
  const rows = await database.query<{ readonly id: string }>({
    text: `update staff set role = 'agent' where role = 'admin' returning id`,
  });
  const [one, other] = [await addPerson(database, 'admin'), await addPerson(database, 'admin')];
  const [a, b] = [await scriptHeaders(database, one), await scriptHeaders(database, other)];
  const json = { role: 'viewer', reason };
  const answers = await Promise.all([
    service.call('PATCH', `/internal/v1/staff/${other.id}`, { headers: a, json }),
    service.call('PATCH', `/internal/v1/staff/${one.id}`, { headers: b, json }),
  ]);
  const [first = 0, second = 0] = answers.map(({ status }) => status).toSorted((x, y) => x - y);
  // The slower one is no administrator any more, or is refused since one must remain.
  assert.equal(first, 200);
  assert.ok(second === 403 || second === 409, String(second));
  const left = await database.query({
    text: `select id from staff where role = 'admin' and disabled_at is null`,
  });
  assert.equal(left.length, 1);
  await database.query({
    text: `update staff set role = 'admin' where id = any($1::uuid[])`,
    values: [rows.map(({ id }) => id)],
  });
});

test('a reset gives a new temporary password and ends every session and token', async () => {
  const person = await addPerson(database, 'viewer');
  const browser = await signedIn(service, person);
  const script = await scriptHeaders(database, person);
  const answer = await call('POST', `staff/${person.id}/reset`, { what: 'password', reason });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await browser.call('GET', SESSION)).status, 401);
  assert.equal((await service.call('GET', SESSION, { headers: script })).status, 401);
  const once = String(bodyOf(answer)['one_time_password']);
  const signIn = await openBrowser(service).signIn(person.email, once);
  assert.equal(statusIn(signIn), 'password_change_required');
  const nobody = await call('POST', `staff/${randomUUID()}/reset`, { what: 'password', reason });
  assert.equal(nobody.status, 404);
});

test('the list of staff shows everybody and no hash', async () => {
  const listed = await call('GET', 'staff');
  assert.ok(!/argon2|password|totp/.test(listed.text));
  const staff = bodyOf(listed)['staff'] as readonly Json[];
  assert.ok(staff.some(({ email }) => email === admin.email));
});

test('after all of this the audit log is intact', async () => {
  assert.deepEqual((await verifyAudit(database)).broken, []);
});

test('a channel may prompt players where its adapter can, or where all is simulated', async () => {
  await addLines(database, 'orange', ['+237690000001'], {
    ussdTemplate: '*000*{merchant}*{amount}#',
  });
  const prompts = { collection_mode: 'merchant_initiated', reason };
  for (const channel of ['orange-sims-1', 'orange-money-sandbox']) {
    assert.equal((await call('PATCH', `channels/${channel}`, prompts)).status, 200);
  }
});
