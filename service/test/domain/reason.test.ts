import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readReason } from '../../src/domain/reason.ts';

/** A title with invisible characters says nothing, and some of them break the lines of a log. */
const visible = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

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
  test(`the reason ${visible(typed)} is kept as ${visible(kept)}`, () => {
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
  test(`${visible(typed)} is no reason`, () => {
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
