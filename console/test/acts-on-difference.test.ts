import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actsOn } from '../src/finance/acts-on-difference.ts';

const ROW = {
  kind: 'reversed',
  proposed_act: 'record_receipt',
  is_in_opening: false,
  transaction_id: '0199',
} as const;

test('a reversal of another amount than was booked offers a correction, and no recording', () => {
  assert.deepEqual(actsOn(ROW), ['record', 'open', 'explain']);
  assert.deepEqual(actsOn({ ...ROW, proposed_act: 'adjust' }), ['correct', 'open', 'explain']);
});

test('what is no payment of ours is neither opened nor asked about', () => {
  const unknown = { ...ROW, kind: 'lines_disagree', transaction_id: null } as const;
  assert.deepEqual(actsOn(unknown), ['explain']);
});

test('what the opening balance of the wallet has is explained, and not booked again', () => {
  const before = { ...ROW, is_in_opening: true };
  for (const kind of ['paid_not_ours', 'amount_differs', 'fee_differs', 'reversed'] as const) {
    assert.ok(!actsOn({ ...before, kind }).some((one) => /record|correct/.test(one)), kind);
  }
  assert.deepEqual(actsOn({ ...before, kind: 'fee_not_reported' }), ['open', 'explain']);
});
