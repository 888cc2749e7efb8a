import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '../../src/db/client.ts';
import { verifyBooks } from '../../src/flows/finance/verify-books.ts';
import { proveAll } from '../../src/flows/upkeep/prove-all.ts';
import { startEmbeddedPostgres } from '../../src/postgres/server.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { runToEnd } from '../support/service-process.ts';

const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'momo-demo-')));
// As root the server runs as another user, who must be able to enter.
await chmod(dataDir, 0o755);
const month = join(CHECKOUT, 'scripts', 'demo', 'live-month.ts');
const lived = await runToEnd({
  command: [process.execPath, month, dataDir, '--seed', '7', '--size', '250'],
});
assert.equal(lived.code, 0, lived.output);
assert.equal(lived.stderr, '');
const postgres = await startEmbeddedPostgres({ dataDir });
const database = openDatabase({ connection: postgres.connection, poolSize: 4 });
after(async () => {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});
const settings = await readFile(join(dataDir, 'live.env'), 'utf8');
const [, key = ''] = /SECRETS_KEY=(\w+)/.exec(settings) ?? [];
const vault = createVault(Buffer.from(key, 'hex'));

test('the books of the month of the demo verify, and its audit holds', async () => {
  const books = await verifyBooks(database);
  assert.ok(
    books.holds,
    JSON.stringify(books, (_, value) => String(value)),
  );
  const proof = await proveAll({ database, vault, scrub: (line) => line });
  assert.deepEqual(proof.findings, []);
  assert.ok(proof.holds);
  assert.ok(proof.sealsChecked);
});

test('the month is an ordinary live database, without a shifted clock or unsent webhooks', async () => {
  const [facts] = await database.query<Readonly<Record<string, unknown>>>({
    text: `select environment, extract(epoch from clock_shift)::int as shift,
                  (select count(*)::int from open_webhooks where state <> 'undelivered') as unsent,
                  (select count(*)::int from pg_attrdef d
                   where pg_get_expr(d.adbin, d.adrelid) like '%app_now%'
                     and d.adrelid = 'staff'::regclass) as defaults,
                  (select max(created_at) <= now() from transactions) as past
           from installation`,
  });
  assert.deepEqual(facts, { environment: 'live', shift: 0, unsent: 0, defaults: 0, past: true });
});

test('the month has what the demo shows', async () => {
  const [counts] = await database.query<Readonly<Record<string, number>>>({
    text: `select (select count(*)::int from transactions) as payments,
                  (select count(*)::int from transactions
                   where state = 'pending_approval') as waiting,
                  (select count(*)::int from transactions
                   where state = 'requires_manual_resolution') as held,
                  (select count(distinct reason_code)::int from transactions
                   where state = 'failed') as reasons,
                  (select count(*)::int from receipts where state = 'unmatched') as unmatched,
                  (select count(*)::int from receipts where waits_for_line) as forged,
                  (select count(*)::int from contradictions
                   where closed_at is null) as contradictions,
                  (select count(*)::int from statement_differences) as differences,
                  (select count(*)::int from book_closings) as days,
                  (select count(*)::int from open_webhooks
                   where state = 'undelivered') as undelivered,
                  (select count(*)::int from transactions
                   where collection_mode = 'customer_initiated') as dialled`,
  });
  const missing = Object.entries(counts ?? {}).filter(([, count]) => count === 0);
  assert.deepEqual(missing, []);
  assert.ok((counts?.['payments'] ?? 0) >= 250);
  assert.ok((counts?.['days'] ?? 0) >= 28);
});
