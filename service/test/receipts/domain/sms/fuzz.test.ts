import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runShort } from '../../../../faults/run-short.ts';

test('a mutated text never gives a payment that it does not spell, and is read at once', async (t) => {
  const got = await runShort(t, 'sms-fuzz', { seed: 20_260_912 });
  const kinds = got?.['kinds'] as Readonly<Record<string, number>>;
  assert.ok((kinds['payment'] ?? 0) > 2_000, 'too few payments to prove anything');
  assert.ok((kinds['review'] ?? 0) > 2_000, 'too few refusals to prove anything');
  assert.ok(Number(got?.['average_text_ms']) < 1, 'on average');
  // A pattern that goes back and forth would take seconds.
  assert.ok(Number(got?.['slowest_text_ms']) < 50, 'at most');
});
