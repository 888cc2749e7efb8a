import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { NO_SEAL } from '../../src/domain/seals/seal.ts';
import { createRowSeal, makeRowKey, readRowKey, writeRowKey } from '../../src/signing/row-seal.ts';

test('a seal is the first half of the HMAC of its text', () => {
  const { key } = makeRowKey(new Date(0));
  for (const text of ['', 'a', 'é€😀', 'x'.repeat(10_000)]) {
    const hmac = createHmac('sha256', key).update(text).digest('hex');
    assert.equal(createRowSeal(key)(text), hmac.slice(0, 32));
  }
  assert.equal(NO_SEAL('a'), null);
});

test('a key is read as it was written', () => {
  const made = makeRowKey(new Date(1_700_000_000_000));
  assert.deepEqual(readRowKey(writeRowKey(made)), made);
});
