import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type AuditAnchor, parseAnchors } from '../../../domain/access/audit-anchor.ts';

/** The lines of the files in turn, without loading them into memory. */
export async function* readLines(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  }
}

/** A file with a JSON object on each line, as `--json` writes them. */
export async function* readObjects<T extends object>(file: string): AsyncGenerator<T> {
  let position = 0;
  for await (const line of readLines([file])) {
    position += 1;
    if (line.trim() === '') continue;
    yield parseObject(line, `${file}, line ${position}`) as T;
  }
}

function parseObject(line: string, position: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Error(`${position} is no JSON`);
  }
}

/** The stored output of `audit anchor`, or `null` if the file holds anything else. */
export async function readAnchors(file: string): Promise<readonly AuditAnchor[] | null> {
  return parseAnchors(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
}
