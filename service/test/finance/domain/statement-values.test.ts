import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readCents,
  readStatementTime,
} from '../../../src/domain/finance/statements/read-statement.ts';

const AMOUNTS: readonly (readonly [string, number | null])[] = [
  ['500', 50_000],
  ['1 234', 123_400],
  ['1 234,50', 123_450],
  ['1,234.50', 123_450],
  ['1.234,5', 123_450],
  ['1,234', 123_400],
  ['1.234.567', 123_456_700],
  ['44.48', 4_448],
  ['-1 000 XAF', -100_000],
  ['500 FCFA', 50_000],
  ['5000.000', null],
  ['5000,000.50', null],
  ['0.500', null],
  ['1.234,567', null],
  ['1.234.50', null],
  ['1000,50', 100_050],
  ['', null],
  ['abc', null],
  ['1,23,4', null],
  ['12.3456', null],
  ['.', null],
  [',50', null],
  ['+7', 700],
  ['99999999999999999', null],
];

for (const [text, cents] of AMOUNTS) {
  test(`${JSON.stringify(text)} is ${cents} hundredths`, () => {
    assert.equal(readCents(text), cents);
  });
}

const TIMES: readonly (readonly [string, string | null])[] = [
  ['2026-03-04 10:11:12', '2026-03-04T09:11:12.000Z'],
  ['04/03/2026 10:11', '2026-03-04T09:11:00.000Z'],
  ['4-3-2026', '2026-03-03T23:00:00.000Z'],
  ['2026-03-04T10:11:12Z', '2026-03-04T10:11:12.000Z'],
  // 4 March 2026, noon, as spreadsheets count.
  ['46085.5', '2026-03-04T11:00:00.000Z'],
  ['31/02/2026', null],
  ['yesterday', null],
  [' 2026-03-04 10:11:12 ', '2026-03-04T09:11:12.000Z'],
  ['2026-03-04 25:00:00', null],
  ['2026-13-01', null],
  ['', null],
];

for (const [text, time] of TIMES) {
  test(`${JSON.stringify(text)} is the time ${time}`, () => {
    assert.equal(readStatementTime(text, { dayFirst: true })?.toISOString() ?? null, time);
  });
}

test('the month comes first where the mapping says so', () => {
  const time = readStatementTime('03/04/2026 10:11', { dayFirst: false });
  assert.equal(time?.toISOString(), '2026-03-04T09:11:00.000Z');
});
