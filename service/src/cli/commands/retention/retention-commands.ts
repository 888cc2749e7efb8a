import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Command } from 'commander';
import {
  type ArchivedMonth,
  archiveMonths,
  listOldMonths,
  type StoredMonth,
} from '../../../flows/upkeep/archive-months.ts';
import { type Gone, previewRetention, runRetention } from '../../../flows/upkeep/run-retention.ts';
import { noteSuccess } from '../../../settings/last-success.ts';
import { fail, say, whoRunsThis } from '../../options.ts';
import { type CommandDeps, openPolicy, withPreparedDatabase } from '../../with-database.ts';

/** Only the user that runs the service may read these files. */
const MODE = 0o600;

/** Long enough that no two files share these digits by chance. */
const DIGITS = 16;

/**
 * Writes lines to a temporary file, reads it again to report what is on disk, and renames it to
 * `<name>-<digest>.jsonl.gz`. With the digest in its name it replaces no other file, which may be
 * all that another installation has left of the month.
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

/** Flushes to disk, since the rows leave the database next. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface RunOptions {
  readonly dryRun?: true;
  readonly archive?: string;
}

export function retentionCommands(): Command {
  const retention = new Command('retention').description('How long data is kept.');
  retention
    .command('run')
    .description('Empty what has been kept long enough, as the policy says (keep_…_months).')
    .option('--dry-run', 'only say what would go')
    .option('--archive <folder>', 'also put old months of histories and evidence into files there')
    .action((options: RunOptions) =>
      withPreparedDatabase((deps) => (options.dryRun ? preview(deps) : run(deps, options))),
    );
  return retention;
}

async function preview(opened: CommandDeps): Promise<void> {
  const { database } = opened;
  const at = new Date();
  const periods = await (await openPolicy(opened)).recent();
  for (const gone of await previewRetention({ database, periods, at })) show(gone, 'would');
  const months = periods.archiveAfterMonths;
  if (months === null) return say('months: kept for ever (archive_after_months)', null);
  for (const { part, isNeeded } of await listOldMonths({ database, at }, months)) {
    say(isNeeded ? needed(part) : `${part} would be archived`, { month: part, isNeeded });
  }
}

async function run(opened: CommandDeps, { archive }: RunOptions): Promise<void> {
  const { database } = opened;
  const at = new Date();
  const periods = await (await openPolicy(opened)).recent();
  const months = periods.archiveAfterMonths;
  if (archive !== undefined && months === null) {
    return fail('archive_after_months is off: no month is old enough');
  }
  for (const gone of await runRetention({ database, periods, at }, whoRunsThis()))
    show(gone, 'did');
  if (archive !== undefined && months !== null) {
    const store = (name: string, lines: AsyncIterable<string>) => storeLines(archive, name, lines);
    for (const month of await archiveMonths({ database, at, store }, months, whoRunsThis())) {
      say(sentenceOf(month), month);
    }
  }
  await noteSuccess(opened.config.dataDir, 'retention');
}

function show({ kind, before, rows }: Gone, tense: 'did' | 'would'): void {
  const what = tense === 'did' ? 'emptied' : 'to empty';
  const text = before === null ? 'kept for ever' : `${rows} ${what}, before ${dayOf(before)}`;
  say(`${kind}: ${text}`, { kind, before, rows });
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function sentenceOf(month: ArchivedMonth): string {
  if (month.kind === 'needed') return needed(month.part);
  if (month.kind === 'changed') return `${month.part} has changed meanwhile: run it again`;
  const { file, digest, rows } = month.stored;
  return `${month.part}: ${rows} rows are in ${file}, SHA-256 ${digest}`;
}

function needed(part: string): string {
  return `${part} stays: something in it is still open`;
}
