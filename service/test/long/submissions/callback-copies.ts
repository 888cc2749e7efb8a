// 10 000 deposits called back one to five times each move once each.
import { test } from 'node:test';
import { repeatCallbacks } from '../../support/provider-requests/repeat-callbacks.ts';

test('10 000 deposits called back one to five times each: one transition each', async (t) => {
  t.diagnostic(JSON.stringify(await repeatCallbacks(10_000)));
});
