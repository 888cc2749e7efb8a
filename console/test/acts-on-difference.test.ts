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
