import { test } from 'node:test';
import { runShort } from '../../faults/run-short.ts';

test('kills during payouts with lost answers pay nobody twice and lose none', async (t) => {
  await runShort(t, 'payout-kills');
});

test('kills during payouts of an aggregator with lost answers pay nobody twice', async (t) => {
  await runShort(t, 'aggregator-kills');
});
