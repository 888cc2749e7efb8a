import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { COMMAND_LINE } from '../../../src/flows/access/actor.ts';
import { addStaff, resetStaff } from '../../../src/flows/access/administer-staff.ts';
import { ONE_PERSON } from '../../../src/flows/access/policy.ts';
import { createPasswords } from '../../../src/signing/password.ts';
import {
  addPerson,
  lastAuditLine,
  openBrowser,
  PASSWORD,
  type Person,
  SESSION,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService, startTwin } from '../../support/harness.ts';
import { bodyOf, type Json, shiftClock } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const MINUTE = 60;
const WRONG = { detail: 'Incorrect e-mail or password.', code: 'wrong_password' };

beforeEach(() => shiftClock(database, 0));

test('email and password sign a person in, and no answer has a hash', async () => {
  const person = await addPerson(database, 'agent');
  const browser = openBrowser(service);
  const answer = await browser.signIn(` ${person.email.toUpperCase()} `);
  const { staff, operators, ...session } = bodyOf(answer);
  assert.deepEqual(session, {
    status: 'signed_in',
    environment: 'sandbox',
    version: '0.3.0',
    approval_second_person_xaf: 1_000_000,
    changes_second_person: false,
  });
  assert.deepEqual(operators, [
    {
      name: 'mtn',
      words: { en: 'MTN', fr: 'MTN' },
      colours: { ground: '#ffcb05', ink: '#1d1d1b' },
      sample_number: '+237670000001',
    },
    {
      name: 'orange',
      words: { en: 'Orange', fr: 'Orange' },
      colours: { ground: '#ff7900', ink: '#1d1d1b' },
      sample_number: '+237690000001',
    },
  ]);
  const { created_at: _, ...member } = staff as Record<string, unknown>;
  const { id, email, role } = person;
  const flags = { second_factor: false, disabled: false, is_vouched: true };
  assert.deepEqual(member, { id, email, name: 'agent', role, ...flags });
  assert.deepEqual((await browser.call('GET', SESSION)).json, answer.json);
  assert.equal((await lastAuditLine(database))?.action, 'staff.sign_in');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('without a session, or with a made-up one, every way in is a 401', async () => {
  const cookies = ['', 'momo=', 'momo=x', `momo=${'A'.repeat(43)}`, '__Host-momo=x; momo=y'];
  for (const cookie of cookies) {
    const answer = await openBrowser(service, cookie).call('GET', SESSION);
    assert.equal(answer.status, 401, cookie);
    assert.deepEqual(answer.json, {
      detail: 'You are not signed in, or the session has ended.',
      code: 'not_signed_in',
    });
  }
  for (const authorization of ['Bearer', 'Bearer x', 'Basic eDp5', `Bearer ${'A'.repeat(43)}`]) {
    const answer = await service.call('GET', SESSION, { headers: { authorization } });
    assert.equal(answer.status, 401, authorization);
  }
});

test('a wrong password and an unknown email get the same answer', async () => {
  const { email } = await addPerson(database);
  for (const given of [email, `${randomUUID()}@example.com`]) {
    const answer = await openBrowser(service).signIn(given, 'not the password');
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.json, WRONG);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test('an unknown email is refused in the time that a wrong password takes', async () => {
  const person = await addPerson(database);
  await database.query({
    text: 'update staff set password_hash = $2 where id = $1',
    values: [person.id, await createPasswords().hash(PASSWORD)],
  });
  const time = async (email: string) => {
    const startedAt = performance.now();
    assert.equal((await openBrowser(service).signIn(email, 'wrong wrong wrong')).status, 401);
    return performance.now() - startedAt;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    await forgetAttempts(person);
    known.push(await time(person.email));
    unknown.push(await time(`${randomUUID()}@example.com`));
  }
  // The quickest of each, since a busy machine only ever adds. Without hashing for an unknown email
  // it would be fifty times less.
  const [a, b] = [Math.min(...known), Math.min(...unknown)];
  assert.ok(b > a / 4 && b < a * 4, `known ${a} ms, unknown ${b} ms`);
});

test('wrong passwords from one address do not keep the person out from another', async () => {
  const person = await addPerson(database, 'admin');
  const config = { ...service.config, trustedProxies: ['127.0.0.1'] };
  const twin = await startTwin({ ...service, config });
  const signInFrom = (address: string, password: string) =>
    twin.call('POST', SESSION, {
      json: { email: person.email, password },
      headers: { 'x-forwarded-for': address, origin: twin.url },
    });
  for (let i = 0; i < 6; i += 1) await signInFrom('203.0.113.66', 'guess');
  assert.equal((await signInFrom('203.0.113.66', PASSWORD)).status, 429);
  assert.equal((await signInFrom('198.51.100.7', PASSWORD)).status, 200);
  const locks = async () => {
    const rows = await database.query({
      text: `select id from audit_log where action = 'staff.lock' and subject = $1`,
      values: [`staff:${person.id}`],
    });
    return rows.length;
  };
  assert.equal(await locks(), 1);
  for (let i = 0; i < 5; i += 1) await signInFrom('203.0.113.67', 'guess');
  assert.equal((await signInFrom('203.0.113.67', PASSWORD)).status, 429);
  assert.equal(await locks(), 1, 'more networks at the same time do not flood the log');
  await resetStaff({ database, passwords: createPasswords() }, COMMAND_LINE, {
    id: person.id,
    what: 'password',
    reason: null,
  });
  assert.equal((await signInFrom('203.0.113.67', 'guess')).status, 401, 'a reset starts anew');
});

test('five wrong passwords make an address wait 15 minutes, also with the right one', async () => {
  const person = await addPerson(database);
  const browser = openBrowser(await startTwin(service));
  for (let i = 0; i < 4; i += 1) {
    assert.equal((await browser.signIn(person.email, 'wrong')).status, 401);
  }
  for (const password of ['wrong', 'wrong', PASSWORD]) {
    const answer = await browser.signIn(person.email, password);
    assert.equal(answer.status, 429);
    assertLocked(answer);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds > 890 && seconds <= 900, String(seconds));
  }
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['staff.lock', `staff:${person.id}`]);
  await shiftClock(database, 15 * MINUTE - 10);
  assert.equal((await browser.signIn(person.email)).status, 429);
  await shiftClock(database, 15 * MINUTE + 1);
  assert.equal((await browser.signIn(person.email, 'wrong')).status, 401, 'the count starts anew');
  assert.equal((await browser.signIn(person.email)).status, 200);
});

test('an unknown email is locked in the same way', async () => {
  const email = `${randomUUID()}@example.com`;
  const browser = openBrowser(await startTwin(service));
  const seen: number[] = [];
  for (let i = 0; i < 6; i += 1) seen.push((await browser.signIn(email, 'wrong')).status);
  assert.deepEqual(seen, [401, 401, 401, 401, 429, 429]);
  const answer = await browser.signIn(email, 'wrong');
  assertLocked(answer);
});

/** A busy machine may take seconds from the lock to the answer. */
function assertLocked({ json }: { readonly json: unknown }): void {
  const { params, ...rest } = json as { readonly params: { readonly wait_s: number } };
  assert.deepEqual(rest, {
    detail: 'Too many wrong attempts. Try again in 15 min.',
    code: 'too_many_attempts',
  });
  assert.ok(params.wait_s > 840 && params.wait_s <= 900, String(params.wait_s));
}

test('a right password in time clears the count', async () => {
  const { email } = await addPerson(database);
  const browser = openBrowser(await startTwin(service));
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) {
      assert.equal((await browser.signIn(email, 'wrong')).status, 401);
    }
    assert.equal((await browser.signIn(email)).status, 200);
  }
});

