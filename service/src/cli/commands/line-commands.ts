import { Command, InvalidArgumentError } from 'commander';
import { type LooseStep, listLooseSteps } from '../../db/lines/balance-steps.ts';
import { type ListedLine, listLines } from '../../db/lines/lines.ts';
import { findBalanceDoubt } from '../../domain/lines/doubt-balance.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { maskNumbersIn } from '../../domain/msisdn.ts';
import { ONE_PERSON } from '../../flows/access/policy.ts';
import { trustBalance } from '../../flows/decisions/trust-balance.ts';
import { declareWithoutBalances } from '../../flows/lines/administer-gateways.ts';
import { listPayoutStops } from '../../flows/lines/list-line-problems.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import { openSms, withPreparedDatabase } from '../with-database.ts';

export function lineCommands(): Command {
  const line = new Command('line').description('Our own numbers that players pay.');
  line.addCommand(listCommand());
  line.addCommand(openCommand());
  return line;
}

function listCommand(): Command {
  return new Command('list')
    .description('List the lines, what each has by its texts, and the texts that do not connect.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const lines = await listLines(database);
        const loose = await listLooseSteps(database, null);
        const stops = await listPayoutStops(database);
        const ownLines = lines.map(({ line }) => line);
        for (const row of lines) {
          say(lineText(row));
          for (const { sentence } of stops.filter(({ line }) => line === row.line)) {
            say(`  pays nothing out: ${sentence}`);
          }
          for (const one of loose.filter(({ line }) => line === row.line)) {
            say(looseText(row, one));
            say(`    ${maskNumbersIn(`${one.sender}: ${one.text}`, ownLines)}`);
          }
        }
        if (lines.length === 0) say('there are no lines', null);
      }),
    );
}

function lineText(row: ListedLine): string {
  const { line, waiting, isInGap } = row;
  const parts = [line, balanceText(row), isInGap ? 'in a gap' : ''];
  if (waiting > 0) parts.push(`${waiting} payments wait`);
  return parts.filter((part) => part !== '').join('  ');
}

function balanceText({ isOpened, tellsBalances, balanceCents, balanceAt }: ListedLine): string {
  if (!isOpened) return 'not opened: it cannot confirm payments';
  if (!tellsBalances) return 'declared to tell no balances';
  if (balanceCents === null || balanceAt === null) return 'no balance known';
  return `balance ${xaf(balanceCents)} XAF at ${balanceAt.toISOString()}`;
}

function looseText({ balanceCents }: ListedLine, step: LooseStep): string {
  const { at, smsId, beforeCents, afterCents, stored } = step;
  const moved = `from ${xaf(beforeCents)} to ${xaf(afterCents)} XAF`;
  const doubt = findBalanceDoubt(stored, { hasBalance: balanceCents !== null });
  const meaning = doubt === null ? '' : `  ${sentenceOf(doubt)}`;
  return `  ${at.toISOString()}  ${smsId}  ${moved}${meaning}`;
}

function xaf(cents: number): string {
  return (cents / 100).toFixed(2);
}

interface OpenOptions {
  /** In cents. */
  readonly balance?: number;
  readonly minutesAgo: number;
  readonly withoutBalances?: boolean;
  readonly reason: string;
}

function openCommand(): Command {
  return new Command('open')
    .description('Put a line into use, or go on after a gap, with what the operator shows.')
    .argument('<line>', 'the number or merchant code')
    .option('--balance <xaf>', 'off the operator’s own screen, such as 50500.25', parseBalance)
    .option('--minutes-ago <n>', 'when it was read there, at most 10', parseMinutes, 0)
    .option(
      '--without-balances',
      'its texts name none: anyone who can send in the operator’s name can have deposits credited',
    )
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((text: string, options: OpenOptions) =>
      withPreparedDatabase(async (opened) => {
        const { balance, withoutBalances = false, reason } = options;
        const line = normaliseLine(text);
        if ((balance === undefined) !== withoutBalances) {
          return fail('give either --balance or --without-balances');
        }
        const unknown = `there is no line ${line}: add its SIM to a gateway first`;
        if (balance === undefined) {
          const deps = { database: opened.database, policy: ONE_PERSON };
          const declared = await declareWithoutBalances(deps, whoRunsThis(), { line, reason });
          const isDone = declared === 'declared';
          return isDone ? say(`opened ${line} without balances`) : fail(unknown);
        }
        const read = {
          line,
          balanceCents: balance,
          readAt: { agoMs: options.minutesAgo * 60_000 },
        };
        const said = { ...read, source: 'staff', reason } as const;
        const trusted = await trustBalance(await openSms(opened), whoRunsThis(), said);
        if (trusted === null) return fail(unknown);
        const { credited, toDecide, held, left, becomesCents, gap } = trusted;
        if (gap !== null) say(sentenceOf(gap));
        say(
          `${line} goes on from ${xaf(becomesCents)} XAF: ${credited} payments credited, ` +
            `${toDecide} of deposits on hold, ${held} unmatched, ${left} to be decided one by one`,
        );
      }),
    );
}

function parseMinutes(text: string): number {
  if (/^(?:\d|10)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A balance is read at most 10 minutes ago: look again.');
}

function parseBalance(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
  throw new InvalidArgumentError('A balance is francs, with a point before hundredths.');
}
