import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../../src/db/client.ts';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { takeReadingTurn } from '../../../src/db/finance/statement-uploads.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
import { emptyCells } from '../../support/finance/sheet.ts';
import { startTestService } from '../../support/harness.ts';
import { bodyOf, type Json } from '../../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const fanta = await addPerson(database, 'finance');
const other = await addPerson(database, 'finance');
const UPLOADS = '/internal/v1/statements/uploads';
const WALLET = 'orange:+237690000000';

const HEAD = 'Référence;Date;Statut;Expéditeur;Destinataire;Montant;Frais';
const FILE = [
  HEAD,
  'PP1;03/03/2026 10:00;Succès;692222222;690000000;5 000;0',
  'PP2;03/03/2026 11:00;Échec;692222222;690000000;700;0',
  'PP3;03/03/2026 12:00;Succès;690000000;692222223;1 500;44,48',
  '',
].join('\n');

async function call(who: Person, method: string, path: string, sent: Json | string | Buffer = {}) {
  const headers = await scriptHeaders(database, who);
  return typeof sent === 'string' || Buffer.isBuffer(sent)
    ? service.call(method, path, {
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: typeof sent === 'string' ? sent : new Uint8Array(sent),
      })
    : service.call(method, path, method === 'GET' ? { headers } : { headers, json: sent });
}

/** Sends a file in as many parts as it takes. */
async function upload(file: string | Buffer, { who = fanta } = {}): Promise<string> {
  const content = Buffer.from(file);
  const asked = { wallet: WALLET, file_name: 'mars.csv', bytes: content.length };
  const begun = await call(who, 'POST', UPLOADS, asked);
  assert.equal(begun.status, 200, begun.text);
  const { id, part_bytes: size } = bodyOf(begun) as { id: string; part_bytes: number };
  for (let part = 0; part * size < content.length; part += 1) {
    const piece = content.subarray(part * size, (part + 1) * size);
    const kept = await call(who, 'PUT', `${UPLOADS}/${id}/parts/${part}`, piece);
    assert.equal(kept.status, 200, kept.text);
  }
  return id;
}

async function openDifferences(): Promise<readonly (readonly string[])[]> {
  const rows = await listDifferences(database, { limit: 10 });
  return rows.map(({ operatorTxId, kind }) => [String(operatorTxId), kind]);
}

test('a preview says what is in a file and what would come out, and keeps nothing', async () => {
  const id = await upload(FILE);
  const shown = await call(fanta, 'POST', `${UPLOADS}/${id}/preview`);
  const { problems, preview } = bodyOf(shown) as { problems: unknown[]; preview: Json };
  assert.deepEqual(problems, []);
  const { first, ...facts } = preview as Json & { readonly first: readonly Json[] };
  assert.deepEqual(facts, {
    mapping: 'orange-portal v2',
    lines: 3,
    failed: 1,
    computed: 0,
    in_xaf: 5_000,
    out_xaf: 1_500,
    fees_xaf: 44.48,
    first_at: '2026-03-03T09:00:00.000Z',
    last_at: '2026-03-03T11:00:00.000Z',
    outcome: { fresh: 3, agreed: 1, differences: [{ kind: 'paid_not_ours', count: 2 }] },
  });
  assert.deepEqual(
    first.map(({ operator_tx_id, direction, fee_xaf }) => [operator_tx_id, direction, fee_xaf]),
    [
      ['PP1', 'in', 0],
      ['PP2', 'in', 0],
      ['PP3', 'out', 44.48],
    ],
  );
  assert.deepEqual(await openDifferences(), []);

  assert.equal((await call(other, 'POST', `${UPLOADS}/${id}/preview`)).status, 404);
  assert.equal((await call(other, 'PUT', `${UPLOADS}/${id}/parts/0`, 'x')).status, 404);
});

test('an import reports its progress and what came of it, and is in the list', async () => {
  const imported = await call(fanta, 'POST', `${UPLOADS}/${await upload(FILE)}/import`);
  assert.equal(imported.text, `${PROGRESS}\n{"kind":"imported","lines":3,"fresh":3}\n`);
  assert.deepEqual(await openDifferences(), [
    ['PP1', 'paid_not_ours'],
    ['PP3', 'paid_not_ours'],
  ]);
  const again = await upload(FILE);
  const { preview } = bodyOf(await call(fanta, 'POST', `${UPLOADS}/${again}/preview`));
  assert.equal((preview as Json)['outcome'], null);
  const known = await call(fanta, 'POST', `${UPLOADS}/${again}/import`);
  assert.equal(known.text, '{"kind":"known"}\n');
  const listed = await call(fanta, 'GET', '/internal/v1/statements');
  const { items } = bodyOf(listed) as { readonly items: readonly Json[] };
  assert.deepEqual(
    items.map(({ file_name, lines, wallet }) => [file_name, lines, wallet]),
    [['mars.csv', 3, WALLET]],
  );
});

