// 40 000 broken answers of providers are never a success.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MTN_SUBJECT } from '../../support/providers/mtn-dialect.ts';
import { ORANGE_SUBJECT } from '../../support/providers/orange-dialect.ts';
import { proveGarbage } from '../../support/providers/provider-garbage.ts';
import { BOTH } from '../../support/providers/provider-subject.ts';
import { openWorld } from '../../support/providers/provider-transport.ts';

/** Of each: two systems, deposits and withdrawals, sending and asking make 40 000 answers. */
const COUNT = 5_000;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

for (const subject of [MTN_SUBJECT, ORANGE_SUBJECT]) {
  for (const direction of BOTH) {
    const { dialect, adapter } = subject;
    test(`${adapter.name}: of ${COUNT} broken answers to a ${direction} none is a success`, async (t) => {
      assert.ok(dialect !== null);
      t.diagnostic(`SEED=${seed}`);
      const open = () => openWorld(subject, dialect, direction);
      await proveGarbage(open, dialect, { count: COUNT, seed });
      const memoryMb = Math.round(process.memoryUsage.rss() / 1_048_576);
      t.diagnostic(`memory ${memoryMb} MB`);
    });
  }
}
