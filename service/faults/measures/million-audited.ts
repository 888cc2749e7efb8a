// A million transactions with all that belongs to them are audited within 60 s and 300 MB.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { insertInstallation, insertRowKey } from '../../../src/db/installation.ts';
import { rollTotals } from '../../../src/flows/books/roll-totals.ts';
import { makeRowKey, writeRowKey } from '../../../src/signing/row-seal.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { tamper } from '../../support/books/forget-books.ts';
import { fillSettled } from '../../support/books/million.ts';
import { openTestDatabase } from '../../support/database.ts';
import { prove } from '../../support/upkeep/all-holds.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { transactions: { type: 'string', default: '1000000' } },
});
const CHANGED = 100;
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 300;

test('a million transactions are audited in time, and each of a hundred changes is named', async (t) => {
  const { database } = await openTestDatabase();
  const secretsKey = Buffer.alloc(32, 7);
  await insertInstallation(database, 'sandbox');
  const rowKey = makeRowKey(new Date(Date.now() - 86_400_000));
  await insertRowKey(database, createVault(secretsKey).seal(writeRowKey(rowKey)));
  await fillSettled(database, Number(values.transactions), rowKey.key);
  while ((await rollTotals({ database })) > 0);
  const config = { secretsKey, otherSecretsKeys: [] };
  const started = performance.now();
  const before = process.cpuUsage();
  const { holds, findings, transactions, seconds: parts } = await prove({ database, config });
  const ownSeconds = process.cpuUsage(before).user / 1e6;
  const seconds = (performance.now() - started) / 1_000;
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  t.diagnostic(JSON.stringify({ transactions, seconds, ownSeconds, megabytes, parts }));
  assert.deepEqual(findings, []);
  assert.ok(holds);
  assert.ok(seconds < MOST_SECONDS, `${seconds} s`);
  assert.ok(megabytes < MOST_MEGABYTES, `${megabytes} MB`);

  const rows = await database.query<{ readonly id: string }>({
    text: 'select id from transactions order by random() limit $1',
    values: [CHANGED],
  });
  const ids = rows.map(({ id }) => `'${id}'`).join(', ');
  await tamper(database, [`update transactions set msisdn = '+237670000002' where id in (${ids})`]);
  const named = (await prove({ database, config })).findings;
  assert.equal(named.length, CHANGED);
  assert.ok(named.every(({ proof }) => proof === 'creates_are_kept'));
});
