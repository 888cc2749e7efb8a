import { Command, InvalidArgumentError } from 'commander';
import type { ComparedPrefix } from '../../../domain/finance/number-evidence.ts';
import { reportNumbers } from '../../../flows/finance/report-numbers.ts';
import { parseWhole, say } from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';

export function numbersCommands(): Command {
  const numbers = new Command('numbers').description('Which operator has which phone numbers.');
  numbers.addCommand(reportCommand());
  return numbers;
}

function reportCommand(): Command {
  return new Command('report')
    .description(
      'Compare operator_prefixes with the payments of the last days; exit code 1 when it is wrong.',
    )
    .option('--days <number>', 'how far back', parseDays, 90)
    .action(({ days }: { readonly days: number }) =>
      withPreparedDatabase(async (opened) => {
        const { database } = opened;
        const { operatorPrefixes: table } = await (await openPolicy(opened)).recent();
        const { prefixes, proposal } = await reportNumbers({ database, table }, { days });
        for (const prefix of prefixes) say(lineOf(prefix), prefix);
        if (prefixes.length === 0) say('there were no payments', null);
        if (proposal === null) return;
        say(`operator_prefixes=${proposal}`, { proposal });
        process.exitCode = 1;
      }),
    );
}

function lineOf({ prefix, tableSays, verdict, seen }: ComparedPrefix): string {
  const facts = seen.map(
    ({ operator, texts, transactions }) =>
      `${operator}: ${texts} texts, ${transactions} transactions`,
  );
  return `${prefix}  ${verdict.padEnd(12)}  table: ${tableSays ?? 'nobody'}  ${facts.join('; ')}`;
}

function parseDays(text: string): number {
  const days = parseWhole(text);
  if (days < 1 || days > 730) throw new InvalidArgumentError('From 1 to 730.');
  return days;
}
