import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('restores among payouts at any stage pay nobody twice', async (t) => {
  await runShort(t, 'payout-restores', { seed: 13 });
});
