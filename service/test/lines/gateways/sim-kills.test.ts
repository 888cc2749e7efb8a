import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';

test('no transfer is confirmed twice, though the modem agent is killed', async (t) => {
  await runShort(t, 'sim-kills');
});
