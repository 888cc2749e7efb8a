import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { StatementMapping } from '../../../src/domain/finance/statements/mapping.ts';
import type { StatementLine } from '../../../src/domain/finance/statements/read-line.ts';
import {
  READ_LIMITS,
  type ReadLines,
  readStatementFile,
} from '../../../src/flows/finance/read-file.ts';
import { loadStatementMappings } from '../../../src/settings/statement-mappings.ts';
import { type Cell, writeXlsx } from '../../../src/spreadsheets/write-xlsx.ts';
import { emptyCells, rowsOf, xlsxWith } from '../../support/finance/sheet.ts';

const PIPES_AT_START = countPipes();
const LIMITS = { bytes: 2 ** 20, memoryMb: 96, timeoutMs: 20_000, answerBytes: 2 ** 20 };

async function workbook(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  async function* all() {
    yield* rows;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeXlsx(all())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function cellsOf(file: Buffer, limits = READ_LIMITS) {
  const read = await rowsOf(file, limits);
  if (read.kind === 'rows') return read.rows.map(({ cells }) => cells);
  const [first] = read.problems;
  return `${first?.problem.code} ${first?.row}`;
}

test('a workbook that we write is read as it was, and a formula stays a text', async () => {
  const file = await workbook([
    ['=1+1', 'é & <b>', null, '+237690000000'],
    ['x', 5, 44.48],
  ]);
  assert.deepEqual(await cellsOf(file), [
    ['=1+1', 'é & <b>', '', '+237690000000'],
    ['x', '5', '44.48'],
  ]);
});

test('a sheet is read as a spreadsheet shows it: row numbers, sums, whole figures', async () => {
  const file = xlsxWith(
    [
      '<row r="2"><c r="B2"><f>A1+1</f><v>44.480000000000004</v></c><c r="D2"/></row>',
      '<row r="5"><c r="A5"><v>1.5E7</v></c><c r="B5" t="str"><v>&#0;&constructor;</v></c></row>',
    ].join(''),
  );
  const read = await rowsOf(file);
  assert.deepEqual(read, {
    kind: 'rows',
    rows: [
      { row: 2, cells: ['', '44.48'] },
      { row: 5, cells: ['15000000', '&constructor;'] },
    ],
  });
});

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
  'Latin-1 or cp1252': (text) => Buffer.from(text, 'latin1'),
  'UTF-16': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 with its mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, the other way round': utf16be,
  'UTF-16, the other way round, with its mark': (text) => utf16be(`\uFEFF${text}`),
};

for (const [name, encode] of Object.entries(ENCODINGS)) {
  test(`CSV in ${name} is read with its quotes, whatever parts its cells`, async () => {
    for (const [mark, other] of [';,', ',;', '\t,', '|,']) {
      const text = [
        ['Référence', `"a${mark}b ""c"""`, `1${other}5`].join(mark),
        ['1', '="26"', '"two\nlines"'].join(mark),
        '',
      ].join('\r\n');
      assert.deepEqual(await cellsOf(encode(text)), [
        ['Référence', `a${mark}b "c"`, `1${other}5`],
        ['1', '="26"', 'two\nlines'],
      ]);
    }
  });
}

test('of several sheets the table is read, and two tables with one heading are refused', async () => {
  const row = (...cells: readonly string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const cover = row('Account', '650000000') + row('Period', 'November');
  const table = row('Date', 'Id', 'Amount', 'Balance') + row('1', '2', '3', '4').repeat(3);
  for (const file of [xlsxWith(cover, table), xlsxWith(table, cover)]) {
    const read = await rowsOf(file);
    assert.ok(read.kind === 'rows');
    assert.deepEqual(read.rows[0]?.cells, ['Date', 'Id', 'Amount', 'Balance']);
    assert.equal(read.rows.length, 4);
  }
  const several = await rowsOf(xlsxWith(table, cover, row('Date', 'Id', 'Amount', 'Balance')));
  assert.deepEqual(several.kind === 'refused' && several.problems[0]?.problem, {
    code: 'file_of_several_tables',
  });
});

test('what only Windows has is read, and a separator that the file names is believed', async () => {
  const file = Buffer.concat([Buffer.from('sep=,\r\na;b,c'), Buffer.from([0x92, 0x0a])]);
  assert.deepEqual(await cellsOf(file), [['a;b', 'c’']]);
});

test('a zero in a cell is left out: no column of ours can keep it', async () => {
  assert.deepEqual(await cellsOf(Buffer.from('a;b\0c\n')), [['a', 'bc']]);
});

test('a file that is cut or too large is refused, and does no harm', async () => {
  const file = await workbook([['a'.repeat(1_000)]]);
  for (const [broken, problem] of [
    [file.subarray(0, file.length - 30), 'file_cut 0'],
    [Buffer.from('PK nothing'), 'file_cut 0'],
    [Buffer.from('a,b\nc,"d'), 'file_cut 2'],
    [Buffer.alloc(LIMITS.bytes + 1), 'file_too_large 0'],
    [Buffer.from(';'.repeat(300)), 'file_too_wide 1'],
    [Buffer.from(`${';'.repeat(100)}\n`.repeat(100_000)), 'file_too_large 0'],
  ] as const) {
    assert.equal(await cellsOf(broken, LIMITS), problem);
  }
});

test('a workbook that unpacks to far more than it says is refused before it is read', async () => {
  const bomb = xlsxWith(' '.repeat(300 * 2 ** 20));
  assert.ok(bomb.length < LIMITS.bytes);
  assert.equal(await cellsOf(bomb, LIMITS), 'file_unpacks_too_large 0');
});

const HEAD = ['Id', 'Date', 'Status', 'From', 'To', 'Amount'];
const MAPPINGS = loadStatementMappings('mtn', null);
const WANTED = { mappings: MAPPINGS, number: '+237670000000', show: 2 };

async function linesOf(file: Buffer, limits = READ_LIMITS) {
  const collect: Parameters<typeof readStatementFile<Whole>>[2] = async (read, batches) => {
    const lines: StatementLine[] = [];
    for await (const batch of batches) lines.push(...batch);
    return { kind: 'whole', read, lines };
  };
  return readStatementFile(file, WANTED, collect, limits);
}

interface Whole {
  readonly kind: 'whole';
  readonly read: ReadLines;
  readonly lines: readonly StatementLine[];
}

function statement(count: number): string {
  const line = (index: number) =>
    `P${index};2026-11-17 10:00;OK;670000001;670000000;${index + 1}\n`;
  const lines = Array.from({ length: count }, (_, index) => line(index));
  return `${HEAD.join(';')}\n${lines.join('')}`;
}

test('a file that takes more memory than its process may have ends only that process', async () => {
  const file = Buffer.from(statement(100_000));
  const problem = { code: 'file_too_slow' };
  const small = { ...READ_LIMITS, memoryMb: 24 };
  assert.deepEqual(await linesOf(file, small), {
    kind: 'refused',
    problems: [{ row: 0, problem }],
  });
});

const text = (value: string) => `<c t="str"><v>${value}</v></c>`;

test('cells are counted, not only rows: millions of empty ones are refused', async () => {
  const file = emptyCells(`<row>${HEAD.map(text).join('')}</row>`);
  assert.ok(file.length < 20_000, `${file.length} bytes`);
  const problem = { code: 'file_too_many_cells' };
  assert.deepEqual(await linesOf(file), { kind: 'refused', problems: [{ row: 50_001, problem }] });
});

test('a line with a cell that is a formula is read and marked', async () => {
  const rows = ['<v>500</v>', '<f>250*2</f><v>500</v>', '<f>250*2</f>'].map(
    (amount, index) =>
      `<row>${['1', '2026-11-17 10:00', 'OK', '670000001', '670000000']
        .map((value, place) => text(place === 0 ? `P${index}` : value))
        .join('')}<c>${amount}</c></row>`,
  );
  const head = `<row>${HEAD.map(text).join('')}</row>`;
  const whole = await linesOf(xlsxWith([head, ...rows.slice(0, 2)].join('')));
  assert.ok(whole.kind === 'whole', JSON.stringify(whole));
  assert.deepEqual(
    whole.lines.map(({ amountCents, isComputed }) => [amountCents, isComputed]),
    [
      [50_000, false],
      [50_000, true],
    ],
  );
  assert.equal(whole.read.facts.computed, 1);
  // Without what the formula gave last there is nothing to read.
  const refused = await linesOf(xlsxWith([head, rows[2]].join('')));
  assert.ok(refused.kind === 'refused');
  assert.deepEqual(refused.problems[0]?.row, 2);
});

test('only a whole statement comes back, in batches, with what it is about', async () => {
  const file = statement(2_500);
  const sizes: number[] = [];
  const read = await readStatementFile(Buffer.from(file), WANTED, async (answer, batches) => {
    for await (const batch of batches) sizes.push(batch.length);
    return answer;
  });
  assert.ok(read.kind === 'read');
  assert.deepEqual(sizes, [1_000, 1_000, 500]);
  assert.deepEqual([read.facts.lines, read.facts.inCents], [2_500, 312_625_000]);
  assert.equal(read.facts.firstAt.toISOString(), '2026-11-17T09:00:00.000Z');
  assert.deepEqual(
    read.first.map(({ operatorTxId }) => operatorTxId),
    ['P0', 'P1'],
  );
  const wrong = `${file}P2500;2026-11-17 10:00;OK;670000001;670000000;x\n`;
  const refused = await readStatementFile(Buffer.from(wrong), WANTED, async () =>
    assert.fail('not whole'),
  );
  assert.deepEqual(refused.kind === 'refused' && refused.problems.map(({ row }) => row), [2_502]);
});

test('lines that are not taken leave no pipe open', async () => {
  // They wait in the pipe by then.
  const untaken = () => delay(300, 'untaken' as const);
  assert.equal(await readStatementFile(Buffer.from(statement(2_500)), WANTED, untaken), 'untaken');
  for (let tries = 0; countPipes() > PIPES_AT_START && tries < 500; tries += 1) await delay(10);
  assert.equal(countPipes(), PIPES_AT_START);
});

function countPipes(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;
}

test('a whole statement of another account is refused, and one of ours is read', async () => {
  const mapping: StatementMapping = {
    id: 'signed',
    version: 1,
    operator: 'mtn',
    dayFirst: true,
    succeeded: [],
    failed: [],
    hasNoStatus: true,
    columns: { at: ['Date'], id: ['Id'], amount: ['Amount'] },
    directionBy: 'sign',
  };
  const rows = [1, 2, 3, 4, 5].map(
    (day) => `0${day}/10/2026 10:00;734018360${day};500;237670000009`,
  );
  const content = Buffer.from(`Date;Id;Amount;Account\n${rows.join('\n')}\n`);
  const readAs = (number: string) =>
    readStatementFile(content, { mappings: [mapping], number, show: 0 }, (whole) =>
      Promise.resolve(whole),
    );
  const refused = await readAs('+237670000001');
  assert.equal(refused.kind, 'refused');
  assert.equal(refused.problems[0]?.problem.code, 'statement_of_other_number');
  assert.equal((await readAs('+237670000009')).kind, 'read');
});
