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
import { eventually, launch, type RunningProcess } from '../support/service-process.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'momo-demo-')));
// As root the server runs as another user, who must be able to enter.
await chmod(root, 0o755);
const demo = join(CHECKOUT, 'scripts', 'demo.ts');
const env = { DEMO_DATA_DIR: root, DEMO_SIZE: '250', DEMO_PORTS: '0,0,0,0,0', PORT: '0' };
const dataDir = join(root, 'data');

const first = await startDemo();
await stop(first);
const second = await startDemo();
await buy(second);
await stop(second);
const postgres = await startEmbeddedPostgres({ dataDir });
const database = openDatabase({ connection: postgres.connection, poolSize: 4 });
after(async () => {
  await database.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
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

test('the month is a live database without a shifted clock or unsent webhooks', async () => {
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

test('the month is made once, and a second start begins with it', () => {
  assert.match(first.running.stdout(), /Living through a month/);
  assert.doesNotMatch(second.running.stdout(), /Living through a month/);
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

/** Resolves when the demo has printed what to look at. */
async function startDemo(): Promise<Demo> {
  const running = launch({ command: [process.execPath, demo, '--seed', '7', '--quiet'], env });
  await running.seen(/Stop {2}/);
  const addressOf = (name: string) => running.stdout().match(`${name} +(http:\\S+)`)?.[1] ?? '';
  return {
    running,
    shop: addressOf('Shop'),
    phone: addressOf('Phone'),
    consoles: ['agent', 'finance', 'admin'].map((role) => addressOf(`Console as ${role}`)),
  };
}

interface Demo {
  readonly running: RunningProcess;
  readonly shop: string;
  readonly phone: string;
  readonly consoles: readonly string[];
}

async function stop({ running }: Demo): Promise<void> {
  const { code } = await running.end('SIGINT');
  assert.equal(code, 0, running.output());
}

/** The first steps that the demo proposes. */
async function buy({ shop, phone, consoles }: Demo): Promise<void> {
  const bought = await fetch(`${shop}/buy`, {
    method: 'POST',
    body: new URLSearchParams({ article: '1', number: '677123456' }),
  });
  assert.match(await bought.text(), /4900 FCFA/);
  const [, prompt = ''] =
    /name="prompt" value="([^"]+)"/.exec(await (await fetch(phone)).text()) ?? [];
  const body = new URLSearchParams({ prompt, answer: 'confirm', pin: '1234' });
  await fetch(phone, { method: 'POST', body });
  await eventually('the shop has its money', async () =>
    (await (await fetch(bought.url)).text()).includes('succeeded'),
  );
  for (const address of consoles) {
    const signedIn = await fetch(address);
    assert.match(await signedIn.text(), /Signed in/, address);
    assert.ok(signedIn.headers.getSetCookie().length > 0);
  }
}
