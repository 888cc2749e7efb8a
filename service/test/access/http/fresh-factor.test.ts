import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
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

const service = await startTestService();
const { database } = service;
const SESSIONS = '/internal/v1/sessions';
const FIVE_MINUTES = 300;

/** All that changes how a person signs in, or who else is signed in as this person. */
const SENSITIVE = [
  ['POST', `${SESSION}/totp`],
  ['POST', `${SESSION}/totp/confirm`, { code: '123456' }],
  ['POST', `${SESSION}/recovery-codes`],
  ['POST', `${SESSION}/passkeys/options`],
  [
    'POST',
    `${SESSION}/passkeys`,
    {
      passkey_name: 'Laptop',
      credential: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        response: { clientDataJSON: '', attestationObject: '' },
      },
    },
  ],
  ['DELETE', `${SESSION}/passkeys/a`],
  ['DELETE', SESSIONS],
  ['DELETE', `${SESSIONS}/${'0'.repeat(24)}`],
] as const;

beforeEach(() => shiftClock(database, 0));

async function askAll(browser: Browser): Promise<readonly unknown[]> {
  const codes: unknown[] = [];
  for (const [method, path, json] of SENSITIVE) {
    const answer = await browser.call(method, path, json === undefined ? {} : { json });
    codes.push(bodyOf(answer)['code']);
  }
  return codes;
}

const ALL_REFUSED = SENSITIVE.map(() => 'fresh_factor_first');

async function enrolledPerson() {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  return { person, browser, secret: await enrol(service, browser) };
}

test('a screen that was left alone changes no factor and ends no session', async () => {
  const { browser, secret } = await enrolledPerson();
  await shiftClock(database, FIVE_MINUTES + 1);
  assert.deepEqual(await askAll(browser), ALL_REFUSED);
  assert.equal(
    (await browser.call('GET', '/internal/v1/transactions')).status,
    200,
    'work goes on',
  );
  const code = await codeOf(database, secret);
  const given = await browser.call('POST', `${SESSION}/second-factor`, { json: { code } });
  assert.equal(statusIn(given), 'signed_in');
  assert.ok(!(await askAll(browser)).includes('fresh_factor_first'));
});

test('the password is no fresh factor of an account that has a second one', async () => {
  const { person, browser } = await enrolledPerson();
  await shiftClock(database, FIVE_MINUTES + 1);
  const json = { current_password: PASSWORD, new_password: 'another horse, another staple' };
  assert.equal((await browser.call('POST', `${SESSION}/password`, { json })).status, 200);
  assert.deepEqual(await askAll(browser), ALL_REFUSED);
  const again = openBrowser(service);
  assert.equal(
    statusIn(await again.signIn(person.email, json.new_password)),
    'second_factor_required',
  );
  assert.equal(
    (await again.call('DELETE', SESSIONS)).status,
    403,
    'nor does it sign out everywhere',
  );
  assert.equal(statusIn(await browser.call('GET', SESSION)), 'signed_in');
});

test('without a second factor the password is asked for, and a new sign-in gives it', async () => {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  await shiftClock(database, FIVE_MINUTES + 1);
  assert.deepEqual(await askAll(browser), ALL_REFUSED);
  await browser.signIn(person.email);
  await enrol(service, browser);
});

test('to enrol right after choosing the first password needs nothing more', async () => {
  const person = await addPerson(database, 'agent');
  await database.query({
    text: 'update staff set must_change_password = true where id = $1',
    values: [person.id],
  });
  const browser = openBrowser(service);
  assert.equal(statusIn(await browser.signIn(person.email)), 'password_change_required');
  await shiftClock(database, FIVE_MINUTES + 1);
  const json = { new_password: 'another horse, another staple' };
  assert.equal((await browser.call('POST', `${SESSION}/password`, { json })).status, 200);
  await enrol(service, browser);
  assert.equal((await browser.call('POST', `${SESSION}/recovery-codes`)).status, 200);
});

test('the token of a script does not sign its person out everywhere', async () => {
  const headers = await scriptHeaders(database, await addPerson(database, 'agent'));
  assert.equal((await service.call('DELETE', SESSIONS, { headers })).status, 403);
});

test('a sign-in ends the session that the browser had, and no other', async () => {
  const [one, other] = [await addPerson(database), await addPerson(database)];
  const browser = await signedIn(service, one);
  const elsewhere = await signedIn(service, one);
  const before = openBrowser(service, browser.cookie());
  assert.equal((await browser.signIn(other.email, 'a wrong password')).status, 401);
  assert.equal((await before.call('GET', SESSION)).status, 200, 'a wrong password ends nothing');
  assert.equal((await browser.signIn(other.email)).status, 200);
  assert.equal((await before.call('GET', SESSION)).status, 401);
  assert.equal((await elsewhere.call('GET', SESSION)).status, 200);
});
