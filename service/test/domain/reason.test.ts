import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readReason } from '../../src/domain/reason.ts';

const KEPT: readonly (readonly [typed: string, kept: string])[] = [
  ['Le numéro n’est pas le sien.', 'Le numéro n’est pas le sien.'],
  ['  two\n\tlines  ', 'two lines'],
  ['e\u0301te\u0301', '\u00e9t\u00e9'],
  ['a\u200bb\u00adc\u2060d', 'abcd'],
  ['\u202egnp.exe\u202c', 'gnp.exe'],
  ['one\u2028two', 'one two'],
  ['123', '123'],
];

for (const [typed, kept] of KEPT) {
  test(`the reason ${JSON.stringify(typed)} is kept as ${JSON.stringify(kept)}`, () => {
    assert.deepEqual(readReason(typed), { value: kept });
  });
}

for (const typed of [
  '',
  '   ',
  '---',
  '\u200b\u200b\u200b',
  '\u3164\u3164\u3164',
  'a',
  '.a',
  'a\u200b\u200b',
]) {
  test(`${JSON.stringify(typed)} is no reason`, () => {
    assert.ok('error' in readReason(typed));
  });
}

test('what is kept has nothing invisible in it, and is kept as it is when it is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const read = readReason(typed);
      if ('error' in read) return;
      assert.doesNotMatch(read.value, /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      assert.deepEqual(readReason(read.value), read);
    }),
    { numRuns: 2_000 },
  );
});
