import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { findOtherAccount } from '../../domain/finance/statements/doubts.ts';
import { lookAtRows } from '../../domain/finance/statements/look-at-rows.ts';
import type { StatementLine } from '../../domain/finance/statements/read-line.ts';
import { readStatement } from '../../domain/finance/statements/read-statement.ts';
import { sumLines } from '../../domain/finance/statements/sum-lines.ts';
import { FileProblem } from '../../spreadsheets/file-problem.ts';
import { openFile } from '../../spreadsheets/open-file.ts';
import type { FileRow } from '../../spreadsheets/read-xlsx.ts';
import type { ReadAnswer, ReadRequest, StatementFacts } from './read-file.ts';

// A process of its own for one file of others: what the file costs, it costs here. Standard input
// has a line of JSON that says what is wanted, then the file. The answer is a line of JSON, and
// after it the lines of a statement that was read whole, some at a time.

/** One batch is a few milliseconds of work for the process that serves. */
const BATCH = 1_000;
/** This many rows show what a column always has. */
const MAX_KEPT = 500;

const input = await readAll();
const end = input.indexOf('\n');
const request = JSON.parse(input.toString('utf8', 0, end)) as ReadRequest;
const file = input.subarray(end + 1);
try {
  await answer(request);
} catch (error) {
  const { code, row } =
    error instanceof FileProblem ? error : ({ code: 'file_unreadable', row: 0 } as const);
  await say({ kind: 'refused', problems: [{ row, problem: { code } }] });
}

async function answer(wanted: ReadRequest): Promise<void> {
  const sheet = openFile(file);
  if (wanted.kind === 'look') return say({ kind: 'look', ...lookAtRows(sheet, wanted) });
  const beginning: FileRow[] = [];
  const rows = kept(sheet.rows, beginning);
  const read = readStatement({ ...sheet, rows }, wanted);
  if (read.kind === 'refused') return say({ kind: 'refused', problems: read.problems });
  const { mapping, proof, lines } = read;
  const lastRow = beginning.at(-1)?.row ?? 0;
  const seen = { lines: lines.filter(({ row }) => row <= lastRow), rows: beginning };
  const other = findOtherAccount({ ...sheet, ...seen, number: wanted.number }, mapping);
  if (other !== null) return say({ kind: 'refused', problems: [{ row: 0, problem: other }] });
  const digest = createHash('sha256').update(file).digest('hex');
  const first = lines.slice(0, wanted.show);
  await say({ kind: 'read', mapping, proof, digest, facts: factsOf(lines), first });
  for (let from = 0; from < lines.length; from += BATCH) {
    await say(lines.slice(from, from + BATCH));
  }
}

function* kept(rows: Iterable<FileRow>, beginning: FileRow[]): Generator<FileRow> {
  for (const row of rows) {
    if (beginning.length < MAX_KEPT) beginning.push(row);
    yield row;
  }
}

function factsOf(lines: readonly StatementLine[]): StatementFacts {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of lines) {
    first = Math.min(first, at.getTime());
    last = Math.max(last, at.getTime());
  }
  return { ...sumLines(lines), firstAt: new Date(first), lastAt: new Date(last) };
}

async function say(line: ReadAnswer | readonly StatementLine[]): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