test('many guesses at the same moment, on two processes, are still five', async () => {
  const { email } = await addPerson(database);
  const twins = [await startTwin(service), await startTwin(service)];
  const browsers = twins.flatMap((twin) => Array.from({ length: 15 }, () => openBrowser(twin)));
  const answers = await Promise.all(browsers.map((browser) => browser.signIn(email, 'wrong')));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 4);
  assert.equal(statuses.filter((status) => status === 429).length, 26, 'the fifth sees the lock');
});

for (const [who, addressOf] of [
  ['an address', () => '203.0.113.7'],
  ['an IPv6 network', (i: number) => `2001:db8:0:1:${i.toString(16)}::${i}`],
] as const) {
  test(`${who} that tries many accounts is slowed down, and locks nobody out`, async () => {
    const config = { ...service.config, trustedProxies: ['127.0.0.1'] };
    const twin = await startTwin({ ...service, config });
    const { email } = await addPerson(database);
    const signIn = (i: number, json: Json) =>
      twin.call('POST', SESSION, {
        json,
        headers: { 'x-forwarded-for': addressOf(i), origin: twin.url },
      });
    const guess = (i: number) =>
      signIn(i, { email: `${randomUUID()}@example.com`, password: 'wrong' });
    for (let i = 0; i < 31; i += 1) assert.equal((await guess(i)).status, 401);
    const startedAt = performance.now();
    assert.equal((await guess(31)).status, 401);
    assert.equal((await guess(32)).status, 401);
    assert.ok(performance.now() - startedAt > 900, 'one a second');
    assert.equal((await signIn(99, { email, password: PASSWORD })).status, 200);
    const many = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(i)));
    const refused = many.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 5, 'the line is short');
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) < 20));
  });
}

