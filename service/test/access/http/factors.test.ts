import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRecoveryCodes, listPasskeys } from '../../../src/db/access/second-factors.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { resetStaff } from '../../../src/flows/access/administer-staff.ts';
import { createPasswords } from '../../../src/signing/password.ts';
import {
  addPerson,
  type Browser,
  enrol,
  lastAuditLine,
  openBrowser,
  PASSWORD,
  type Person,
  SESSION,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const passwords = createPasswords(1, { memory: 8, passes: 1, parallelism: 1 });

async function enrolled(): Promise<{ readonly person: Person; readonly browser: Browser }> {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  await enrol(service, browser);
  return { person, browser };
}

async function makeCodes(browser: Browser): Promise<readonly string[]> {
  const made = await browser.call('POST', `${SESSION}/recovery-codes`);
  assert.equal(made.status, 200, made.text);
  return bodyOf(made)['codes'] as readonly string[];
}

async function signInWith(person: Person, code: string) {
  const next = openBrowser(service);
  assert.equal(statusIn(await next.signIn(person.email)), 'second_factor_required');
  return next.call('POST', `${SESSION}/recovery-code`, { json: { code } });
}

test('a recovery code is the second factor once, however it is typed', async () => {
  const { person, browser } = await enrolled();
  const [first = '', second = '', ...others] = await makeCodes(browser);
  assert.equal(others.length, 8);
  assert.match(first, /^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
  assert.equal(statusIn(await signInWith(person, first)), 'signed_in');
  assert.equal((await lastAuditLine(database))?.action, 'staff.recovery_code');
  assert.equal((await signInWith(person, first)).status, 401, 'used before');
  const typed = second.toLowerCase().replaceAll('-', ' ');
  assert.equal(statusIn(await signInWith(person, typed)), 'signed_in');
  const factors = bodyOf(await browser.call('GET', `${SESSION}/factors`));
  assert.deepEqual(factors, { totp: true, recovery_codes: 8, passkeys: [] });
});

test('codes of another person and old codes open nothing, and wrong ones lock the codes', async () => {
  const { person, browser } = await enrolled();
  const [old = ''] = await makeCodes(browser);
  const [other = ''] = await makeCodes((await enrolled()).browser);
  const [fresh = ''] = await makeCodes(browser);
  for (const code of [old, other, 'ABCD-EFGH-JKLM-NPQR', other, old]) {
    assert.ok([401, 429].includes((await signInWith(person, code)).status), code);
  }
  assert.equal((await signInWith(person, fresh)).status, 429);
});

test('without a second factor there is nothing to recover', async () => {
  const browser = await signedIn(service, await addPerson(database, 'agent'));
  assert.equal((await browser.call('POST', `${SESSION}/recovery-codes`)).status, 409);
});

test('a reset of the factors removes recovery codes and passkeys', async () => {
  const { person, browser } = await enrolled();
  await makeCodes(browser);
  await database.query({
    text: `insert into passkeys (id, staff_id, public_key, counter, transports, name, created_at)
           values ($1, $2, '\\x00', 0, '{}', 'Laptop', app_now())`,
    values: [`key-${person.id}`, person.id],
  });
  await resetStaff({ database, passwords }, COMMAND_LINE, {
    id: person.id,
    what: 'factors',
    reason: 'lost',
  });
  assert.deepEqual(await listPasskeys(database, person.id), []);
  assert.equal(await countRecoveryCodes(database, person.id), 0);
});

test('who has only a passkey is asked for it, and a false one counts as a wrong code', async () => {
  const person = await addPerson(database, 'agent');
  const id = Buffer.from(person.id).toString('base64url');
  await database.query({
    text: `insert into passkeys (id, staff_id, public_key, counter, transports, name, created_at)
           values ($1, $2, '\\x00', 0, '{}', 'Laptop', app_now())`,
    values: [id, person.id],
  });
  const browser = openBrowser(service);
  assert.equal(statusIn(await browser.signIn(person.email)), 'second_factor_required');
  const options = bodyOf(await browser.call('POST', `${SESSION}/passkey/options`));
  assert.deepEqual(
    (options['allowCredentials'] as readonly Json[]).map((credential) => credential['id']),
    [id],
  );
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
  const json = { credential: { id, rawId: id, type: 'public-key', response } };
  const answer = await browser.call('POST', `${SESSION}/passkey`, { json });
  assert.deepEqual([answer.status, bodyOf(answer)['code']], [401, 'wrong_code']);
  const code = { json: { code: '123456' } };
  assert.equal((await browser.call('POST', `${SESSION}/second-factor`, code)).status, 409);
});

test('a person sees their sessions and ends one of them', async () => {
  const person = await addPerson(database, 'viewer');
  const here = await signedIn(service, person);
  const there = await signedIn(service, person);
  const stranger = await signedIn(service, await addPerson(database, 'viewer'));
  const list = async () =>
    bodyOf(await here.call('GET', '/internal/v1/sessions'))['items'] as readonly Json[];
  const other = (await list()).find(({ is_here }) => is_here === false);
  assert.equal((await list()).length, 2);
  const path = `/internal/v1/sessions/${String(other?.['id'])}`;
  assert.equal((await stranger.call('DELETE', path)).status, 404);
  assert.equal((await there.call('GET', SESSION)).status, 200);
  assert.equal((await here.call('DELETE', path)).status, 200);
  assert.equal((await there.call('GET', SESSION)).status, 401);
  assert.equal((await here.call('DELETE', path)).status, 404);
  assert.equal((await list()).length, 1);
  assert.equal((await lastAuditLine(database))?.action, 'staff.end_session');
});

test('a temporary password is not typed twice, and cannot stay', async () => {
  const person = await addPerson(database, 'viewer');
  await database.query({
    text: 'update staff set must_change_password = true where id = $1',
    values: [person.id],
  });
  const browser = openBrowser(service);
  assert.equal(statusIn(await browser.signIn(person.email)), 'password_change_required');
  const change = (new_password: string) =>
    browser.call('POST', `${SESSION}/password`, { json: { new_password } });
  assert.equal((await change(PASSWORD)).status, 422);
  assert.equal(statusIn(await change('a password of my own')), 'signed_in');
  assert.equal((await change('yet another password')).status, 401, 'from now on it is asked for');
});
