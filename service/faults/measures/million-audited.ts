import assert from 'node:assert/strict';
import type { Database } from '../../src/db/client.ts';
import { insertInstallation, saveRowKey } from '../../src/db/installation.ts';
import { closeBooks, rollTotals } from '../../src/flows/finance/close-books.ts';
import { createRowSeal, makeRowKey, writeRowKey } from '../../src/signing/row-seal.ts';
import { createVault, SECRET_PLACES } from '../../src/signing/sealed-text.ts';
import { tamper } from '../../test/support/books/forget-books.ts';
import { fillSettled } from '../../test/support/books/million.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { prove } from '../../test/support/upkeep/all-holds.ts';

const CHANGED = 100;

/** Audits so many transactions with all that belongs to them, then names those that were changed. */
export async function auditMany({ transactions }: { readonly transactions: number }) {
  const { database } = await openTestDatabase();
  const secretsKey = Buffer.alloc(32, 7);
  await insertInstallation(database, 'live');
  const rowKey = makeRowKey(new Date(Date.now() - 86_400_000));
  await saveRowKey(
    database,
    createVault(secretsKey).seal(writeRowKey(rowKey), SECRET_PLACES.rowKey()),
  );
  await fillSettled(database, transactions, rowKey.key);
  while ((await rollTotals({ database })) > 0);
  const close_ms = await closeDay(database, rowKey.key);
  const config = { secretsKey, otherSecretsKeys: [] };
  const started = performance.now();
  const before = process.cpuUsage();
  const {
    holds,
    findings,
    transactions: audited,
    seconds: parts,
  } = await prove({ database, config });
  const own_ms = Math.round(process.cpuUsage(before).user / 1e3);
  const audit_ms = Math.round(performance.now() - started);
  const memory_mb = Math.round(process.memoryUsage.rss() / 2 ** 20);
  assert.deepEqual(findings, []);
  assert.ok(holds);

  const rows = await database.query<{ readonly id: string }>({
    text: 'select id from transactions order by random() limit $1',
    values: [CHANGED],
  });
  const ids = rows.map(({ id }) => `'${id}'`).join(', ');
  await tamper(database, [`update transactions set msisdn = '+237670000002' where id in (${ids})`]);
  const named = (await prove({ database, config })).findings;
  assert.equal(named.length, CHANGED);
  assert.ok(named.every(({ proof }) => proof === 'creates_are_kept'));
  return { audit_ms, memory_mb, own_ms, close_ms, audited, parts };
}

/** Closes the day and sums what was created and moved on it. */
async function closeDay(database: Database, key: Buffer): Promise<number> {
  await database.query({ text: `update installation set clock_shift = '1 day'` });
  const started = performance.now();
  assert.equal((await closeBooks({ database, seal: createRowSeal(key) }, null)).length, 1);
  // In the sandbox alone a decision needs no person, who would be in the audit log.
  await database.query({ text: `update installation set environment = 'sandbox'` });
  return Math.round(performance.now() - started);
}
