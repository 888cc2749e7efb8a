import { Command } from 'commander';
import { COMMAND_LINE } from '../../../flows/access/actor.ts';
import {
  type ArchivedMonth,
  archiveMonths,
  listOldMonths,
} from '../../../flows/upkeep/archive-months.ts';
import { foreseeRetention, type Gone, runRetention } from '../../../flows/upkeep/run-retention.ts';
import { fail, say } from '../../options.ts';
import { type CommandDeps, openPolicy, withPreparedDatabase } from '../../with-database.ts';
import { storeLines } from './archive-file.ts';

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
      withPreparedDatabase((deps) => (options.dryRun ? foresee(deps) : run(deps, options))),
    );
  return retention;
}

async function foresee(opened: CommandDeps): Promise<void> {
  const { database } = opened;
  const at = new Date();
  const periods = await (await openPolicy(opened)).recent();
  for (const gone of await foreseeRetention({ database, periods, at })) tell(gone, 'would');
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
  for (const gone of await runRetention({ database, periods, at }, COMMAND_LINE)) tell(gone, 'did');
  if (archive === undefined || months === null) return;
  const store = (name: string, lines: AsyncIterable<string>) => storeLines(archive, name, lines);
  for (const month of await archiveMonths({ database, at, store }, months, COMMAND_LINE)) {
    say(sentenceOf(month), month);
  }
}

function tell({ kind, before, rows }: Gone, tense: 'did' | 'would'): void {
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
