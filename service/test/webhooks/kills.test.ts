import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('a service that is killed during deliveries loses no event and sends few twice', async (t) => {
  await runShort(t, 'webhook-kills');
});
