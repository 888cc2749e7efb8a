import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { findKnownBrowser, keepBrowser } from '../../../src/flows/access/known-browsers.ts';
import {
  addPerson,
  type Browser,
  codeOf,
  enrol,
  lastAuditLine,
  openBrowser,
  PASSWORD,
  type Person,
  SESSION,
  scriptHeaders,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { bodyOf, shiftClock } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const SESSIONS = '/internal/v1/sessions';
const admin = await addPerson(database, 'admin');

beforeEach(() => shiftClock(database, 0));

/** A stranger behind the same address knows the email and guesses until they have to wait. */
async function guessUntilLocked({ email }: Person): Promise<void> {
  const stranger = openBrowser(service);
  for (let n = 0; n < 5; n += 1) await stranger.signIn(email, 'a guess');
  assert.equal((await stranger.signIn(email)).status, 429);
}

async function isKnown(browser: Browser, person: Person): Promise<boolean> {
  await guessUntilLocked(person);
  return (await openBrowser(service, browser.cookie()).signIn(person.email)).status === 200;
}

test('strangers lock neither the owner in a known browser nor a colleague at the same address', async () => {
  const [owner, colleague] = [await addPerson(database, 'agent'), await addPerson(database)];
  const browser = await signedIn(service, owner);
  await browser.call('DELETE', SESSION);
  await guessUntilLocked(owner);
  assert.equal(statusIn(await browser.signIn(owner.email)), 'signed_in');
  assert.equal(statusIn(await openBrowser(service).signIn(colleague.email)), 'signed_in');
});

test('a known browser has a count of its own, which a stranger does not get', async () => {
  const [owner, other] = [await addPerson(database), await addPerson(database)];
  const browser = await signedIn(service, owner);
  const seen: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    seen.push((await browser.signIn(owner.email, 'mistyped')).status);
  }
  assert.deepEqual(seen, [401, 401, 401, 401, 429]);
  assert.equal((await browser.signIn(owner.email)).status, 429, 'it has to wait as well');
  assert.equal((await openBrowser(service).signIn(owner.email)).status, 200, 'nobody else has to');
  const foreign = await signedIn(service, other);
  assert.equal(await isKnown(foreign, owner), false, 'known to one person is not known to another');
  const forged = foreign.cookie().replace(/(momo-browser-)\w+/, `$1${owner.id.slice(-12)}`);
  assert.equal((await openBrowser(service, forged).signIn(owner.email)).status, 429);
});

test('the audit log says whether a known browser or a network was locked', async () => {
  const owner = await addPerson(database);
  const lockedOf = async () => (await lastAuditLine(database))?.after?.['of'];
  const browser = await signedIn(service, owner);
  for (let n = 0; n < 5; n += 1) await browser.signIn(owner.email, 'mistyped');
  assert.equal(await lockedOf(), 'browser');
  const other = await addPerson(database);
  await guessUntilLocked(other);
  assert.equal(await lockedOf(), 'network');
});

test('the cookie of a known browser is no factor, and only a whole sign-in gives it', async () => {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  const secret = await enrol(service, browser);
  const stranger = openBrowser(service);
  assert.equal(statusIn(await stranger.signIn(person.email)), 'second_factor_required');
  assert.ok(!stranger.cookie().includes('momo-browser-'));
  assert.equal(statusIn(await browser.signIn(person.email)), 'second_factor_required');
  assert.match(browser.cookie(), /momo-browser-/);
  const set = (await giveCode(browser, await codeOf(database, secret, 1))).headers.getSetCookie();
  assert.match(
    set.join('\n'),
    /momo-browser-\w+=[^;]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict/,
  );
});

const giveCode = (browser: Browser, code: string) =>
  browser.call('POST', `${SESSION}/second-factor`, { json: { code } });

test('wrong codes of a person who has the password do not lock the owner out', async () => {
  const owner = await addPerson(database, 'agent');
  const browser = await signedIn(service, owner);
  const secret = await enrol(service, browser);
  const thief = openBrowser(service);
  await thief.signIn(owner.email);
  for (let n = 0; n < 5; n += 1) await giveCode(thief, '000000');
  assert.equal((await giveCode(thief, '000000')).status, 429);
  await browser.signIn(owner.email);
  assert.equal(statusIn(await giveCode(browser, await codeOf(database, secret, 1))), 'signed_in');
});

test('a browser is known for ninety days after its last sign-in', () => {
  const owner = { id: admin.id, browser_key: Buffer.alloc(32, 7) };
  const day = (n: number) => new Date(n * 86_400_000);
  const visit = (at: Date, ...browserCookies: string[]) => ({ ip: '::1', browserCookies, at });
  const kept = keepBrowser(owner, visit(day(100)));
  const id = findKnownBrowser(owner, visit(day(100), kept));
  assert.ok(id !== null);
  assert.equal(findKnownBrowser(owner, visit(day(190), 'x', kept)), id);
  assert.equal(findKnownBrowser(owner, visit(day(191), kept)), null);
  const again = keepBrowser(owner, visit(day(150), kept));
  assert.equal(findKnownBrowser(owner, visit(day(240), again)), id, 'under the same count');
  const later = kept.replace(/\.\d+\./, `.${day(150).getTime() / 1_000}.`);
  assert.equal(findKnownBrowser(owner, visit(day(191), later)), null, 'its date is signed');
});

