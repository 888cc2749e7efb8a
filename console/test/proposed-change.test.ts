import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedChange } from '../src/finance/proposed-change.ts';

/** The kind, what we have, what they have, and the change for money that came in and that left. */
const PROPOSALS = [
  ['amount_differs', 5_000, 6_000, 1_000, -1_000],
  ['amount_differs', 6_000, 5_000, -1_000, 1_000],
  ['fee_differs', 25, 100, -75, -75],
  ['fee_differs', 100, 25, 75, 75],
  ['fee_differs', 100, 144.48, -44, -44],
  ['paid_not_ours', null, 700, 700, -700],
  ['not_on_statement', 700, null, -700, 700],
  ['paid_though_failed', 500, 500, 500, -500],
  ['failed_though_paid', 500, 500, -500, 500],
  ['taken_back', 500, 500, 500, -500],
  ['reversed', 1_000, 10, 10, -10],
] as const;

for (const [kind, ours_xaf, theirs_xaf, cameIn, wentOut] of PROPOSALS) {
  for (const [direction, change] of [
    ['in', cameIn],
    ['out', wentOut],
  ] as const) {
    test(`${kind}, ${direction}, ours ${ours_xaf}, theirs ${theirs_xaf}: ${change}`, () => {
      assert.equal(proposedChange({ kind, direction, ours_xaf, theirs_xaf }), change);
    });
  }
}
