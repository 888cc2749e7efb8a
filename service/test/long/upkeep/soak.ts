// An hour at half of what can be served: memory, handles, dead rows and p99 stay where they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { judgeSoak, soak, tableOf } from '../../support/process/soak.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { minutes: { type: 'string', default: '60' } },
});

test('an hour at half of the capacity leaves the service as it was', async (t) => {
  const samples = await soak({ minutes: Number(values.minutes) });
  for (const line of tableOf(samples)) t.diagnostic(line);
  const { figures, problems } = judgeSoak(samples);
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(problems, []);
});
