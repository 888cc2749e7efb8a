import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCents, readStatementTime } from '../../../../src/domain/finance/statements/values.ts';

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
  ['249 850,00', 24_985_000],
  ['249\u00A0850,00', 24_985_000],
  ['249\u202F850', 24_985_000],
  ['1 234 567.5', 123_456_750],
  ["1'234.50", 123_450],
  ['XAF 500', 50_000],
  ['500 F', 50_000],
  ['500 F CFA', 50_000],
  ['- 500', -50_000],
  ['\u2212500', -50_000],
  ['500-', -50_000],
  ['(1 500)', -150_000],
  ['-(500)', null],
  ['(500', null],
  ['1 23', null],
  ['12 3456', null],
  ['1 234.567', null],
  ['1 234,567.50', null],
  ['500 USD', null],
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
  ['17-11-26 09:22', '2026-11-17T08:22:00.000Z'],
  ['17/11/26', '2026-11-16T23:00:00.000Z'],
  ['17.11.2026 09:22:10', '2026-11-17T08:22:10.000Z'],
  ['20261117 09:22', '2026-11-17T08:22:00.000Z'],
  ['17 Nov 2026 09:28 AM', '2026-11-17T08:28:00.000Z'],
  ['17 Nov 2026 09:28 PM', '2026-11-17T20:28:00.000Z'],
  ['17 Nov 2026 12:05 a.m.', '2026-11-16T23:05:00.000Z'],
  ['17-NOV-26 21:28', '2026-11-17T20:28:00.000Z'],
  ['17 novembre 2026 à 09h28', '2026-11-17T08:28:00.000Z'],
  ['17 novembre 2026 à 9h', '2026-11-17T08:00:00.000Z'],
  ['1er août 2026, 09:28', '2026-08-01T08:28:00.000Z'],
  ['3 févr. 2026 09:28:01', '2026-02-03T08:28:01.000Z'],
  ['mardi 17 nov. 2026 09:28', '2026-11-17T08:28:00.000Z'],
  ['Nov 17, 2026 9:28 AM', '2026-11-17T08:28:00.000Z'],
  ['17 juil 2026 09:28', '2026-07-17T08:28:00.000Z'],
  ['2026-11-17 09:28:10.123', '2026-11-17T08:28:10.000Z'],
  ['2026-11-17T09:28:10+0100', '2026-11-17T08:28:10.000Z'],
  ['2026-11-17 09:28 UTC', '2026-11-17T09:28:00.000Z'],
  ['17 jui 2026 09:28', null],
  ['17 brumaire 2026', null],
  ['17 Nov 2026 13:28 PM', null],
  ['17 Nov 2026 09:60', null],
  ['17/11/2026 09', null],
  ['17/11/2026 soon', null],
  ['17/11/126', null],
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

test('the year comes first where the mapping says so', () => {
  const time = readStatementTime('26-11-17 10:11', { dayFirst: true, yearFirst: true });
  assert.equal(time?.toISOString(), '2026-11-17T09:11:00.000Z');
});

const APART: readonly (readonly [day: string, time: string, read: string | null])[] = [
  ['17/11/2026', '09:22', '2026-11-17T08:22:00.000Z'],
  ['17/11/2026 00:00', '09h22', '2026-11-17T08:22:00.000Z'],
  ['46343', '0.390277777777778', '2026-11-17T08:22:00.000Z'],
  ['46343', '09:22:33', '2026-11-17T08:22:33.000Z'],
  ['17/11/26', '9:22 PM', '2026-11-17T20:22:00.000Z'],
  ['17/11/2026', '', null],
  ['17/11/2026 09:21', '09:22', null],
  ['17/11/2026', '25:00', null],
  ['', '09:22', null],
];

for (const [day, time, read] of APART) {
  test(`a day ${JSON.stringify(day)} with the time ${JSON.stringify(time)} is ${read}`, () => {
    const at = readStatementTime(day, { dayFirst: true }, time);
    assert.equal(at?.toISOString() ?? null, read);
  });
}