test('a temporary password opens nothing after 72 hours, and says whom to ask', async () => {
  const deps = { database, passwords: createPasswords(), policy: ONE_PERSON };
  const email = `${randomUUID()}@example.com`;
  const added = await addStaff(deps, COMMAND_LINE, { email, name: 'Ada', role: 'agent' });
  assert.ok(added.kind === 'added');
  const { oneTimePassword, staff } = added;
  const signIn = (password: string) => openBrowser(service).signIn(email, password);
  await shiftClock(database, 72 * 60 * MINUTE - 60);
  assert.equal(statusIn(await signIn(oneTimePassword)), 'password_change_required');
  await shiftClock(database, 72 * 60 * MINUTE + 1);
  const late = await signIn(oneTimePassword);
  assert.equal(late.status, 401);
  assert.deepEqual(late.json, {
    detail: 'The temporary password is no longer valid: ask an administrator for a new one.',
    code: 'one_time_password_over',
  });
  assert.deepEqual(late.headers.getSetCookie(), []);
  assert.deepEqual((await signIn('a guess')).json, WRONG, 'only a person who knows it sees that');
  const reset = await resetStaff(deps, COMMAND_LINE, {
    id: staff.id,
    what: 'password',
    reason: null,
  });
  assert.ok(reset.kind === 'reset');
  assert.equal(statusIn(await signIn(reset.oneTimePassword ?? '')), 'password_change_required');
});

test('a password that was chosen stays valid', async () => {
  const { email } = await addPerson(database);
  await shiftClock(database, 1_000 * 60 * MINUTE);
  assert.equal((await openBrowser(service).signIn(email)).status, 200);
});

test('the address of the client comes from a proxy only when the proxy is trusted', async () => {
  const { email } = await addPerson(database);

  for (const [trustedProxies, expected] of [
    [[], '127.0.0.1'],
    [['192.0.2.0/24'], '127.0.0.1'],
    [['127.0.0.1'], '203.0.113.7'],
  ] as const) {
    const twin = await startTwin({ ...service, config: { ...service.config, trustedProxies } });
    const json = { email, password: PASSWORD };
    const headers = { 'x-forwarded-for': '203.0.113.7', origin: twin.url };
    assert.equal((await twin.call('POST', SESSION, { json, headers })).status, 200);
    const [row] = await database.query<{ readonly ip: string }>({
      text: 'select ip from audit_log order by id desc limit 1',
    });
    assert.equal(row?.ip, expected);
  }
});

