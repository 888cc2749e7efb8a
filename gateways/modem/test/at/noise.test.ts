import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readThroughNoise } from '../support/noisy-modem.ts';

test('through a line that changes what it carries, only what the SIM has is read', async () => {
  assert.ok((await readThroughNoise(500, 1)) > 0, 'and all of it in the end');
});
