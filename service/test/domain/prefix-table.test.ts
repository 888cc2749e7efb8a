import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { DEFAULT_PREFIXES, operatorOf } from '../../src/domain/msisdn.ts';
import { formatPrefixTable, parsePrefixTable } from '../../src/domain/prefix-table.ts';

test('the written form of the default table reads as the default table', () => {
  assert.deepEqual(parsePrefixTable('mtn=67,68,650-654;orange=69,655-659'), {
    kind: 'valid',
    prefixes: DEFAULT_PREFIXES,
  });
});

test('spaces, the order of operators and a trailing separator do not matter', () => {
  assert.deepEqual(parsePrefixTable(' orange = 69-69 , 655 - 659, ; mtn=67,68,650-654 ; '), {
    kind: 'valid',
    prefixes: DEFAULT_PREFIXES,
  });
});

test('each mistake in a table is named', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', ['mtn is missing', 'orange is missing']],
    ['mtn=67', ['orange is missing']],
    ['mtn=67;orange=', ['orange has no valid prefix']],
    ['mtn=67;mtn=68;orange=69', ['mtn is named twice']],
    ['mtn=67,67;orange=69', ['mtn lists 67 twice']],
    ['mtn=67,69;orange=69,65', ['69 is listed for mtn and for orange']],
    [
      'mtn=67;orange=69;nexttel=66',
      ['"nexttel=66" must be an operator (mtn, orange), = and prefixes'],
    ],
    [
      'mtn=67=68;orange=69;mtn=67',
      ['"mtn=67=68" must be an operator (mtn, orange), = and prefixes'],
    ],
    ['mtn=67;orange=69,x', ['orange: "x" is neither a prefix nor a range of prefixes']],
    ['mtn=67,,68;orange=69', ['mtn: "" is neither a prefix nor a range of prefixes']],
    ['mtn=67;orange=69,07', ['orange: "07" is neither a prefix nor a range of prefixes']],
    [
      'mtn=67,670000000;orange=69',
      ['mtn: "670000000" is neither a prefix nor a range of prefixes'],
    ],
    ['mtn=67,654-650;orange=69', ['mtn: the range "654-650" must rise between equal lengths']],
    ['mtn=67,65-654;orange=69', ['mtn: the range "65-654" must rise between equal lengths']],
    ['mtn=67,1000-1100;orange=69', ['mtn: the range "1000-1100" has more than 100 prefixes']],
  ];
  for (const [text, problems] of cases) {
    assert.deepEqual(parsePrefixTable(text), { kind: 'invalid', problems }, text);
  }
});

test('all mistakes of one table are named together', () => {
  assert.deepEqual(parsePrefixTable('mtn=67,x;other=1'), {
    kind: 'invalid',
    problems: [
      'mtn: "x" is neither a prefix nor a range of prefixes',
      '"other=1" must be an operator (mtn, orange), = and prefixes',
      'orange is missing',
    ],
  });
});

test('a range may have a hundred prefixes, and each of them is the operator’s', () => {
  const parsed = parsePrefixTable('mtn=600-699;orange=7');
  assert.ok(parsed.kind === 'valid');
  assert.equal(parsed.prefixes.mtn.length, 100);
  fc.assert(
    fc.property(fc.integer({ min: 600, max: 699 }), (prefix) => {
      assert.equal(operatorOf(parsed.prefixes, `+237${prefix}000000`), 'mtn');
    }),
  );
});

test('no text makes the reader throw, and what it accepts has prefixes for every operator', () => {
  const pieces = fc.constantFrom('mtn', 'orange', '=', ';', ',', '-', '6', '65', '650', ' ', 'é');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const parsed = parsePrefixTable(parts.join(''));
      if (parsed.kind === 'invalid') assert.notEqual(parsed.problems.length, 0);
      else for (const list of Object.values(parsed.prefixes)) assert.notEqual(list.length, 0);
    }),
  );
});

test('a table that is written out and read again is the same table', () => {
  assert.deepEqual(parsePrefixTable(formatPrefixTable(DEFAULT_PREFIXES)), {
    kind: 'valid',
    prefixes: DEFAULT_PREFIXES,
  });
});
