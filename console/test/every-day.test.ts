import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyDay } from '../src/finance/every-day.ts';

const NOON = Date.parse('2026-03-05T12:00:00Z');

test('the chart of a wallet has one step for each day until today, also where nothing moved', () => {
  const moved = [
    { day: '2026-02-27', xaf: 1_000 },
    { day: '2026-02-28', xaf: 700 },
    { day: '2026-03-03', xaf: 900 },
  ];
  assert.deepEqual(everyDay(moved, NOON), [
    { day: '2026-02-27', xaf: 1_000 },
    { day: '2026-02-28', xaf: 700 },
    { day: '2026-03-01', xaf: 700 },
    { day: '2026-03-02', xaf: 700 },
    { day: '2026-03-03', xaf: 900 },
    { day: '2026-03-04', xaf: 900 },
    { day: '2026-03-05', xaf: 900 },
  ]);
});

test('the last step is today in Douala, or the last day that moved', () => {
  const moved = [{ day: '2026-03-05', xaf: 5 }];
  assert.equal(everyDay(moved, Date.parse('2026-03-05T23:30:00Z')).at(-1)?.day, '2026-03-06');
  assert.deepEqual(everyDay(moved, Date.parse('2026-03-01T12:00:00Z')), moved);
  assert.deepEqual(everyDay([], NOON), []);
});
