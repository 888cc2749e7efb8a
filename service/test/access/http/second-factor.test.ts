import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Reset } from '../../../src/domain/access/staff-session.ts';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { resetStaff } from '../../../src/flows/access/administer-staff.ts';
import { createPasswords } from '../../../src/signing/password.ts';
import {
  addPerson,
  type Browser,
  codeOf,
  enrol,
  openBrowser,
  PASSWORD,
  SESSION,
  scriptHeaders,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, shiftClock } from '../../support/transactions/payments.ts';

const secretsKey = 'ab'.repeat(32);
const live = await startTestService({
  SERVICE_ENV: 'live',
  SPORTSBOOK_API_KEY: 'live-key',
  SECRETS_KEY: secretsKey,
});
const sandbox = await startTestService();
const { database } = live;
const LIST = '/internal/v1/providers';

beforeEach(() => shiftClock(database, 0));

const giveCode = (browser: Browser, code: string) =>
  browser.call('POST', `${SESSION}/second-factor`, { json: { code } });

test('in live nothing is open without a second factor but to enrol one', async () => {
  const person = await addPerson(database, 'admin');
  const browser = openBrowser(live);
  assert.equal(statusIn(await browser.signIn(person.email)), 'enrolment_required');
  const refused = await browser.call('GET', LIST);
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.json, {
    detail: 'Add an authenticator app first.',
    code: 'enrolment_first',
  });
  const json = { current_password: PASSWORD, new_password: 'another password' };
  assert.equal((await browser.call('POST', `${SESSION}/password`, { json })).status, 403);
  const before = openBrowser(live, browser.cookie());
  await enrol(live, browser);
  assert.equal(statusIn(await browser.call('GET', SESSION)), 'signed_in');
  assert.equal((await browser.call('GET', LIST)).status, 200);
  assert.equal((await before.call('GET', SESSION)).status, 401, 'the token was replaced');
});

test('in the sandbox the second factor is a choice, and then asked for', async () => {
  const person = await addPerson(sandbox.database, 'viewer');
  const browser = await signedIn(sandbox, person);
  const secret = await enrol(sandbox, browser);
  assert.equal((await browser.call('GET', LIST)).status, 200);
  const next = openBrowser(sandbox);
  assert.equal(statusIn(await next.signIn(person.email)), 'second_factor_required');
  const code = await codeOf(sandbox.database, secret, 1);
  assert.equal(statusIn(await giveCode(next, code)), 'signed_in');
});

test('a password alone opens nothing once a second factor is enrolled', async () => {
  const { person, secret } = await enrolledPerson();
  const browser = openBrowser(live);
  assert.equal(statusIn(await browser.signIn(person.email)), 'second_factor_required');
  for (const [method, path] of [
    ['GET', LIST],
    ['POST', `${SESSION}/totp`],
    ['POST', `${SESSION}/password`],
  ] as const) {
    assert.equal((await browser.call(method, path)).status, 403, path);
  }
  const before = openBrowser(live, browser.cookie());
  assert.equal(statusIn(await giveCode(browser, await codeOf(database, secret, 1))), 'signed_in');
  assert.equal((await browser.call('GET', LIST)).status, 200);
  assert.equal((await before.call('GET', SESSION)).status, 401, 'the token was replaced');
});

test('a code is good once, and an earlier one is not good after it', async () => {
  const { person, secret } = await enrolledPerson();
  await shiftClock(database, 300);
  const [earlier, now] = [await codeOf(database, secret, -1), await codeOf(database, secret)];
  const [first, second] = [openBrowser(live), openBrowser(live)];
  for (const browser of [first, second]) await browser.signIn(person.email);
  assert.equal(statusIn(await giveCode(first, now)), 'signed_in');
  for (const code of [now, earlier]) {
    const answer = await giveCode(second, code);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.json, {
      detail: 'The verification code is wrong or was used before.',
      code: 'wrong_code',
    });
  }
});

test('one code that is given twice at the same moment opens one session', async () => {
  const { person, secret } = await enrolledPerson();
  await shiftClock(database, 600);
  const browsers = [openBrowser(live), openBrowser(live), openBrowser(live)];
  for (const browser of browsers) await browser.signIn(person.email);
  const code = await codeOf(database, secret);
  const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));
  const opened = answers.filter(({ status }) => status === 200);
  assert.equal(opened.length, 1);
  assert.equal(answers.filter(({ status }) => status === 401).length, 2);
});

