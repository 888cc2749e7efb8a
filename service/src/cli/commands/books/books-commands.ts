import { Command, InvalidArgumentError } from 'commander';
import { listBalances } from '../../../db/books/balances.ts';
import { toCents } from '../../../domain/books/posting.ts';
import { COMMAND_LINE } from '../../../flows/access/actor.ts';
import { closeByHand } from '../../../flows/finance/close-books.ts';
import { openBooks } from '../../../flows/finance/open-books.ts';
import { type BooksReport, verifyBooks } from '../../../flows/finance/verify-books.ts';
import { say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';
import { adjustCommand, feesCommand, sameWalletCommand } from './correct-commands.ts';
import { formatCents } from './format-cents.ts';
import { closingsCommand, parseDay, reportCommand } from './report-commands.ts';

export function booksCommands(): Command {
  const books = new Command('books').description('Double entry: what we owe, and what is where.');
  books.addCommand(openCommand());
  books.addCommand(verifyCommand());
  books.addCommand(balancesCommand());
  books.addCommand(closeCommand());
  books.addCommand(closingsCommand());
  books.addCommand(reportCommand());
  books.addCommand(adjustCommand());
  books.addCommand(feesCommand());
  books.addCommand(sameWalletCommand());
  return books;
}

function openCommand(): Command {
  return new Command('open')
    .description('Book what was stored before there were books; it may be stopped and run again.')
    .option(
      '--balance <wallet=xaf>',
      'what is in a wallet now, written <operator>:<number>=<XAF>; may be repeated',
      addBalance,
    )
    .action(async ({ balance = new Map() }: { readonly balance?: Said }) => {
      await withPreparedDatabase(async ({ database }) => {
        const { looked, wallets } = await openBooks({ database }, balance);
        say(`looked at ${looked} transactions and payments`, { looked });
        for (const { wallet, cents } of wallets) {
          const facts = { wallet, cents: Number(cents) };
          say(`${wallet} opens with ${formatCents(cents)} XAF`, facts);
        }
      });
    });
}

type Said = ReadonlyMap<string, bigint>;

function addBalance(text: string, before: Said = new Map()): Said {
  const [, wallet, xaf] = /^([a-z0-9-]+:[^=\s]+)=(\d{1,15})$/.exec(text) ?? [];
  if (wallet !== undefined && xaf !== undefined) {
    return new Map([...before, [wallet, toCents(Number(xaf))]]);
  }
  throw new InvalidArgumentError('Give a wallet and its balance: <operator>:<number>=<XAF>.');
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('Prove the books by all that is stored; names everything that does not hold.')
    .action(async () => {
      await withPreparedDatabase(async ({ database }) => {
        const report = await verifyBooks(database);
        say(asText(report), toFacts(report));
        if (!report.holds) process.exitCode = 1;
      });
    });
}

/** JSON has no bigints, and no account has more cents than a number counts exactly. */
function toFacts(report: BooksReport): object {
  const text = JSON.stringify(report, (_key, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as object;
}

function asText({ holds, proofs, findings, closings, wallets }: BooksReport): string {
  const broken = proofs.filter(({ count }) => count > 0);
  return [
    holds ? 'the books hold' : 'the books do not hold',
    ...proofs.map(({ name, count }) => `  ${count === 0 ? 'ok  ' : 'FAIL'}  ${name}`),
    ...findings.map(({ subject, problem }) => `${subject}: ${problem}`),
    ...closings.map(({ day, problem }) => `closing:${day}: ${problem}`),
    ...broken
      .filter(({ name, count }) => count > findings.filter(({ proof }) => proof === name).length)
      .map(({ name, count }) => `${name}: ${count} in all, of which the first are listed`),
    ...wallets.map(
      ({ wallet, bookCents, toldCents, source, toldAt, differenceCents, cause }) =>
        `${wallet}: books ${formatCents(bookCents)}, told ${formatCents(toldCents)} ` +
        `by ${source} at ${toldAt.toISOString()}` +
        (cause === 'none' ? '' : `, difference ${formatCents(differenceCents)}: ${cause}`),
    ),
  ].join('\n');
}

function closeCommand(): Command {
  return new Command('close')
    .description('Close every open day up to one that is over; the service does so at 02:00.')
    .argument('[day]', 'YYYY-MM-DD in Douala; without one the last that is over', parseDay)
    .action(async (day: string | undefined) => {
      await withPreparedDatabase(async ({ database }) => {
        const days = await closeByHand({ database }, COMMAND_LINE, day ?? null);
        const text = days.length === 0 ? 'nothing to close' : `closed ${days.join(', ')}`;
        say(text, { closed: days });
      });
    });
}

function balancesCommand(): Command {
  return new Command('balances')
    .description('Every account: positive is what is there, negative what is owed.')
    .action(async () => {
      await withPreparedDatabase(async ({ database }) => {
        for (const { kind, key, cents } of await listBalances(database)) {
          const account = key === '' ? kind : `${kind} ${key}`;
          say(`${account}\t${formatCents(cents)}`, { kind, key, cents: Number(cents) });
        }
      });
    });
}
