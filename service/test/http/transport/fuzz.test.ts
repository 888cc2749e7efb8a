import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';
import type { Figures } from '../../../faults/scenario.ts';

const seed = randomInt(2 ** 31);
const besieged: (Figures | null)[] = [];

test('requests made from the description are answered as described', async (t) => {
  besieged.push(await runShort(t, 'request-fuzz', { seed }));
});

test('every route serves only who may, shows nobody what they may not see, and never fails', async (t) => {
  await runShort(t, 'route-fuzz', { seed });
});

test('malformed messages are refused or closed, and nobody gets an answer of another', async (t) => {
  besieged.push(await runShort(t, 'malformed-http', { seed }));
});

test('damaged statements tell of no payment that is not in them', async (t) => {
  await runShort(t, 'statement-fuzz', { seed });
});

test('after all this the service is well, and all that it has stored holds', () => {
  assert.equal(besieged.length, 2);
  for (const figures of besieged) {
    const { failed_requests, ended_badly, findings } = figures ?? {};
    assert.deepEqual([failed_requests, ended_badly, findings], [0, 0, 0]);
  }
});
