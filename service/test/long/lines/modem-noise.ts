// 100 000 garbled lines of a modem and 20 000 changed screens: nothing false is read or confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkChangedScreens } from '../../../../gateways/modem/test/support/changed-screens.ts';
import { readThroughNoise } from '../../../../gateways/modem/test/support/noisy-modem.ts';
import { loadScenario } from '../../../../gateways/modem/test/support/scenarios.ts';

test('100 000 garbled lines of a modem tell nothing false, and all is read in the end', async () => {
  assert.ok((await readThroughNoise(100_000, Date.now() >>> 0)) > 1_000);
});

test('of 20 000 changed screens none is confirmed that tells another payment', () => {
  checkChangedScreens(loadScenario('mtn-transfer'), 20_000);
});
