import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGatewayName, normaliseLine } from '../../../src/domain/lines/line.ts';

test('a line has one spelling, however it is printed: E.164, or the code of a merchant', () => {
  for (const text of ['+237 670 00 00 01', '670000001', ' 237670000001 ']) {
    assert.equal(normaliseLine(text), '+237670000001', text);
  }
  assert.equal(normaliseLine(' 8080 '), '8080');
  assert.equal(normaliseLine('8 080'), '8 080');
});

test('the name of a gateway fits an address and a command', () => {
  for (const name of ['box-1', 'a', 'x'.repeat(40)]) assert.equal(isGatewayName(name), true, name);
  for (const name of ['', 'Box', 'a b', 'a/b', 'x'.repeat(41)]) {
    assert.equal(isGatewayName(name), false, name);
  }
});
