import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { eventually } from '../../test/support/service-process.ts';
import { finished, freePort, interrupt, run, startAsQuickStartSays } from './quick-start.ts';

interface Walk {
  readonly folder: string;
  readonly url: string;
}

/** Types what the documents say, as somebody does who has never seen the service. */
export async function walkAsNewUser() {
  const { folder, ports, took_ms, stop } = await startAsQuickStartSays();
  const walk = { folder, url: `http://localhost:${ports[8000]}` };
  const webhooks = await payAsReadmeSays(walk);
  const apps = await runApps(walk);
  const found = [...(await tryNumbers(walk)), ...(await tryOutcomes(walk)), await passTime(walk)];
  await stop();
  const unlike = found.filter(({ got, documented }) => got !== documented);
  const states = new Set(found.flatMap(({ got }) => (/^\d/.test(got) ? [] : [got]))).size;
  return { took_ms, webhooks, apps, states, unlike: unlike.length, rows: unlike };
}

/** The blocks of code of a document, with our ports; only those with a text. */
function blocksOf(document: string, { url }: Walk, text = ''): readonly string[] {
  const page = readFileSync(join(CHECKOUT, document), 'utf8');
  return [...page.matchAll(/^```\w+\n([^]*?)^```$/gm)]
    .map(([, code = '']) => code.replaceAll('http://localhost:8000', url))
    .filter((code) => code.includes(text));
}

function blockWith(document: string, walk: Walk, text: string): string {
  const [block, ...others] = blocksOf(document, walk, text);
  assert.ok(block !== undefined && others.length === 0, `${document} has one block with ${text}`);
  return block;
}

/** A receiver in a second terminal, a deposit in a third, and the line that the first prints. */
async function payAsReadmeSays(walk: Walk): Promise<number> {
  const clone = join(walk.folder, 'momo');
  const port = await freePort();
  const command = blockWith('README.md', walk, 'npm run receiver\n').trim();
  const receiver = run(`${command} -- --service ${walk.url} --port ${port}`, clone);
  await receiver.seen(/Receiver on /);
  const create = blockWith('README.md', walk, '"reference": "first-1"');
  const created = run(create.replaceAll('localhost:9000', `localhost:${port}`), clone);
  await finished(created);
  const [, id = ''] = /"service_tx_id":"([^"]+)"/.exec(created.stdout()) ?? [];
  const simulate = blockWith('README.md', walk, '/simulate');
  await finished(run(simulate.replace('<service_tx_id>', id), clone));
  await receiver.seen(/payment\.succeeded +first-1 +5000 XAF .*signature verified/);
  await interrupt(receiver);
  return 1;
}

/** The first sample of each SDK's page, where the page says to put the SDK. */
async function runApps(walk: Walk): Promise<number> {
  const { folder, url } = walk;
  const sdk = join(folder, 'momo', 'sdk');
  cpSync(join(sdk, 'php'), join(folder, 'lib', 'momo'), { recursive: true });
  cpSync(join(sdk, 'python'), join(folder, 'python'), { recursive: true });
  mkdirSync(join(folder, 'public'));
  const apps = [
    ['sdk/README.md', 'my-shop/app.mts', 'node app.mts', ''],
    ['sdk/php/README.md', 'public/app.php', 'php app.php', '<?php\n'],
    ['sdk/python/README.md', 'python/app.py', 'python3 app.py', ''],
  ] as const;
  for (const [document, file, command, head] of apps) {
    const [code = ''] = blocksOf(document, walk, '+237670000001');
    writeFileSync(join(folder, file), head + code);
    const before = await countDeposits(walk);
    const place = join(folder, file, '..');
    await finished(run(command, place, { MOMO_URL: url, MOMO_KEY: 'any' }));
    assert.equal(await countDeposits(walk), before + 1, `${document} makes a deposit`);
  }
  return apps.length;
}

async function countDeposits(walk: Walk): Promise<number> {
  const { body } = await ask(walk, 'GET', '/api/v1/transactions?direction=deposit&limit=100');
  return (body['items'] as readonly unknown[]).length;
}

/** What the documents say of a state, and what it was. */
interface Found {
  readonly what: string;
  readonly documented: string;
  readonly got: string;
}

