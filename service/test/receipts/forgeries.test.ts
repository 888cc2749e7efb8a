import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('of 102 forged texts none credits anything, and each is kept with a reason', async (t) => {
  await runShort(t, 'sms-forgeries');
});
