// The program beside a modem, killed 100 times while 200 transfers run and 1 000 texts arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killDuringPayouts } from '../../support/lines/kill-payouts.ts';
import { unpackModem } from '../../support/lines/unpack-modem.ts';

test('of 200 transfers none is confirmed twice, though the program is killed 100 times', async (t) => {
  const counts = await killDuringPayouts({
    payouts: 200,
    kills: 100,
    texts: 1_000,
    copy: { main: unpackModem() },
  });
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.succeeded > 100, JSON.stringify(counts));
  assert.ok(counts.mostMemoryMb < 90, JSON.stringify(counts));
});
