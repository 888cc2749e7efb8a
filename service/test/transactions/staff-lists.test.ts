import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureStaffLists } from '../support/transactions/staff-lists.ts';

// How long they take on a million payments: `npm run test:long -- staff-lists`.
test('every list and search of the console answers, and finds what it is asked for', async () => {
  const lists = await measureStaffLists({ payments: 2_000, times: 1 });
  assert.ok(lists.length > 100, `${lists.length}`);
});
