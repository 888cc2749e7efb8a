import { test } from 'node:test';
import { terminateBackends } from '../../support/terminate-backends.ts';

test('connections that the database ends under load end no process and lose no payment', async (t) => {
  t.diagnostic(JSON.stringify(await terminateBackends(100)));
});