test('five wrong codes lock the account, and the password in between does not help', async () => {
  const { person, secret } = await enrolledPerson();
  await shiftClock(database, 900);
  const right = await codeOf(database, secret);
  const wrong = right === '000000' ? '111111' : '000000';
  const seen: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const browser = openBrowser(live);
    assert.equal((await browser.signIn(person.email)).status, 200);
    seen.push((await giveCode(browser, wrong)).status);
  }
  assert.deepEqual(seen, [401, 401, 401, 401, 429]);
  const browser = openBrowser(live);
  assert.equal((await browser.signIn(person.email)).status, 200);
  assert.equal((await giveCode(browser, right)).status, 429);
});

test('a code that is no six digits is a 422, and one without an enrolment a 409', async () => {
  const person = await addPerson(database);
  const browser = await signedIn(live, person);
  const confirm = (code: unknown) =>
    browser.call('POST', `${SESSION}/totp/confirm`, { json: { code } });
  for (const code of ['12345', '1234567', '12345a', 123456, null]) {
    assert.equal((await confirm(code)).status, 422, String(code));
  }
  assert.equal((await confirm('123456')).status, 409);
});

test('an open session alone cannot replace an enrolled app', async () => {
  const { browser } = await enrolledPerson();
  assert.equal((await browser.call('POST', `${SESSION}/totp`)).status, 409);
  const json = { code: '123456' };
  assert.equal((await browser.call('POST', `${SESSION}/totp/confirm`, { json })).status, 409);
});

test('the secret is sealed in the database and never logged', async () => {
  const { person, secret } = await enrolledPerson();
  const [row] = await database.query<{ readonly totp_secret: string }>({
    text: 'select totp_secret from staff where id = $1',
    values: [person.id],
  });
  assert.match(row?.totp_secret ?? '', /^sealed:v2:/);
  assert.ok(!live.logLines.join('\n').includes(secret));
});

test('after a reset of factors and password: its change, a new enrolment, then work', async () => {
  const { person, browser: before } = await enrolledPerson();
  const passwords = createPasswords();
  const reset = async (what: Reset) => {
    const order = { id: person.id, what, reason: 'lost bag' };
    const done = await resetStaff({ database, passwords }, COMMAND_LINE, order);
    assert.ok(done.kind === 'reset');
    return done.oneTimePassword;
  };
  assert.equal(await reset('factors'), null);
  const once = (await reset('password')) ?? '';
  assert.equal((await before.call('GET', SESSION)).status, 401);
  assert.equal((await openBrowser(live).signIn(person.email)).status, 401);
  const browser = openBrowser(live);
  assert.equal(statusIn(await browser.signIn(person.email, once)), 'password_change_required');
  for (const [method, path] of [
    ['GET', LIST],
    ['POST', `${SESSION}/totp`],
    ['POST', `${SESSION}/second-factor`],
  ] as const) {
    assert.equal((await browser.call(method, path)).status, 403, path);
  }
  const json = { current_password: once, new_password: 'chosen by myself' };
  const changed = await browser.call('POST', `${SESSION}/password`, { json });
  assert.equal(statusIn(changed), 'enrolment_required');
  await enrol(live, browser);
  assert.equal((await browser.call('GET', LIST)).status, 200);
});

test('a script works without a second factor but cannot touch password or enrolment', async () => {
  const person = await addPerson(database);
  const headers = await scriptHeaders(database, person);
  const session = await live.call('GET', SESSION, { headers });
  assert.equal(bodyOf(session)['status'], 'signed_in');
  assert.equal((await live.call('GET', LIST, { headers })).status, 200);
  for (const path of ['totp', 'totp/confirm', 'password', 'second-factor']) {
    const answer = await live.call('POST', `${SESSION}/${path}`, { headers });
    assert.equal(answer.status, 403, path);
  }
  assert.equal((await live.call('DELETE', SESSION, { headers })).status, 200);
  assert.equal((await live.call('GET', LIST, { headers })).status, 401);
});

async function enrolledPerson() {
  const person = await addPerson(database);
  const browser = await signedIn(live, person);
  const secret = await enrol(live, browser);
  return { person, browser, secret };
}
