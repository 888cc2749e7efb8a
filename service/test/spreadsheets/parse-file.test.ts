import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFile } from '../../src/spreadsheets/parse-file.ts';
import { type Cell, writeXlsx } from '../../src/spreadsheets/write-xlsx.ts';

const LIMITS = { bytes: 2 ** 20, memoryMb: 96, timeoutMs: 20_000, answerBytes: 2 ** 20 };

async function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  async function* all() {
    yield* rows;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx(all())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a workbook that we write is read as it was, and a formula stays a text', async () => {
  const rows = [
    ['=1+1', 'é & <b>', '', '+237690000000'],
    ['x', '5', '44.48'],
  ];
  const file = await workbook([
    ['=1+1', 'é & <b>', null, '+237690000000'],
    ['x', 5, 44.48],
  ]);
  assert.deepEqual(await parseFile(file), { kind: 'parsed', rows });
});

test('CSV is read with its quotes and separators, in UTF-8 or what was before', async () => {
  const rows = [
    ['Référence', 'a;b "c"'],
    ['1', '2'],
  ];
  const text = 'Référence;"a;b ""c"""\r\n1;2\r\n';
  for (const encoding of ['utf8', 'latin1'] as const) {
    assert.deepEqual(await parseFile(Buffer.from(text, encoding)), { kind: 'parsed', rows });
  }
});

test('a file that is cut or too large is refused, and does no harm', async () => {
  const file = await workbook([['a'.repeat(1_000)]]);
  for (const broken of [
    file.subarray(0, file.length - 30),
    Buffer.from('PK nothing'),
    Buffer.from('a,"b'),
    Buffer.alloc(LIMITS.bytes + 1),
  ]) {
    assert.equal((await parseFile(broken, LIMITS)).kind, 'unreadable');
  }
});

test('a workbook that unpacks to far more than it says ends only its own process', async () => {
  const bomb = await workbook(Array.from({ length: 60 }, () => [' '.repeat(2 ** 20)]));
  assert.ok(bomb.length < LIMITS.bytes);
  assert.equal((await parseFile(bomb, LIMITS)).kind, 'unreadable');
});
