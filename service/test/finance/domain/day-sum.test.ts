import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareSums,
  countLines,
  type DaySums,
  groupLines,
} from '../../../src/domain/finance/closing.ts';

const HISTORY = { path: '1 - pending create,2 pending expired window_closed', times: '5,15' };
const SUM = { rows: 2, digest: 'a' };
const SUMS: DaySums = {
  created: SUM,
  named: SUM,
  added: {
    transitions: { '2026-10': SUM, '2026-11': SUM },
    webhook_attempts: {},
    evidence: {},
    receipts: {},
    sms_messages: {},
  },
  audit: null,
};

test('the lines of one day are the same text, whatever else is summed with it', () => {
  const byTen = groupLines(HISTORY, (at) => Math.floor(at / 10));
  assert.deepEqual(byTen.get(0), { path: '1 - pending create', times: '5' });
  assert.deepEqual(byTen.get(1), { path: '2 pending expired window_closed', times: '15' });
  assert.deepEqual(groupLines(HISTORY, () => 0).get(0), HISTORY);
  assert.equal(countLines(HISTORY), 2);
});

test('a sum that differs in number or content is named, and no archived month', () => {
  const none = () => false;
  assert.deepEqual(compareSums(SUMS, SUMS, none), []);
  const fewer = { ...SUMS, created: { rows: 1, digest: 'b' }, named: { rows: 2, digest: 'b' } };
  assert.deepEqual(compareSums(SUMS, fewer, none), [
    'its sum has 2 transactions created, and 1 are there',
    'its ids of operators are not what was summed',
  ]);
  const archived = { ...SUMS, added: { ...SUMS.added, transitions: { '2026-11': SUM } } };
  assert.equal(compareSums(SUMS, archived, none).length, 1);
  assert.deepEqual(
    compareSums(SUMS, archived, (_, month) => month === '2026-10'),
    [],
  );
});
