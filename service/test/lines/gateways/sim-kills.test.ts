import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';

test('no transfer is confirmed twice, though the program beside the modem is killed', async (t) => {
  await runShort(t, 'sim-kills');
});