test('an imported statement is opened line by line, with what differs from what we have', async () => {
  const { items } = bodyOf(await call(fanta, 'GET', '/internal/v1/statements')) as Listed;
  const path = `/internal/v1/statements/${items[0]?.['id']}/lines`;
  const lines = async (query: string) => {
    const page = bodyOf(await call(fanta, 'GET', path + query)) as Listed;
    const ids = page.items.map((line) => [line['row'], line['other'], line['differences']]);
    return { ids, next: page['next_cursor'] as string | null, of: page['statement'] as Json };
  };
  const [first, second, third] = [
    [2, '+237692222222', ['paid_not_ours']],
    [3, '+237692222222', []],
    [4, '+237692222223', ['paid_not_ours']],
  ];
  const all = await lines('');
  assert.deepEqual([all.ids, all.next, all.of['fresh']], [[first, second, third], null, 3]);
  assert.deepEqual((await lines('?only=differences')).ids, [first, third]);
  const page = await lines('?limit=2');
  assert.deepEqual(page.ids, [first, second]);
  assert.deepEqual((await lines(`?limit=2&cursor=${page.next}`)).ids, [third]);
  assert.equal((await call(fanta, 'GET', `${path}?cursor=x`)).status, 422);
  const unknown = path.replace(/[^/]+(?=\/lines)/, randomUUID());
  assert.equal((await call(fanta, 'GET', unknown)).status, 404);
});

type Listed = Json & { readonly items: readonly Json[] };

const PROGRESS = '{"kind":"progress","written":3,"of":3}';

test('a file that cannot be used says which line and why', async () => {
  const id = await upload(`${HEAD}\nPP9;never;Succès;692222222;690000000;5 000;0\n`);
  const { problems } = bodyOf(await call(fanta, 'POST', `${UPLOADS}/${id}/preview`));
  const text = 'Its time cannot be read: never';
  const problem = { code: 'row_time_unclear', params: { text: 'never' }, text };
  assert.deepEqual(problems, [{ row: 2, problem }]);
  const { text: refused } = await call(fanta, 'POST', `${UPLOADS}/${id}/import`);
  assert.deepEqual(JSON.parse(refused), { kind: 'refused', problems });
});

test('a part or a file that is too large is refused, and so is an upload with a gap', async () => {
  const bytes = 40 * 2 ** 20 + 1;
  const begin = { wallet: WALLET, file_name: 'x', bytes };
  assert.equal((await call(fanta, 'POST', UPLOADS, begin)).status, 422);
  const unknown = await call(fanta, 'POST', UPLOADS, { ...begin, bytes: 5, wallet: 'nobody:1' });
  assert.equal(bodyOf(unknown)['code'], 'wallet_unknown');
  const begun = await call(fanta, 'POST', UPLOADS, { ...begin, bytes: 2 ** 20 });
  const path = `${UPLOADS}/${bodyOf(begun)['id']}`;
  const part = await call(fanta, 'PUT', `${path}/parts/0`, 'x'.repeat(512 * 1024 + 1));
  assert.equal(part.status, 413);
  await call(fanta, 'PUT', `${path}/parts/0`, 'x'.repeat(512 * 1024));
  assert.equal((await call(fanta, 'POST', `${path}/preview`)).status, 404);
  // Elsewhere bodies are as small as they were.
  const large = { ...begin, file_name: 'x'.repeat(70_000) };
  assert.equal((await call(fanta, 'POST', UPLOADS, large)).status, 413);
});

