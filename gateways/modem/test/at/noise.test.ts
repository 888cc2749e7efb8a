import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readThroughNoise } from '../support/noisy-modem.ts';

test('over a noisy line only messages that the SIM has are read', async () => {
  assert.ok((await readThroughNoise(500, 1)) > 0, 'and all of them in the end');
});
