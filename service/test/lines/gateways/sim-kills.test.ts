import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killDuringPayouts } from '../../support/lines/kill-payouts.ts';
import { findMissing } from './gammu-box.ts';

const missing = findMissing(['socat']);

// The long form is `npm run test:long -- sim-kills`.
test('no transfer is confirmed twice, though the modem agent is killed', async (t) => {
  if (missing !== null) return t.skip(`${missing} is not installed`);
  const counts = await killDuringPayouts({ payouts: 6, kills: 4, texts: 8 });
  t.diagnostic(JSON.stringify(counts));
  assert.equal(counts.succeeded + counts.failed + counts.open, 6);
});
