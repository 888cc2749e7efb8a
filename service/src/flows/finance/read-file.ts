import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LookRequest, StatementLook } from '../../domain/finance/statements/look-at-rows.ts';
import type {
  StatementMapping,
  StatementProblem,
} from '../../domain/finance/statements/mapping.ts';
import type { ReadingProof } from '../../domain/finance/statements/prove-reading.ts';
import type { StatementLine } from '../../domain/finance/statements/read-line.ts';
import type { LineSums } from '../../domain/finance/statements/sum-lines.ts';
import type { FileProblemCode } from '../../spreadsheets/file-problem.ts';

/** What the process that reads a file is asked. */
export type ReadRequest =
  | ({ readonly kind: 'look' } & LookRequest)
  | {
      readonly kind: 'lines';
      readonly mappings: readonly StatementMapping[];
      readonly number: string;
      /** At most this many of the first lines are in the answer itself. */
      readonly show: number;
    };

/** Its first line; the lines of a statement follow it. */
export type ReadAnswer = RefusedFile | ({ readonly kind: 'look' } & StatementLook) | ReadLines;

export interface RefusedFile {
  readonly kind: 'refused';
  readonly problems: readonly StatementProblem[];
}

export interface ReadLines {
  readonly kind: 'read';
  readonly mapping: StatementMapping;
  readonly proof: ReadingProof | null;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly digest: string;
  readonly facts: StatementFacts;
  readonly first: readonly StatementLine[];
}

/** What a whole statement is about. */
export interface StatementFacts extends LineSums {
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export type FileContent = Buffer | AsyncIterable<Buffer>;

export interface ReadLimits {
  readonly bytes: number;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  /** Of one line of the answer. */
  readonly answerBytes: number;
}

export const READ_LIMITS: ReadLimits = {
  bytes: 40 * 2 ** 20,
  memoryMb: 512,
  timeoutMs: 60_000,
  answerBytes: 16 * 2 ** 20,
};

/** The first rows of a CSV or XLSX file, and what a mapping makes of them. */
export function lookAtFile(
  content: FileContent,
  wanted: LookRequest,
  limits: ReadLimits = READ_LIMITS,
): Promise<RefusedFile | ({ readonly kind: 'look' } & StatementLook)> {
  return inProcess(content, { kind: 'look', ...wanted }, limits, async (answer) => {
    if (answer.kind === 'read')
      throw new Error('the process that reads a file gave another answer');
    return answer.kind === 'look' ? { ...answer, lines: answer.lines.map(withTime) } : answer;
  });
}

/**
 * Reads a CSV or XLSX file by mappings, in a process of its own, which is ended when it takes too
 * much. Only a file that was read whole gets to `use`, and its lines only some at a time.
 */
export function readStatementFile<T>(
  content: FileContent,
  wanted: Omit<Extract<ReadRequest, { readonly kind: 'lines' }>, 'kind'>,
  use: (read: ReadLines, batches: AsyncIterable<readonly StatementLine[]>) => Promise<T>,
  limits: ReadLimits = READ_LIMITS,
): Promise<T | RefusedFile> {
  return inProcess<T | RefusedFile>(
    content,
    { kind: 'lines', ...wanted },
    limits,
    (answer, rest) => {
      if (answer.kind === 'look')
        throw new Error('the process that reads a file gave another answer');
      if (answer.kind === 'refused') return Promise.resolve(answer);
      return use(withTimes(answer), batchesOf(answer.facts.lines, rest));
    },
  );
}

/** JSON has no times. */
function withTimes(answer: ReadLines): ReadLines {
  const { facts, first } = answer;
  const times = { firstAt: new Date(facts.firstAt), lastAt: new Date(facts.lastAt) };
  return { ...answer, facts: { ...facts, ...times }, first: first.map(withTime) };
}

function withTime(line: StatementLine): StatementLine {
  return { ...line, at: new Date(line.at) };
}

async function* batchesOf(
  expected: number,
  rest: AsyncIterable<unknown>,
): AsyncGenerator<readonly StatementLine[]> {
  let count = 0;
  for await (const batch of rest) {
    const lines = (batch as readonly StatementLine[]).map(withTime);
    count += lines.length;
    yield lines;
  }
  if (count !== expected) throw new Error('the process that reads a file ended too early');
}

async function inProcess<T>(
  content: FileContent,
  request: ReadRequest,
  limits: ReadLimits,
  use: (answer: ReadAnswer, rest: AsyncIterable<unknown>) => Promise<T | RefusedFile>,
): Promise<T | RefusedFile> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${limits.memoryMb}`, join(import.meta.dirname, 'reading-process.ts')],
    { stdio: ['pipe', 'pipe', 'ignore'], env: readerEnvironment() },
  );
  const end = () => child.kill('SIGKILL');
  // What is read is then written at the pace of the database.
  const timer = setTimeout(end, limits.timeoutMs);
  let tooLarge = false;
  const source = Readable.from(
    inputOf(request, content, limits.bytes, () => {
      tooLarge = true;
      end();
    }),
  );
  // It may end before it has read all of it.
  const feeding = pipeline(source, child.stdin).catch(() => {});
  const lines = jsonLines(child.stdout, limits.answerBytes);
  try {
    const first = await lines.next();
    clearTimeout(timer);
    if (first.done === true) return refused(tooLarge ? 'file_too_large' : 'file_too_slow');
    return await use(first.value as ReadAnswer, lines);
  } finally {
    clearTimeout(timer);
    end();
    // A pipe that holds unread lines stays open after the process that wrote them.
    await lines.return(undefined);
    await feeding;
  }
}

/** No secrets, but the compiled code that is there already: compiling takes three times as long. */
function readerEnvironment(): NodeJS.ProcessEnv {
  const ofThisNode = getCompileCacheDir();
  return ofThisNode === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofThisNode) };
}

function refused(code: FileProblemCode): RefusedFile {
  return { kind: 'refused', problems: [{ row: 0, problem: { code } }] };
}

async function* inputOf(
  request: ReadRequest,
  content: FileContent,
  most: number,
  tooMuch: () => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(request)}\n`);
  let size = 0;
  for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
    size += chunk.length;
    if (size > most) return tooMuch();
    yield chunk;
  }
}

/** Each line of a stream as JSON; a line that is too long, or is not ended, ends it. */
async function* jsonLines(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      chunks.push(chunk.subarray(from, at));
      yield JSON.parse(Buffer.concat(chunks).toString('utf8'));
      chunks = [];
      size = 0;
      from = at + 1;
    }
    chunks.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > most) return;
  }
}
