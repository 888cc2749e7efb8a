import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedColumns } from '../../src/domain/seals/seal.ts';
import { LISTED_TABLES, TABLES } from '../../src/domain/seals/sealed-tables.ts';
import {
  createVault,
  formOf,
  SECRET_PLACES,
  type SecretPlace,
  WrongSecretsKey,
} from '../../src/signing/sealed-text.ts';
import { sealUnbound } from '../support/upkeep/release-02-secrets.ts';

const KEY = Buffer.alloc(32, 1);
const SECRET = 'whsec_c2VjcmV0 é€😀';
const PLACE = SECRET_PLACES.webhookSecret('one');

test('what is sealed comes back and cannot be read in between', () => {
  const vault = createVault(KEY);
  const sealed = vault.seal(SECRET, PLACE);
  assert.equal(vault.open(sealed, PLACE), SECRET);
  assert.equal(formOf(sealed, PLACE), 'bound');
  assert.ok(!sealed.includes('c2Vj'));
  const again = vault.seal(SECRET, PLACE);
  assert.notEqual(again, sealed, 'sealing twice must not show that two are equal');
});

test('what is sealed for one table, column and row opens in no other', () => {
  const vault = createVault(KEY);
  const sealed = vault.seal(SECRET, PLACE);
  for (const other of [
    SECRET_PLACES.webhookSecret('another'),
    SECRET_PLACES.oldWebhookSecret('one'),
    SECRET_PLACES.gatewaySecret('one'),
  ]) {
    assert.throws(() => vault.open(sealed, other), WrongSecretsKey);
    assert.throws(() => vault.openAnyForm(sealed, other), WrongSecretsKey);
  }
});

test('every column that the sealed tables call a secret is a place, and no other', () => {
  const named = Object.values(SECRET_PLACES)
    .map((place) => place(''))
    .map(columnOf);
  const listed = LISTED_TABLES.flatMap((table) => {
    const { secrets = [] }: SealedColumns = TABLES[table];
    return secrets.map((column) => columnOf({ table, column }));
  });
  assert.deepEqual(named.sort(), listed.sort());
});

function columnOf({ table, column }: Omit<SecretPlace, 'id'>): string {
  return `${table}.${column}`;
}

test('without a key texts stay as they are, and with one they are not used', () => {
  const stored = createVault(null).seal(SECRET, PLACE);
  assert.equal(stored, SECRET);
  assert.equal(createVault(null).open(stored, PLACE), SECRET);
  const vault = createVault(KEY);
  assert.equal(formOf(stored, PLACE), 'open');
  assert.throws(() => vault.open(stored, PLACE), /webhook_secret of applications one/);
  assert.equal(vault.openAnyForm(stored, PLACE), SECRET);
  assert.throws(() => vault.open('{}', PLACE), WrongSecretsKey);
  assert.equal(vault.open('{}', SECRET_PLACES.accountSecrets('mtn')), '{}', 'it hides nothing');
});

test('what release 0.2 sealed opens only for an upgrade', () => {
  const vault = createVault(KEY);
  const stored = sealUnbound(KEY, SECRET);
  assert.equal(formOf(stored, PLACE), 'unbound');
  assert.throws(() => vault.open(stored, PLACE), WrongSecretsKey);
  assert.equal(vault.openAnyForm(stored, PLACE), SECRET);
});

test('a missing or wrong key is said by name and never by its value', () => {
  const sealed = createVault(KEY).seal(SECRET, PLACE);
  for (const [key, message] of [
    [null, /^SECRETS_KEY is not set/],
    [Buffer.alloc(32, 2), /^SECRETS_KEY is not the key/],
  ] as const) {
    assert.throws(
      () => createVault(key).open(sealed, PLACE),
      (error) => error instanceof WrongSecretsKey && message.test(error.message),
    );
  }
});

test('a sealed text that was changed or cut does not open', () => {
  const vault = createVault(KEY);
  const sealed = vault.seal(SECRET, PLACE);
  const [mark = ''] = /^sealed:v2:/.exec(sealed) ?? [];
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    assert.throws(() => vault.open(mark + changed.toString('base64'), PLACE), WrongSecretsKey);
    const cut = bytes.subarray(0, at).toString('base64');
    assert.throws(() => vault.open(mark + cut, PLACE), WrongSecretsKey);
  }
});
