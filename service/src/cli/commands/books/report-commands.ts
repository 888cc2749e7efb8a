import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { listClosings } from '../../../db/finance/closings.ts';
import type { ClosingContent } from '../../../domain/finance/closing.ts';
import { writeDayRows } from '../../../domain/finance/day-report.ts';
import type { ComparedPrefix } from '../../../domain/finance/number-evidence.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from '../../../domain/messages/report-words.ts';
import { formatCents } from '../../../domain/money.ts';
import {
  REPORT_FORMATS,
  type ReportFormat,
  reportBooks,
} from '../../../flows/books/report-books.ts';
import { reportNumbers } from '../../../flows/finance/load-figures.ts';
import { reportDay, writeDayReport } from '../../../flows/finance/report-day.ts';
import { fail, parseWhole, say, whoRunsThis } from '../../options.ts';
import { openPolicy, withPreparedDatabase } from '../../with-database.ts';

interface ReportOptions {
  readonly wallet?: string;
  readonly application?: string;
  readonly from: string;
  readonly to: string;
  readonly format: ReportFormat;
  readonly output: string;
}

export function reportCommand(): Command {
  return new Command('report')
    .description('Write what moved a wallet or an application’s account over some days to a file.')
    .option('--wallet <wallet>', 'written <operator>:<number>')
    .option('--application <name>', 'its name')
    .requiredOption('--from <day>', 'YYYY-MM-DD in Douala', parseDay)
    .requiredOption('--to <day>', 'the last day', parseDay)
    .addOption(new Option('--format <format>').choices(REPORT_FORMATS).default('xlsx'))
    .requiredOption('--output <file>', 'where to write it')
    .action(async ({ wallet, application, output, ...asked }: ReportOptions) => {
      if ((wallet === undefined) === (application === undefined)) {
        return fail('give --wallet or --application, one of them');
      }
      const account =
        wallet === undefined
          ? ({ kind: 'application', name: application ?? '' } as const)
          : ({ kind: 'wallet', wallet } as const);
      await withPreparedDatabase(async ({ database }) => {
        const report = await reportBooks({ database }, whoRunsThis(), { ...asked, account });
        if (report.kind === 'no_account') return fail('there is no such account in the books');
        if (report.kind === 'too_long') return fail('more than 100,000 rows: ask for fewer days');
        await pipeline(report.file, createWriteStream(output));
        say(`wrote ${output}`, { output });
      });
    });
}

export function closingsCommand(): Command {
  return new Command('closings')
    .description('List the days that are closed, or show one of them with every account.')
    .argument('[day]', 'YYYY-MM-DD in Douala', parseDay)
    .action((day: string | undefined) =>
      withPreparedDatabase(async ({ database }) => {
        const closings = await listClosings(database);
        if (day === undefined) {
          for (const { day: closed, closedAt, hash } of closings) {
            const at = closedAt.toISOString();
            say(`${closed}\t${at}\t${hash}`, { day: closed, closed_at: at, hash });
          }
          return;
        }
        const found = closings.find((one) => one.day === day);
        if (found === undefined) return fail(`${day} is not closed`);
        show(JSON.parse(found.content) as ClosingContent);
      }),
    );
}

function show({ accounts, wallets, differences, unmatched, disputed }: ClosingContent): void {
  for (const account of accounts) {
    const { kind, key, opening, debits, credits, closing } = account;
    const figures = [opening, debits, credits, closing].map((cents) => formatCents(BigInt(cents)));
    say([`${kind} ${key}`.trim(), ...figures].join('\t'), account);
  }
  for (const one of wallets) {
    const { wallet, book, told: reported, difference, cause } = one;
    const figures = [book, reported, difference].map((cents) => formatCents(BigInt(cents)));
    say([wallet, ...figures, cause].join('\t'), one);
  }
  for (const one of differences) say(`${one.kind}\t${one.count}`, one);
  for (const [name, ages] of Object.entries({ unmatched, disputed })) {
    const figures = Object.entries(ages).map(
      ([age, cents]) => `${age} ${formatCents(BigInt(cents))}`,
    );
    say(`${name}\t${figures.join('\t')}`, { [name]: ages });
  }
}

/** One day for a finance manager. */
export function dayCommand(): Command {
  return new Command('day')
    .description('Show the report of one day, closed or not, or write it to a file.')
    .argument('<day>', 'YYYY-MM-DD in Douala', parseDay)
    .addOption(new Option('--language <language>').choices(REPORT_LANGUAGES).default('en'))
    .option('--output <file>', 'write it as XLSX')
    .action((day: string, { language, output }: DayOptions) =>
      withPreparedDatabase(async ({ database }) => {
        if (output !== undefined) {
          const file = await writeDayReport({ database }, whoRunsThis(), { day, language });
          await pipeline(file, createWriteStream(output));
          return say(`wrote ${output}`, { output });
        }
        for (const row of writeDayRows(await reportDay(database, day), language)) {
          say(row.map((cell) => cell ?? '').join('\t'), { row });
        }
      }),
    );
}

interface DayOptions {
  readonly language: ReportLanguage;
  readonly output?: string;
}

export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isDay) return text;
  throw new InvalidArgumentError('A day is written YYYY-MM-DD.');
}

export function numbersCommands(): Command {
  const numbers = new Command('numbers').description('Which operator has which phone numbers.');
  numbers.addCommand(numbersReportCommand());
  return numbers;
}

function numbersReportCommand(): Command {
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
