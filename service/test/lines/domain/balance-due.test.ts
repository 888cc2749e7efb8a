import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanceDue, MOST_BALANCE_AGE_MS } from '../../../src/domain/lines/line-health.ts';

const HOUR_MS = 3_600_000;
const GAP_MS = 300_000;

const ASKED: readonly (readonly [isInGap: boolean, since: number | null, isDue: boolean])[] = [
  [false, null, true],
  [true, null, true],
  [false, HOUR_MS - 1, false],
  [false, HOUR_MS, true],
  [true, GAP_MS - 1, false],
  [true, GAP_MS, true],
];

for (const [isInGap, sinceAskedMs, isDue] of ASKED) {
  const where = isInGap ? 'in a gap' : 'whose chain holds';
  test(`a line ${where}, asked ${sinceAskedMs} ms ago, is ${isDue ? '' : 'not '}asked`, () => {
    assert.equal(isBalanceDue({ isInGap, sinceAskedMs }, HOUR_MS), isDue);
  });
}

test('a gap never makes a line be asked less often', () => {
  const everyMs = 60_000;
  assert.equal(isBalanceDue({ isInGap: true, sinceAskedMs: everyMs }, everyMs), true);
});

test('an answer is too old before a line in a gap is asked again', () => {
  assert.ok(MOST_BALANCE_AGE_MS < GAP_MS);
});
