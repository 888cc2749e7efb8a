// A provider that goes off and on is shown as it is.
import { test } from 'node:test';
import { flapProvider } from '../../support/providers/flap-provider.ts';

test('a provider that goes off and on every five seconds is shown as it is', async (t) => {
  t.diagnostic(`shown after ${(await flapProvider(8)).join(', ')} ms`);
});