test('a session ends after 15 idle minutes, and work keeps it up to 12 hours', async () => {
  const person = await addPerson(database);
  const browser = await signedIn(service, person);
  const isIn = async () => (await browser.call('GET', SESSION)).status === 200;
  for (let minutes = 14; minutes < 12 * 60; minutes += 14) {
    await shiftClock(database, minutes * MINUTE);
    assert.ok(await isIn(), `${minutes} minutes`);
  }
  await shiftClock(database, 12 * 60 * MINUTE + 1);
  assert.equal(await isIn(), false, 'twelve hours are over');
  await shiftClock(database, 0);
  const idle = await signedIn(service, person);
  await shiftClock(database, 15 * MINUTE - 20);
  assert.equal((await idle.call('GET', SESSION, BACKGROUND)).status, 200);
  await shiftClock(database, 15 * MINUTE + 1);
  assert.equal((await idle.call('GET', SESSION)).status, 401, 'a refresh is no sign of a person');
});

const BACKGROUND = { headers: { 'x-background': 'true' } };

test('signing out ends this session; everywhere ends them all', async () => {
  const person = await addPerson(database);
  const [first, second, third] = [
    await signedIn(service, person),
    await signedIn(service, person),
    await signedIn(service, person),
  ];
  const kept = openBrowser(service, first.cookie());
  const out = await first.call('DELETE', SESSION);
  assert.deepEqual(out.json, { done: true });
  assert.match(out.headers.getSetCookie().join(), /momo=;.*Max-Age=0/);
  assert.equal((await kept.call('GET', SESSION)).status, 401, 'the token is dead, not only gone');
  assert.equal((await second.call('GET', SESSION)).status, 200);
  await second.call('DELETE', '/internal/v1/sessions');
  assert.equal((await third.call('GET', SESSION)).status, 401);
  assert.equal((await lastAuditLine(database))?.action, 'staff.sign_out_everywhere');
});

test('a new password needs the old one, differs from it, and signs out the others', async () => {
  const person = await addPerson(database);
  const [here, there] = [await signedIn(service, person), await signedIn(service, person)];
  const old = openBrowser(service, here.cookie());
  const change = (current_password: string, new_password: string) =>
    here.call('POST', `${SESSION}/password`, { json: { current_password, new_password } });
  const chosen = 'another good password';
  assert.equal((await change('wrong', chosen)).status, 401);
  assert.equal((await change(PASSWORD, PASSWORD)).status, 422);
  assert.equal((await change(PASSWORD, 'short')).status, 422);
  assert.equal((await change(PASSWORD, 'x'.repeat(201))).status, 422);
  assert.equal(statusIn(await change(PASSWORD, chosen)), 'signed_in');
  assert.equal((await here.call('GET', SESSION)).status, 200);
  assert.equal((await there.call('GET', SESSION)).status, 401);
  assert.equal((await old.call('GET', SESSION)).status, 401, 'the token was replaced');
  assert.equal((await openBrowser(service).signIn(person.email)).status, 401);
  assert.equal((await openBrowser(service).signIn(person.email, chosen)).status, 200);
});

test('guessing the current password in a stolen session has the same limit', async () => {
  const person = await addPerson(database);
  const thief = await signedIn(service, person);
  const json = { current_password: 'guess', new_password: 'mine from now on' };
  const seen: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    seen.push((await thief.call('POST', `${SESSION}/password`, { json })).status);
  }
  assert.deepEqual(seen, [401, 401, 401, 401, 429, 429]);
});

test('tokens are stored as hashes, and no password, token or email reaches the log', async () => {
  const person = await addPerson(database);
  const browser = await signedIn(service, person);
  const [, token = ''] = /\bmomo=([^;]*)/.exec(browser.cookie()) ?? [];
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  await openBrowser(service).signIn(person.email, 'a very wrong password');
  await service.call('POST', SESSION, { json: { email: person.email, password: [PASSWORD] } });
  const rows = await database.query<{ readonly text: string }>({
    text: `select s::text as text from staff_sessions s union all select l::text from audit_log l`,
  });
  const stored = rows.map(({ text }) => text).join('\n');
  for (const secret of [token, PASSWORD, 'a very wrong password']) {
    assert.ok(!stored.includes(secret));
    assert.ok(!service.logLines.join('\n').includes(secret));
  }
  assert.ok(!service.logLines.join('\n').includes(person.email));
});

async function forgetAttempts({ id }: Person): Promise<void> {
  await database.query({
    text: 'delete from password_attempts where staff_id = $1',
    values: [id],
  });
}