test('the parts of an upload are those that were announced, in place and length', async () => {
  const bytes = 512 * 1024 + 3;
  const begun = await call(fanta, 'POST', UPLOADS, { wallet: WALLET, file_name: 'x', bytes });
  const id = String(bodyOf(begun)['id']);
  const path = `${UPLOADS}/${id}/parts`;
  const statusOf = async (part: number, content: string) =>
    (await call(fanta, 'PUT', `${path}/${part}`, content)).status;
  const full = 'x'.repeat(512 * 1024);
  assert.equal(await statusOf(0, full.slice(1)), 422, 'too short');
  assert.equal(await statusOf(1, 'four'), 422, 'longer than what is left');
  assert.equal(await statusOf(2, 'x'), 422, 'after the last');
  const refused = await call(fanta, 'PUT', `${path}/999`, 'x');
  assert.equal(bodyOf(refused)['code'], 'part_not_announced');
  assert.deepEqual(await sizes(id), []);
  assert.equal(await statusOf(0, full), 200);
  assert.equal(await statusOf(1, 'end'), 200);
  assert.equal(await statusOf(1, 'End'), 200, 'again');
  assert.deepEqual(await sizes(id), [512 * 1024, 3]);
});

async function sizes(id: string): Promise<readonly number[]> {
  const rows = await database.query<{ readonly size: number }>({
    text: `select length(content) as size from statement_parts where upload_id = $1
           order by part`,
    values: [id],
  });
  return rows.map(({ size }) => size);
}

test('one file is read at a time over all processes, and the turn ends with its process', async () => {
  const id = await upload(FILE.replaceAll('PP', 'QQ'));
  const codeOf = async (what: string) =>
    JSON.parse((await call(fanta, 'POST', `${UPLOADS}/${id}/${what}`)).text.split('\n')[0] ?? '')
      .code;
  const codes: unknown[] = [];
  // As another process does it; its connection is then ended, as by the end of the process.
  const reading = database.withConnection(async (connection) => {
    assert.ok(await takeReadingTurn(connection));
    codes.push(await codeOf('preview'), await codeOf('import'));
    await connection.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
  });
  await assert.rejects(reading, DatabaseUnavailable);
  assert.deepEqual(codes, ['statements_busy', 'statements_busy']);
  const imported = await call(fanta, 'POST', `${UPLOADS}/${id}/import`);
  assert.match(imported.text, /"kind":"imported"/);
});

test('of previews at the same moment one is read, and the others are asked to wait', async () => {
  const id = await upload(FILE.replaceAll('PP', 'RR'));
  const asked = await Promise.all(
    Array.from({ length: 6 }, () => call(fanta, 'POST', `${UPLOADS}/${id}/preview`)),
  );
  const statuses = asked.map(({ status }) => status).sort((one, other) => one - other);
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409]);
});

test('a file of millions of empty cells is refused, and the service goes on', async () => {
  const id = await upload(emptyCells());
  const { problems } = bodyOf(await call(fanta, 'POST', `${UPLOADS}/${id}/preview`));
  assert.equal((problems as readonly Json[]).length, 1);
  assert.equal((await service.call('GET', '/livez')).status, 200);
});

test('a person has three open uploads, and the next one ends the oldest', async () => {
  const person = await addPerson(database, 'finance');
  const uploads: string[] = [];
  for (let index = 0; index < 4; index += 1) uploads.push(await upload(FILE, { who: person }));
  const statuses = [];
  for (const id of uploads) {
    statuses.push((await call(person, 'POST', `${UPLOADS}/${id}/preview`)).status);
  }
  assert.deepEqual(statuses, [404, 200, 200, 200]);
});

test('240 000 lines take this process at most 50 ms of processor time in one turn', async (t) => {
  const lines = Array.from({ length: 240_000 }, (_, index) => {
    const at = `03/03/2026 ${String(index % 24).padStart(2, '0')}:00`;
    return `SS${index};${at};Succès;692222222;690000000;5 000;0\n`;
  });
  const id = await upload(`${HEAD}\n${lines.join('')}`);
  const longest: number[] = [];
  // The collection of what earlier tests left behind may fall into a run.
  while (Math.min(...longest) > 50 && longest.length < 3) {
    const turns = measureTurns();
    const { preview } = bodyOf(await call(fanta, 'POST', `${UPLOADS}/${id}/preview`));
    longest.push(turns.stop());
    assert.equal((preview as Json)['lines'], 240_000);
  }
  t.diagnostic(`${longest.join(', ')} ms`);
  assert.ok(Math.min(...longest) <= 50, `${longest.join(', ')} ms`);
});

/** The most processor time of this thread between two looks, at least a turn of the loop apart. */
function measureTurns(): { readonly stop: () => number } {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [last, most] = [usedMs(), 0];
  const look = () => {
    const now = usedMs();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}
