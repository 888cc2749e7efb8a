import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Facts on disk, in the order of writing. */
export interface Journal<T> {
  /** The facts on disk when it was opened. */
  readonly past: readonly T[];
  /** How many lines were unreadable, not counting a torn last one. */
  readonly damaged: number;
  /** Resolves when all of them are on disk and will be read again, whatever happens. */
  readonly append: (facts: readonly T[]) => Promise<void>;
  /** Replaces everything so far. */
  readonly replace: (facts: readonly T[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * One fact per line, each with its checksum. A line that a power cut has torn or a worn memory card
 * has changed is left out; the lines after it still count.
 */
export async function openJournal<T>(path: string): Promise<Journal<T>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  // A torn last line would swallow the next one. Its fact was never reported as written.
  const whole = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, whole).split('\n').filter(Boolean);
  const past = lines.flatMap((line) => readLine(line) as T[]);
  const damaged = lines.length - past.length;
  let file = await open(path, 'a', 0o600);
  if (whole < bytes.length) await file.truncate(whole);
  await sync(file, path);
  let isTorn = false;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    past,
    damaged,
    append: (facts) =>
      inTurn(async () => {
        const before = isTorn ? '\n' : '';
        isTorn = true;
        await file.appendFile(before + facts.map(writeLine).join(''));
        isTorn = false;
        await file.datasync();
      }),
    replace: (facts) =>
      inTurn(async () => {
        const fresh = await open(`${path}.new`, 'w', 0o600);
        await fresh.appendFile(facts.map(writeLine).join(''));
        await fresh.datasync();
        await rename(`${path}.new`, path);
        await file.close();
        file = fresh;
        isTorn = false;
        await sync(file, path);
      }),
    close: () => inTurn(() => file.close()),
  };
}

function writeLine(fact: unknown): string {
  const json = JSON.stringify(fact);
  return `${checksumOf(json)} ${json}\n`;
}

function readLine(line: string): unknown[] {
  const [, checksum, json = ''] = /^([0-9a-f]{16}) (.*)$/.exec(line) ?? [];
  return checksum !== undefined && checksum === checksumOf(json) ? [JSON.parse(json)] : [];
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}

/** The folder too: a file whose name is not on disk is lost with its contents. */
async function sync(file: FileHandle, path: string): Promise<void> {
  await file.sync();
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