/** The rows of a table of docs/testing.md whose first cell is like this. */
function rowsOf(first: RegExp): readonly (readonly string[])[] {
  const page = readFileSync(join(CHECKOUT, 'docs', 'testing.md'), 'utf8');
  const rows = page.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1),
  );
  return rows.filter(([cell = '']) => first.test(cell));
}

/** The state that a cell ends with, for a deposit that is prompted. */
function lastState(cell: string): string {
  const [prompted = ''] = cell.split(';');
  return [...prompted.matchAll(/`(\w+)`/g)].at(-1)?.[1] ?? '';
}

async function tryNumbers(walk: Walk): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const [name = '', deposit = '', withdrawal = ''] of rowsOf(/^`…\d\d`$/)) {
    const msisdn = `+2376799900${name.slice(2, 4)}`;
    for (const [kind, cell] of [
      ['deposits', deposit],
      ['withdrawals', withdrawal],
    ] as const) {
      const { status, id } = await create(walk, kind, msisdn);
      const got = status === 200 ? await stateOf(walk, id) : String(status);
      found.push({ what: `${kind} ${msisdn}`, documented: lastState(cell), got });
    }
  }
  assert.ok(found.length > 40, 'docs/testing.md has the numbers');
  return found;
}

/** From where an outcome is tried: a new payment, and the outcomes before. */
const BEFORE: Readonly<Record<string, readonly [kind: Kind, ...outcomes: string[]]>> = {
  acknowledged: ['deposits'],
  refused_at_initiation: ['deposits'],
  held: ['deposits', 'failed'],
  approved: ['withdrawals'],
  lapsed: ['withdrawals', 'approved'],
  submitted: ['withdrawals'],
  transfer_succeeded: ['withdrawals'],
  transfer_failed: ['withdrawals'],
  stuck: ['withdrawals'],
  staff_confirmed: ['withdrawals', 'stuck'],
  staff_rejected: ['deposits', 'expired', 'held'],
};

async function tryOutcomes(walk: Walk): Promise<readonly Found[]> {
  const found: Found[] = [];
  const rows = rowsOf(/^`[a-z_]+`$/).filter(([name = '']) => name.slice(1, -1) in BEFORE);
  assert.equal(rows.length, Object.keys(BEFORE).length, 'docs/testing.md has the outcomes');
  for (const [name = '', , to = ''] of rows) {
    const outcome = name.slice(1, -1);
    const [kind, ...earlier] = BEFORE[outcome] ?? ['deposits'];
    const { id } = await create(walk, kind, '+237670000002');
    for (const one of [...earlier, outcome]) {
      const path = `/api/v1/sandbox/transactions/${id}/simulate`;
      await ask(walk, 'POST', path, { outcome: one });
    }
    found.push({ what: outcome, documented: lastState(to), got: await stateOf(walk, id) });
  }
  return found;
}

async function passTime(walk: Walk): Promise<Found> {
  const { id } = await create(walk, 'deposits', '+237670000003');
  await finished(run(blockWith('docs/testing.md', walk, '/clock/advance'), walk.folder));
  await eventually('the deposit expires', async () => (await stateOf(walk, id)) !== 'pending');
  return { what: 'the clock', documented: 'expired', got: await stateOf(walk, id) };
}

type Kind = 'deposits' | 'withdrawals';

async function create(walk: Walk, kind: Kind, msisdn: string) {
  const { status, body } = await ask(walk, 'POST', `/api/v1/${kind}`, {
    player_id: crypto.randomUUID(),
    msisdn,
    amount_xaf: 500,
    operator: 'mtn',
    reference: crypto.randomUUID(),
  });
  return { status, id: String(body['service_tx_id']) };
}

async function stateOf(walk: Walk, id: string): Promise<string> {
  const { body } = await ask(walk, 'GET', `/api/v1/transactions/${id}`);
  return String(body['state']);
}

async function ask({ url }: Walk, method: string, path: string, json?: object) {
  const headers = { 'content-type': 'application/json' };
  const body = json === undefined ? null : JSON.stringify(json);
  const response = await fetch(url + path, { method, headers, body });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: response.status, body: answer };
}