test('a browser is known no more after a reset or a sign-out everywhere', async () => {
  const reset = async (person: Person) => {
    const headers = await scriptHeaders(database, admin);
    const json = { what: 'sessions', reason: 'a laptop was stolen' };
    await service.call('POST', `/internal/v1/staff/${person.id}/reset`, { headers, json });
  };
  for (const [what, end] of [
    ['nothing', async () => {}],
    ['a reset', (person: Person) => reset(person)],
    ['everywhere', (_: Person, browser: Browser) => browser.call('DELETE', SESSIONS)],
  ] as const) {
    const person = await addPerson(database);
    const browser = await signedIn(service, person);
    const copy = openBrowser(service, browser.cookie());
    await end(person, browser);
    assert.equal(await isKnown(copy, person), what === 'nothing', what);
  }
});

test('each wrong attempt is a line with masked account, network and kind, and is counted', async () => {
  const person = await addPerson(database);
  const before = service.logLines.length;
  await openBrowser(service).signIn(person.email, 'not the password');
  await openBrowser(service).signIn('stranger@elsewhere.example', 'not the password');
  const browser = await signedIn(service, person);
  await enrol(service, browser);
  await browser.signIn(person.email);
  await giveCode(browser, '000000');
  const lines = service.logLines
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'an attempt was refused')
    .map(({ kind, network, account, staffId }) => ({ kind, network, account, staffId }));
  const network = '127.0.0.1';
  assert.deepEqual(lines, [
    { kind: 'wrong_password', network, account: 'v…@e…', staffId: person.id },
    { kind: 'wrong_password', network, account: 's…@e…', staffId: null },
    { kind: 'wrong_code', network, account: 'v…@e…', staffId: person.id },
  ]);
  const { text } = await service.call('GET', '/metrics');
  assert.match(text, /^momo_refused_attempts_total\{kind="wrong_password"\} \d+$/m);
  assert.match(text, /^momo_refused_attempts_total\{kind="wrong_code"\} 1?\d+$/m);
});

test('requests of foreign pages and of roles that may not are lines and are counted', async () => {
  const viewer = await addPerson(database, 'viewer');
  const browser = await signedIn(service, viewer);
  const before = service.logLines.length;
  assert.equal((await browser.call('GET', '/internal/v1/staff')).status, 403);
  const headers = { origin: 'https://evil.example' };
  assert.equal((await browser.call('DELETE', SESSIONS, { headers })).status, 403);
  const request = 'GET /health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n';
  assert.equal((await sendRaw(service.url, request)).status, 400);
  const kinds = service.logLines
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'an attempt was refused')
    .map(({ kind, network }) => [kind, network]);
  const network = '127.0.0.1';
  assert.deepEqual(kinds, [
    ['role_required', network],
    ['not_same_origin', network],
    ['foreign_host', network],
  ]);
  const { text } = await service.call('GET', '/metrics');
  for (const [kind] of kinds) assert.ok(text.includes(`_attempts_total{kind="${String(kind)}"}`));
});

test('a password that was typed as an email does not reach the log', async () => {
  const before = service.logLines.length;
  await openBrowser(service).signIn('Tr0ub4dor@Zanzibar', PASSWORD);
  assert.ok(!/ub4dor|anzibar/.test(service.logLines.slice(before).join('')));
});

test('an account that is guessed from many networks is slowed down and not locked', async () => {
  const twin = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  const person = await addPerson(twin.database);
  const signIn = (n: number, password: string) =>
    twin.call('POST', SESSION, {
      json: { email: person.email, password },
      headers: { 'x-forwarded-for': `2001:db8:0:${n.toString(16)}::1`, origin: twin.url },
    });
  for (let n = 0; n < 21; n += 1) assert.equal((await signIn(n, 'a guess')).status, 401);
  const startedAt = performance.now();
  assert.equal((await signIn(21, 'a guess')).status, 401);
  assert.equal((await signIn(22, 'a guess')).status, 401);
  assert.ok(performance.now() - startedAt > 900, 'one a second');
  assert.equal((await signIn(23, PASSWORD)).status, 200);
});

test('the answer to a wrong attempt does not say which of both was wrong, nor how it is known', async () => {
  const person = await addPerson(database);
  const browser = await signedIn(service, person);
  const known = await browser.signIn(person.email, 'not the password');
  const unknown = await openBrowser(service).signIn('nobody@example.com', 'not the password');
  assert.deepEqual(bodyOf(known), bodyOf(unknown));
});
