import { test } from 'node:test';
import { runShort } from '../../../faults/run-short.ts';

test('connections that the database ends under load end no process and lose no payment', async (t) => {
  await runShort(t, 'terminated-backends');
});
