// Every list and search of the console answers within 200 ms (p95) on a million payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { measureStaffLists } from '../../support/transactions/staff-lists.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    payments: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '30' },
  },
});
const MOST_MS = 200;

test('every list and search of the console answers within 200 ms on a million payments', async (t) => {
  const lists = await measureStaffLists({
    payments: Number(values.payments),
    times: Number(values.times),
  });
  t.diagnostic('   first  median     p95');
  for (const { name, firstMs, medianMs, p95Ms } of lists) {
    const [first, median, p95] = [firstMs, medianMs, p95Ms].map((ms) => ms.toFixed(1).padStart(8));
    t.diagnostic(`${first}${median}${p95}  ${name}`);
  }
  assert.deepEqual(
    lists.filter(({ p95Ms }) => p95Ms > MOST_MS).map(({ name }) => name),
    [],
  );
});
