import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movesMoney } from '../../../src/domain/providers/channel.ts';

const ON = { enabled: true, merchantNumber: '+237670000000', ussdTemplate: '*126#' };
const OFF = { ...ON, enabled: false };

test('who gets the money is decided by number, dial code and switching on', () => {
  assert.equal(movesMoney(ON, { ...ON, merchantNumber: '+237670000001' }), true);
  assert.equal(movesMoney(ON, { ...ON, ussdTemplate: null }), true);
  assert.equal(movesMoney(OFF, { ...OFF, merchantNumber: '+237670000001' }), true);
  assert.equal(movesMoney(OFF, ON), true);
});

test('switching off, or changing nothing of it, moves no money', () => {
  assert.equal(movesMoney(ON, OFF), false);
  assert.equal(movesMoney(ON, ON), false);
  assert.equal(movesMoney(OFF, OFF), false);
});
