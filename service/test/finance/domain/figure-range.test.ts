import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIGURE_RANGES,
  isPast,
  todayAndBefore,
  windowOf,
} from '../../../src/domain/finance/figure-range.ts';
import { successRate } from '../../../src/domain/transactions/success-rate.ts';

const AT = new Date('2026-11-16T02:30:00.000Z');

for (const range of FIGURE_RANGES) {
  test(`the last step of ${range} is the present one, and the time before is as long`, () => {
    const { stepMs, steps, before } = windowOf(range, AT);
    const last = steps.at(-1)?.getTime() ?? 0;
    assert.ok(last <= AT.getTime() && last + stepMs > AT.getTime());
    assert.equal(before.length, steps.length);
    assert.equal((before.at(-1)?.getTime() ?? 0) + stepMs, steps[0]?.getTime());
  });
}

test('days begin at midnight in Douala, and compare with the same hours a week before', () => {
  assert.equal(windowOf('30d', AT).steps.at(-1)?.toISOString(), '2026-11-15T23:00:00.000Z');
  const { today, sameWeekday } = todayAndBefore(AT);
  assert.equal(today.from.toISOString(), '2026-11-15T23:00:00.000Z');
  assert.equal(sameWeekday.from.toISOString(), '2026-11-08T23:00:00.000Z');
  assert.equal(sameWeekday.to.toISOString(), '2026-11-09T02:30:00.000Z');
});

test('days of the evening in Greenwich are already the next ones in Douala', () => {
  const late = new Date('2026-11-15T23:30:00.000Z');
  assert.equal(todayAndBefore(late).today.from.toISOString(), '2026-11-15T23:00:00.000Z');
});

test('figures are kept from two days after their step has ended', () => {
  const [step, hourMs] = [new Date('2026-11-14T01:30:00.000Z'), 3_600_000];
  assert.equal(isPast(step, hourMs, AT), true);
  assert.equal(isPast(new Date(step.getTime() + 1), hourMs, AT), false);
});

const RATES = [
  [{ succeeded: 0, failed: 0, expired: 0 }, null],
  [{ succeeded: 3, failed: 1, expired: 0 }, 0.75],
  [{ succeeded: 1, failed: 1, expired: 2 }, 0.25],
] as const;

for (const [ended, rate] of RATES) {
  test(`of ${JSON.stringify(ended)} the success rate is ${rate}`, () => {
    assert.equal(successRate(ended), rate);
  });
}
