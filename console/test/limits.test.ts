import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  channelUse,
  describeLimits,
  findLimitProblem,
  parseLimit,
} from '../src/providers/limits.ts';
import { enActions } from '../src/words/en-actions.ts';

const TYPED = [
  ['', null],
  ['   ', null],
  ['500', 500],
  ['500 000', 500_000],
  ['1\u00a0000\u202f000', 1_000_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['1e6', undefined],
  ['many', undefined],
  ['9007199254740993', undefined],
] as const;

for (const [text, limit] of TYPED) {
  test(`the limit "${text}" is read as ${limit}`, () => assert.equal(parseLimit(text), limit));
}

test('limits that cannot be meant are named by the field that is wrong', () => {
  assert.equal(findLimitProblem({ smallest: 'x', largest: '' }), 'smallest');
  assert.equal(findLimitProblem({ smallest: '', largest: '0' }), 'largest');
  assert.equal(findLimitProblem({ smallest: '501', largest: '500' }), 'crossed');
  assert.equal(findLimitProblem({ smallest: '500', largest: '500' }), null);
  assert.equal(findLimitProblem({ smallest: '', largest: '' }), null);
});

test('limits are described by what there is of them', () => {
  const describe = (min_amount_xaf: number | null, max_amount_xaf: number | null) =>
    describeLimits({ min_amount_xaf, max_amount_xaf }, enActions.providers).replaceAll(
      /[\u00a0\u202f]/g,
      ' ',
    );
  assert.equal(describe(null, null), 'none of our own');
  assert.equal(describe(500, null), 'from 500 FCFA');
  assert.equal(describe(500, 500_000), 'from 500 FCFA up to 500 000 FCFA');
});

test('no channel of a provider that is switched off is in use', () => {
  assert.equal(channelUse({ enabled: true }, true), 'used');
  assert.equal(channelUse({ enabled: true }, false), 'provider_off');
  assert.equal(channelUse({ enabled: false }, true), 'off');
  assert.equal(channelUse({ enabled: false }, false), 'off');
});
