import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('25 payments, each reported two to ten times among all other texts of a line, are credited once each', async (t) => {
  await runShort(t, 'sms-copies');
});
