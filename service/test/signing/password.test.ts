import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { createOneTimePassword, createPasswords } from '../../src/signing/password.ts';

const passwords = createPasswords();
const PASSWORD = 'a password of some length';

test('a password is stored as argon2id in the PHC form, each time with another salt', async () => {
  const [first, second] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(first, second);
});

test('only the very password is right', async () => {
  const stored = await passwords.hash(PASSWORD);
  assert.equal(await passwords.verify(PASSWORD, stored), true);
  for (const wrong of ['', PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(1)]) {
    assert.equal(await passwords.verify(wrong, stored), false, wrong);
  }
});

test('a hash that another program made is understood, with its own cost', async () => {
  // Made by the reference implementation: argon2 somesalt -id -t 2 -m 16 -p 1, "password".
  const stored =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await passwords.verify('password', stored), true);
  assert.equal(await passwords.verify('Password', stored), false);
});

test('letters count as the same however the keyboard composed them', async () => {
  const stored = await passwords.hash('caf\u00e9 au lait, deux sucres');
  assert.equal(await passwords.verify('cafe\u0301 au lait, deux sucres', stored), true);
});

test('what is stored in another form is an error that does not repeat it', async () => {
  await assert.rejects(passwords.verify(PASSWORD, 'plain secret'), (error: Error) => {
    assert.doesNotMatch(error.message, /plain secret/);
    return true;
  });
});

test('an unknown user has no password', async () => {
  assert.equal(await passwords.verifyNobody(PASSWORD), false);
});

test('many passwords at once leave threads for files, names and signatures', async () => {
  const fresh = createPasswords();
  let done = 0;
  const running = Array.from({ length: 12 }, async () => {
    await fresh.hash(PASSWORD);
    done += 1;
  });
  await stat(import.meta.filename);
  // With every thread taken it would have to wait for some of them.
  assert.equal(done, 0);
  await Promise.all(running);
});

test('a hash that fails frees its slot for the next', async () => {
  const fresh = createPasswords();
  const broken = Array.from({ length: 5 }, () => fresh.verify(PASSWORD, 'plain secret'));
  assert.ok((await Promise.allSettled(broken)).every(({ status }) => status === 'rejected'));
  assert.match(await fresh.hash(PASSWORD), /^\$argon2id/);
});

test('the event loop goes on while passwords are hashed, and too many are noticed', async () => {
  const fresh = createPasswords();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const seen: unknown[] = [];
  const running: Promise<string>[] = [];
  for (let n = 1; n <= 16; n += 1) {
    running.push(fresh.hash(PASSWORD));
    seen.push([fresh.isBusy('stranger'), fresh.isBusy('known browser')]);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 16 }, (_, n) => [n >= 11, n >= 15]),
    'strangers leave four places to browsers that are known',
  );
  await Promise.all(running);
  clearInterval(timer);
  assert.equal(fresh.isBusy('stranger'), false);
  assert.ok(turns > 10, `${turns} turns`);
});

test('temporary passwords are long, easy to type and never the same', () => {
  const made = new Set(Array.from({ length: 1_000 }, createOneTimePassword));
  assert.equal(made.size, 1_000);
  for (const password of made)
    assert.match(password, /^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
});
