import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';

test('a new user who types the documents pays, receives, uses each SDK and sees every state', async (t) => {
  await runShort(t, 'new-user');
});
