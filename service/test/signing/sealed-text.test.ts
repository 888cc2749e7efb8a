import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault, WrongSecretsKey } from '../../src/signing/sealed-text.ts';

const KEY = Buffer.alloc(32, 1);
const SECRET = 'whsec_c2VjcmV0 é€😀';

test('what is sealed comes back and cannot be read in between', () => {
  const vault = createVault(KEY);
  const sealed = vault.seal(SECRET);
  assert.equal(vault.open(sealed), SECRET);
  assert.ok(vault.isSealed(sealed));
  assert.ok(!sealed.includes('c2Vj'));
  assert.notEqual(vault.seal(SECRET), sealed, 'sealing twice must not show that two are equal');
});

test('without a key texts stay as they are, and a key that comes later still opens them', () => {
  const stored = createVault(null).seal(SECRET);
  assert.equal(stored, SECRET);
  const vault = createVault(KEY);
  assert.ok(!vault.isSealed(stored));
  assert.equal(vault.open(stored), SECRET);
});

test('a missing or wrong key is said by name and never by its value', () => {
  const sealed = createVault(KEY).seal(SECRET);
  for (const [key, message] of [
    [null, /^SECRETS_KEY is not set/],
    [Buffer.alloc(32, 2), /^SECRETS_KEY is not the key/],
  ] as const) {
    assert.throws(
      () => createVault(key).open(sealed),
      (error) => error instanceof WrongSecretsKey && message.test(error.message),
    );
  }
});

test('a sealed text that was changed or cut does not open', () => {
  const vault = createVault(KEY);
  const sealed = vault.seal(SECRET);
  const [mark = ''] = /^sealed:v1:/.exec(sealed) ?? [];
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.throws(() => vault.open(mark + changed.toString('base64')), WrongSecretsKey);
    const cut = bytes.subarray(0, at).toString('base64');
    assert.throws(() => vault.open(mark + cut), WrongSecretsKey);
  }
});
