import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  comparePrefixes,
  proposeTable,
  type SeenPrefix,
} from '../../../src/domain/finance/number-evidence.ts';
import { DEFAULT_PREFIXES, operatorOf } from '../../../src/domain/msisdn.ts';
import { formatPrefixTable, parsePrefixTable } from '../../../src/domain/prefix-table.ts';

const lastAt = new Date('2026-11-15T10:00:00Z');
const seen = (prefix: string, operator: SeenPrefix['operator'], texts: number): SeenPrefix => ({
  prefix,
  operator,
  texts,
  transactions: 0,
  lastAt,
});

test('a prefix is confirmed, contradicted or not named, and what is wrong comes first', () => {
  const compared = comparePrefixes(DEFAULT_PREFIXES, [
    seen('670', 'mtn', 9),
    seen('620', 'mtn', 1),
    seen('688', 'mtn', 1),
    seen('688', 'orange', 40),
  ]);
  assert.deepEqual(
    compared.map(({ prefix, tableSays, verdict }) => [prefix, tableSays, verdict]),
    [
      ['688', 'mtn', 'contradicted'],
      ['620', null, 'unnamed'],
      ['670', 'mtn', 'confirmed'],
    ],
  );
  assert.deepEqual(
    compared[0]?.seen.map(({ operator }) => operator),
    ['orange', 'mtn'],
  );
});

test('payments in texts and transactions count alike', () => {
  const both = { ...seen('688', 'orange', 10), transactions: 10 };
  const compared = comparePrefixes(DEFAULT_PREFIXES, [both]);
  assert.notEqual(proposeTable(DEFAULT_PREFIXES, compared), null);
});

test('a prefix that moves leaves the operator that had it', () => {
  const table = { mtn: ['670', '688'], orange: ['690'] };
  const proposed = proposeTable(table, comparePrefixes(table, [seen('688', 'orange', 40)]));
  assert.deepEqual(proposed, { mtn: ['670'], orange: ['688', '690'] });
});

const CASES: readonly (readonly [texts: number, others: number, isMoved: boolean])[] = [
  [40, 1, true],
  [20, 0, true],
  [19, 0, false],
  [40, 3, false],
  [38, 2, true],
];

for (const [texts, others, isMoved] of CASES) {
  test(`${texts} payments against ${others} ${isMoved ? 'move' : 'do not move'} a prefix`, () => {
    const rows = [
      seen('688', 'orange', texts),
      ...(others > 0 ? [seen('688', 'mtn', others)] : []),
    ];
    const proposed = proposeTable(DEFAULT_PREFIXES, comparePrefixes(DEFAULT_PREFIXES, rows));
    assert.equal(proposed !== null, isMoved);
    if (proposed === null) return;
    assert.equal(operatorOf(proposed, '+237688000001'), 'orange');
    assert.equal(operatorOf(proposed, '+237680000001'), 'mtn', 'its neighbours stay');
    const read = parsePrefixTable(formatPrefixTable(proposed));
    assert.equal(read.kind, 'valid', 'the setting takes it');
    const again = comparePrefixes(proposed, [seen('688', 'orange', texts)]);
    assert.equal(proposeTable(proposed, again), null, 'and then there is nothing to propose');
  });
}
