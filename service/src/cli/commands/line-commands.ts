import { Command, InvalidArgumentError } from 'commander';
import { type BalanceGap, type ListedLine, listLines, listOpenGaps } from '../../db/lines/lines.ts';
import { normaliseLine } from '../../domain/lines/line.ts';
import { maskNumbersIn } from '../../domain/msisdn.ts';
import { sentenceOf } from '../../domain/remarks/remark.ts';
import { COMMAND_LINE } from '../../flows/access/actor.ts';
import { acceptLine } from '../../flows/decisions/accept-line.ts';
import { fail, parseReason, REASON, REASON_HELP } from '../options.ts';
import { openSms } from '../sms-deps.ts';
import { withPreparedDatabase } from '../with-database.ts';

export function lineCommands(): Command {
  const line = new Command('line').description('Our own numbers that players pay.');
  line.addCommand(listCommand());
  line.addCommand(acceptCommand());
  return line;
}

function listCommand(): Command {
  return new Command('list')
    .description('List the lines, what each should hold by its texts, and what does not add up.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const lines = await listLines(database);
        const breaks = await listOpenGaps(database, null);
        const ownLines = lines.map(({ line }) => line);
        for (const row of lines) {
          console.log(lineText(row));
          for (const one of breaks.filter(({ line }) => line === row.line)) {
            console.log(breakText(one));
            console.log(`    ${maskNumbersIn(`${one.sender}: ${one.text}`, ownLines)}`);
          }
        }
        if (lines.length === 0) console.log('there are no lines');
      }),
    );
}

function lineText({ line, balanceCents, balanceAt, waiting }: ListedLine): string {
  const balance =
    balanceCents === null || balanceAt === null
      ? 'no balance known'
      : `balance ${xaf(balanceCents)} XAF at ${balanceAt.toISOString()}`;
  return `${line}  ${balance}${waiting === 0 ? '' : `  ${waiting} payments wait`}`;
}

function breakText({ at, balanceCents, expectedCents, meaning, smsId }: BalanceGap): string {
  const [named, expected] = [xaf(balanceCents), xaf(expectedCents)];
  return `  ${at.toISOString()}  ${smsId}  ${named} instead of ${expected} XAF  ${sentenceOf(meaning)}`;
}

function xaf(cents: number): string {
  return (cents / 100).toFixed(2);
}

interface AcceptOptions {
  /** In cents. */
  readonly balance: number;
  readonly reason: string;
}

function acceptCommand(): Command {
  return new Command('accept')
    .description('Go on from the balance that a line has; payments that waited are matched.')
    .argument('<line>', 'the number or merchant code')
    .requiredOption('--balance <xaf>', 'as the operator shows it, such as 50500.25', parseBalance)
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((text: string, { balance: balanceCents, reason }: AcceptOptions) =>
      withPreparedDatabase(async (opened) => {
        const line = normaliseLine(text);
        const asked = { line, balanceCents, gapIds: null, reason };
        const accepted = await acceptLine(openSms(opened), COMMAND_LINE, asked);
        if (accepted.kind === 'nothing_open') return fail(`nothing about ${line} is in doubt`);
        if (accepted.kind !== 'accepted') {
          return fail(`no text of ${line} told ${xaf(balanceCents)} XAF: see \`momo line list\``);
        }
        const { credited, held } = accepted;
        console.log(`accepted ${line}: ${credited} payments credited, ${held} held`);
      }),
    );
}

function parseBalance(text: string): number {
  if (/^\d{1,12}(?:\.\d{1,2})?$/.test(text)) return Math.round(Number(text) * 100);
  throw new InvalidArgumentError('A balance is francs, with a point before hundredths.');
}
