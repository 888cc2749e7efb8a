import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDifferences } from '../../../src/db/finance/differences.ts';
import { addPerson, type Person, scriptHeaders } from '../../support/access/staff.ts';
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
].join('\n');

async function call(who: Person, method: string, path: string, sent: Json | string = {}) {
  const headers = await scriptHeaders(database, who);
  return typeof sent === 'string'
    ? service.call(method, path, {
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: sent,
      })
    : service.call(method, path, method === 'GET' ? { headers } : { headers, json: sent });
}

/** Sends a file in parts of so many characters. */
async function upload(file: string, { part = 60, wallet = WALLET } = {}): Promise<string> {
  const bytes = Buffer.byteLength(file);
  const begun = await call(fanta, 'POST', UPLOADS, { wallet, file_name: 'mars.csv', bytes });
  assert.equal(begun.status, 200, begun.text);
  const id = String(bodyOf(begun)['id']);
  for (let first = 0; first < file.length; first += part) {
    const piece = file.slice(first, first + part);
    const kept = await call(fanta, 'PUT', `${UPLOADS}/${id}/parts/${first / part}`, piece);
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
    in_xaf: 5_000,
    out_xaf: 1_500,
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

const PROGRESS = '{"kind":"progress","written":3,"of":3}';

test('a file that cannot be used says which line and why', async () => {
  const id = await upload(`${HEAD}\nPP9;never;Succès;692222222;690000000;5 000;0`);
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
