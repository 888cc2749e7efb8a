import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { StoredMonth } from '../../../flows/upkeep/archive-months.ts';

/** Only who runs the service may read what it has kept. */
const MODE = 0o600;

/** So much of the digest is in the name that no two files share one by chance. */
const DIGITS = 16;

/**
 * Writes lines into `<name>-<digest>.jsonl.gz`, beside it first, and reads the file again before it
 * counts: what is told about it is what is on disk. With the digest in its name it takes the place
 * of no other, which may be all that another installation has left of the month.
 */
export async function storeLines(
  folder: string,
  name: string,
  lines: AsyncIterable<string>,
): Promise<StoredMonth> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${name}.part-${randomUUID()}`);
  try {
    const rows = await writeLines(unfinished, lines);
    const [digest, read] = await Promise.all([digestOf(unfinished), countLines(unfinished)]);
    if (read !== rows) throw new Error(`${unfinished} has ${read} lines of ${rows}`);
    await flush(unfinished);
    const file = join(folder, `${name}-${digest.slice(0, DIGITS)}.jsonl.gz`);
    await rename(unfinished, file);
    await flush(folder);
    return { file, digest, rows };
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  let rows = 0;
  const counted = Readable.from(
    (async function* () {
      for await (const line of lines) {
        rows += 1;
        yield `${line}\n`;
      }
    })(),
  );
  await pipeline(counted, createGzip(), createWriteStream(file, { mode: MODE }));
  return rows;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function countLines(file: string): Promise<number> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  let count = 0;
  for await (const line of lines) {
    JSON.parse(line);
    count += 1;
  }
  return count;
}

/** To the disk, since the rows leave the database next. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
