import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAllHolds } from '../../support/upkeep/all-holds.ts';
import { liveSomeDays } from '../../support/upkeep/live-days.ts';
import {
  OF_EVERYTHING,
  OF_HISTORIES,
  OF_ROWS,
  OF_VERSIONS,
} from '../../support/upkeep/tampering/payments.ts';
import {
  OF_BOOKS,
  OF_LOGS,
  OF_RECEIPTS,
  OF_WEBHOOKS,
} from '../../support/upkeep/tampering/records.ts';
import { OF_DECISIONS, OF_POWER } from '../../support/upkeep/tampering/sealed.ts';
import type { Tampering } from '../../support/upkeep/tampering/tampering.ts';
import { tryTampering } from '../../support/upkeep/tampering/try-tampering.ts';

// Everything that a person with the database's password may do to a live installation.

const days = await liveSomeDays();

const ALL = [
  ...[...OF_ROWS, ...OF_HISTORIES, ...OF_VERSIONS, ...OF_EVERYTHING],
  ...[...OF_WEBHOOKS, ...OF_BOOKS, ...OF_RECEIPTS, ...OF_LOGS],
];

test('an untouched database of live holds', () => assertAllHolds(days.service, days.outside));

test('each change behind the service’s back is named by its proof', async (t) => {
  for (const tampering of ALL.filter(({ named }) => named !== 'anchor')) {
    await t.test(`${tampering.named}: ${tampering.name}`, async () => {
      const proofs = await tryTampering(days, tampering);
      assert.ok(proofs.has(tampering.named), [...proofs].join(', ') || 'everything holds');
    });
  }
});

test('what fits everything in the database is named by what is kept outside', async (t) => {
  for (const tampering of ALL.filter(({ named }) => named === 'anchor')) {
    await t.test(tampering.name, async () => {
      assert.deepEqual([...(await tryTampering(days, tampering))], []);
      assert.notEqual((await tryTampering(days, tampering, days.outside)).size, 0);
    });
  }
});

test('a decision that fits everything else is named by its seal', async (t) => {
  for (const tampering of OF_DECISIONS) await t.test(tampering.name, () => namedBySeal(tampering));
});

// The table comes with the list of their seals.
const [{ skip } = { skip: true }] = await days.service.database.query<{ readonly skip: boolean }>({
  text: `select to_regclass('row_seals') is null as skip`,
});

test('a row that gives power is named by its seal', { skip }, async (t) => {
  for (const tampering of OF_POWER) await t.test(tampering.name, () => namedBySeal(tampering));
});

/** Whichever proof compares the seal may name it. */
async function namedBySeal(tampering: Tampering): Promise<void> {
  assert.notEqual((await tryTampering(days, tampering)).size, 0);
}
