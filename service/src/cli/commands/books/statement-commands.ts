import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { listDifferences } from '../../../db/finance/differences.ts';
import { proposeAct } from '../../../domain/finance/line-record.ts';
import { mappingName } from '../../../domain/finance/statements/mapping.ts';
import { operatorsOfWallet } from '../../../domain/finance/wallet.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import {
  type ImportPreview,
  importStatement,
  previewImport,
  reconcileStatements,
  type StatementFile,
} from '../../../flows/finance/import-statement.ts';
import { listMappings } from '../../../flows/finance/map-statement.ts';
import { loadStatementMappings, ownMappings } from '../../../settings/statement-mappings.ts';
import { fail, say, whoRunsThis } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';
import { addMapCommand } from './map-statement.ts';

interface Options {
  readonly wallet: string;
  readonly mappings?: string;
  readonly preview?: true;
}

export function statementCommands(): Command {
  const statement = new Command('statement').description('Statements of operators.');
  statement
    .command('import')
    .description(
      'Import a CSV or XLSX export of an operator, all of it or nothing, and compare it.',
    )
    .argument('<file>')
    .requiredOption('--wallet <wallet>', 'whose it is: <operator>:<number>')
    .option('--mappings <file>', 'mappings of your own, tried before those that are shipped')
    .option('--preview', 'only say what is in it')
    .action(runImport);
  addMapCommand(statement);
  statement
    .command('reconcile')
    .description('Compare all statements again and list what differs.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        await reconcileStatements({ database });
        for (const row of await listDifferences(database, { limit: 1_000 })) {
          const cents = row.theirsCents ?? row.oursCents ?? '0';
          say(
            [
              row.kind,
              row.wallet,
              row.operatorTxId ?? row.transactionId,
              (Number(cents) / 100).toFixed(2),
              row.at.toISOString(),
              proposeAct(row),
              ...(row.isComputed ? ['formula'] : []),
            ].join('\t'),
            { ...row, proposal: proposeAct(row) },
          );
        }
      }),
    );
  return statement;
}

async function runImport(path: string, { wallet, mappings, preview }: Options): Promise<void> {
  const operators = operatorsOfWallet(wallet);
  const [operator] = operators;
  if (operator === undefined) {
    return fail('a wallet is written <operator>:<number>, or pool:<provider>');
  }
  const named = { wallet, operator, fileName: basename(path), content: readFileSync(path) };
  await withPreparedDatabase(async ({ database, config }) => {
    const own = mappings ?? ownMappings(config.operatorsDir);
    const files = operators.flatMap((one) => loadStatementMappings(one, own));
    const all = [...(await listMappings(database, operators, () => [])), ...files];
    // What was given with the command is tried before what people have kept.
    const tried = mappings === undefined ? all : [...files, ...all];
    const file: StatementFile = { ...named, mappings: tried };
    if (preview === true) return show(await previewImport({ database }, file));
    const onProgress = (written: number, of: number) => say(`${written} of ${of} lines`, null);
    const imported = await importStatement({ database }, whoRunsThis(), file, { onProgress });
    if (imported.kind === 'refused' || imported.kind === 'busy') return show(imported);
    if (imported.kind === 'known') return say('the same file was imported before');
    const { lines, fresh } = imported;
    say(`imported ${lines} lines, of which ${fresh} are new`, { lines, fresh });
  });
}

function show(read: ImportPreview): void {
  if (read.kind === 'busy') return fail('another statement is being read: try again in a minute');
  if (read.kind === 'refused') {
    const problems = read.problems.map(({ row, problem }) => `line ${row}: ${sentenceOf(problem)}`);
    return fail(...problems, 'nothing was imported');
  }
  const { lines, failed, computed } = read.facts;
  say(`${lines} lines by ${mappingName(read.mapping)}, of which ${failed} failed`);
  if (computed > 0) say(`${computed} lines have a cell that is a formula: look at them`);
  for (const { row, at, direction, amountCents, other, operatorTxId } of read.first) {
    const xaf = (amountCents / 100).toFixed(2);
    say(`${row}\t${at.toISOString()}\t${direction}\t${xaf}\t${other}\t${operatorTxId}`);
  }
  if (read.outcome === null) return say('the same file was imported before');
  const { fresh, agreed, differences } = read.outcome;
  say(`${fresh} would be new, ${agreed} would agree`, { fresh, agreed });
  for (const { kind, count } of differences) say(`${kind}\t${count}`, { kind, count });
}
