import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findForeignStart, formatApiKey, parseApiKey } from '../../../src/domain/access/api-key.ts';

const PARTS = { prefix: '0123456789ab', secret: 'Az09_-'.padEnd(43, 'x') };

for (const environment of ['sandbox', 'live'] as const) {
  const other = environment === 'live' ? 'sandbox' : 'live';
  test(`a key of ${environment} is read by its own environment only`, () => {
    const key = formatApiKey(environment, PARTS);
    assert.deepEqual(parseApiKey(environment, key), PARTS);
    assert.equal(parseApiKey(other, key), null);
    assert.equal(findForeignStart(environment, key), null);
    assert.ok(key.startsWith(findForeignStart(other, key) ?? 'nothing'));
  });
}

test('a text that is not quite a key is none', () => {
  const key = formatApiKey('live', PARTS);
  const wrong = ['', ' ', key.slice(0, -1), `${key}x`, ` ${key}`, `${key}\n`, key.toUpperCase()];
  wrong.push(key.replace('ab_', 'AB_'), key.replace('_-', '_+'), key.replace('svc_', 'svc-'));
  for (const text of wrong) assert.equal(parseApiKey('live', text), null, JSON.stringify(text));
  assert.equal(findForeignStart('live', 'any text'), null);
});
