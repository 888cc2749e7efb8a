import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import {
  addPerson,
  type Browser,
  enrol,
  openBrowser,
  PASSWORD,
  SESSION,
  scriptHeaders,
  signedIn,
  statusIn,
} from '../../support/access/staff.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf } from '../../support/transactions/payments.ts';

const service = await startTestService({ PUBLIC_URL: 'https://kwatabet.example' });
const { database } = service;

const choose = (browser: Browser, new_password: string) =>
  browser.call('POST', `${SESSION}/password`, {
    json: { current_password: PASSWORD, new_password },
  });

/** Each has twelve characters or more, and falls within 10^10 guesses. */
const EARLY = [
  ['123456789012', 'password_common'],
  ['motdepasse2026', 'password_common'],
  ['jaimelefootball', 'password_common'],
  ['azertyuiopqs', 'password_keyboard'],
  ['aaaaaaaaaaaaaaaaaaaa', 'password_repeats'],
  ['abababababababab', 'password_repeats'],
  ['Kwatabet2026', 'password_own_words'],
  ['MobileMoney1', 'password_own_words'],
] as const;

test('a password that is guessed early is refused with the reason, whatever its length', async () => {
  const person = await addPerson(database, 'agent');
  await database.query({
    text: `update staff set name = 'Awa Ngono' where id = $1`,
    values: [person.id],
  });
  const browser = await signedIn(service, person);
  const seen: unknown[] = [];
  for (const [password] of EARLY) {
    const answer = await choose(browser, password);
    seen.push([password, bodyOf(answer)['code'] ?? answer.status]);
  }
  assert.deepEqual(
    seen,
    EARLY.map((pair) => [...pair]),
  );
  assert.equal((await openBrowser(service).signIn(person.email)).status, 200, 'it stays as it was');
});

test('a password that is not guessed early is taken: words, or signs at random', async () => {
  for (const password of ['le chat noir dort ici', 'kX9#qpLm2vZt']) {
    const person = await addPerson(database, 'agent');
    const browser = await signedIn(service, person);
    assert.equal(statusIn(await choose(browser, password)), 'signed_in');
    assert.equal((await openBrowser(service).signIn(person.email, password)).status, 200);
  }
});

test('a person who does not know the present password has none judged', async () => {
  const browser = await signedIn(service, await addPerson(database, 'agent'));
  const json = { current_password: 'not the password', new_password: '123456789012' };
  const answer = await browser.call('POST', `${SESSION}/password`, { json });
  assert.deepEqual([answer.status, bodyOf(answer)['code']], [401, 'wrong_current_password']);
});

test('while a password is judged the service answers others', async () => {
  const browser = await signedIn(service, await addPerson(database, 'agent'));
  let longestMs = 0;
  let isJudging = true;
  const watch = (async () => {
    while (isJudging) {
      const startedAt = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  })();
  const startedAt = performance.now();
  await choose(browser, '4@8({3690!1|150$5+7%2'.repeat(9));
  const tookMs = performance.now() - startedAt;
  isJudging = false;
  await watch;
  assert.ok(longestMs < tookMs / 3, `${longestMs} ms of ${tookMs} ms in one turn`);
});

test('tokens of scripts end with the password, unless the person keeps them', async () => {
  for (const keep_tokens of [true, false]) {
    const person = await addPerson(database, 'agent');
    const browser = await signedIn(service, person);
    const headers = await scriptHeaders(database, person);
    const json = { current_password: PASSWORD, new_password: 'le chat noir dort ici', keep_tokens };
    assert.equal((await browser.call('POST', `${SESSION}/password`, { json })).status, 200);
    const status = keep_tokens ? 200 : 401;
    assert.equal((await service.call('GET', SESSION, { headers })).status, status);
  }
});

test('recovery codes are kept by a slow hash, and those of release 0.2 work until used', async () => {
  const person = await addPerson(database, 'agent');
  const browser = await signedIn(service, person);
  await enrol(service, browser);
  const made = bodyOf(await browser.call('POST', `${SESSION}/recovery-codes`));
  const [first = ''] = made['codes'] as readonly string[];
  const quick = (code: string) =>
    hash('sha256', `${person.id} ${code.replaceAll('-', '')}`, 'buffer');
  const [row] = await database.query<{ readonly recovery_hashes: readonly Buffer[] }>({
    text: 'select recovery_hashes from staff where id = $1',
    values: [person.id],
  });
  assert.equal(row?.recovery_hashes.length, 10);
  assert.ok(!row?.recovery_hashes.some((stored) => stored.equals(quick(first))));
  const old = 'ABCD-EFGH-JKLM-NPQR';
  await database.query({
    text: 'update staff set recovery_hashes = recovery_hashes || $2::bytea where id = $1',
    values: [person.id, quick(old)],
  });
  for (const [code, status] of [
    [old, 200],
    [first, 200],
    [old, 401],
    [first, 401],
  ] as const) {
    const next = openBrowser(service);
    await next.signIn(person.email);
    const given = await next.call('POST', `${SESSION}/recovery-code`, { json: { code } });
    assert.equal(given.status, status, code);
  }
});
