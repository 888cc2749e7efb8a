import { Command, InvalidArgumentError, Option } from 'commander';
import { listBalances } from '../../../db/books/balances.ts';
import { type AdjustedAccount, readAccount, toCents } from '../../../domain/books/posting.ts';
import { formatCents } from '../../../domain/money.ts';
import { ONE_PERSON } from '../../../flows/access/policy.ts';
import { joinWallets, setFeeBearer } from '../../../flows/books/adjust-books.ts';
import {
  closeBooks,
  findWhyNotClosed,
  type WhyNotClosed,
} from '../../../flows/finance/close-books.ts';
import { adjustBooks } from '../../../flows/finance/differences/correct-books.ts';
import { openBooks, type WaitingWallet } from '../../../flows/finance/open-books.ts';
import { askForRepair, lookForRepairs, type Repair } from '../../../flows/finance/repair-books.ts';
import { type BooksReport, verifyBooks } from '../../../flows/finance/verify-books.ts';
import { openRowSeal, requireRowSeal } from '../../../flows/row-key.ts';
import { createVault } from '../../../signing/sealed-text.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../../options.ts';
import { openSms, withPreparedDatabase } from '../../with-database.ts';
import type { OpenAccounts } from '../channel-commands.ts';
import { applicationsCommand, creditCommand, settleCommand } from './application-commands.ts';
import { overpaymentsCommand } from './overpayment-command.ts';
import { closingsCommand, dayCommand, parseDay, reportCommand } from './report-commands.ts';

export function booksCommands(openAccounts: OpenAccounts): Command {
  const books = new Command('books').description('Double entry: what we owe, and what is where.');
  books.addCommand(openCommand());
  books.addCommand(verifyCommand());
  books.addCommand(repairCommand());
  books.addCommand(balancesCommand());
  books.addCommand(closeCommand());
  books.addCommand(closingsCommand());
  books.addCommand(dayCommand());
  books.addCommand(reportCommand());
  books.addCommand(adjustCommand());
  books.addCommand(applicationsCommand());
  books.addCommand(creditCommand());
  books.addCommand(settleCommand(openAccounts));
  books.addCommand(overpaymentsCommand());
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
        const { looked, wallets, waiting } = await openBooks({ database }, balance);
        say(`looked at ${looked} transactions and payments`, { looked });
        for (const { wallet, cents } of wallets) {
          const facts = { wallet, cents: Number(cents) };
          say(`${wallet} opens with ${formatCents(cents)} XAF`, facts);
        }
        for (const one of waiting) {
          const { wallet, between, unproven, isSaidTwice } = one;
          const moved = between.map(({ subject }) => subject);
          const text = `${wallet} is not opened yet: ${sayWhyItWaits(one)}`;
          say(text, { wallet, waits_for: moved, unproven, said_twice: isSaidTwice });
          process.exitCode = 1;
        }
      });
    });
}

type Said = ReadonlyMap<string, bigint>;

function sayWhyItWaits(waiting: WaitingWallet): string {
  const { wallet, reportedAt, between, unproven, isSaidTwice } = waiting;
  if (isSaidTwice) return 'two --balance name it, and they differ; give one';
  if (reportedAt !== null && between.length > 0) {
    return (
      `${sayBetween({ reportedAt, between })}; run this again after its next balance, or say ` +
      `what it has: --balance ${wallet}=<XAF>`
    );
  }
  const texts =
    unproven === 1 ? '1 text of its line reports' : `${unproven} texts of its line report`;
  return (
    `${texts} money that is neither booked nor dismissed, and its balance may contain it; type ` +
    `the balance of the line and decide about its unmatched payments, then run this again`
  );
}

function addBalance(text: string, before: Said = new Map()): Said {
  const [, wallet, xaf] = /^([a-z0-9-]+:[^=\s]+)=(\d{1,15})$/.exec(text) ?? [];
  if (wallet !== undefined && xaf !== undefined) {
    if (before.has(wallet)) throw new InvalidArgumentError(`--balance names ${wallet} twice.`);
    return new Map([...before, [wallet, toCents(Number(xaf))]]);
  }
  throw new InvalidArgumentError('Give a wallet and its balance: <operator>:<number>=<XAF>.');
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('Prove the books by all that is stored; names everything that does not hold.')
    .action(async () => {
      await withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const report = await verifyBooks(database, await openRowSeal({ database, vault }));
        say(asText(report), toFacts(report));
        if (!report.holds) process.exitCode = 1;
      });
    });
}

/**
 * JSON has no bigints, and every account's cents fit into a number exactly. Release 0.2 has other
 * names for what is reported of a wallet; both are there until release 0.4.
 */
function toFacts(report: BooksReport): object {
  const wallets = report.wallets.map((wallet) => {
    return { ...wallet, toldCents: wallet.reportedCents, toldAt: wallet.reportedAt };
  });
  const text = JSON.stringify({ ...report, wallets }, (_key, value: unknown) =>
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
    ...sayUnopened(wallets),
    ...wallets
      .filter(isOpened)
      .map(
        ({ wallet, bookCents, reportedCents, source, differenceCents, cause, ...read }) =>
          `${wallet}: books ${formatCents(bookCents)}, reported ${formatCents(reportedCents)} ` +
          `by ${source} at ${read.reportedAt.toISOString()}` +
          (cause === 'none' ? '' : `, difference ${formatCents(differenceCents)}: ${cause}`) +
          (cause === 'none' || read.between.length === 0 ? '' : `; ${sayBetween(read)}`),
      ),
  ].join('\n');
}

/** Which movements a balance was read amid. */
function sayBetween({
  reportedAt,
  between,
}: Pick<BooksReport['wallets'][number], 'reportedAt' | 'between'>): string {
  const moved = between.map(({ subject, cents }) => `${subject} (${formatCents(cents)})`);
  return `its balance of ${reportedAt.toISOString()} may or may not contain ${moved.join(', ')}`;
}

const isOpened = ({ cause }: BooksReport['wallets'][number]) => cause !== 'no_opening_balance';

/** All of them once, since one command opens them. */
function sayUnopened(wallets: BooksReport['wallets']): readonly string[] {
  const unopened = wallets.filter((wallet) => !isOpened(wallet)).map(({ wallet }) => wallet);
  if (unopened.length === 0) return [];
  return [`never opened, so not compared (momo books open): ${unopened.join(', ')}`];
}

function repairCommand(): Command {
  return new Command('repair')
    .description('Turn round what is booked wrong, as far as the service can prove it.')
    .option('--look', 'list what is wrong and the entries that turn it round; book nothing')
    .option('--by <e-mail>', 'the person of the staff who requests it; a second one approves it')
    .option(REASON, REASON_HELP, parseReason)
    .action(({ look = false, by, reason }: RepairOptions) =>
      withPreparedDatabase(async (opened) => {
        const deps = await openSms(opened);
        if (look) return sayRepairs(await lookForRepairs(deps));
        if (by === undefined || reason === undefined)
          return fail('give --look, or --by and --reason');
        const asked = await askForRepair(deps, whoRunsThis(), { by, reason });
        switch (asked.kind) {
          case 'nothing':
            return sayRepairs([]);
          case 'nobody':
            return fail('only finance and administrators may request it, and --by names none');
          case 'change_waits':
            return fail('a repair waits already: momo change list');
          case 'waits':
            sayRepairs(asked.repairs);
            say(
              `nothing is booked yet: a second person approves it, in the console or with ` +
                `momo agreement approve ${asked.changeId}`,
              { waits: asked.changeId },
            );
        }
      }),
    );
}

interface RepairOptions {
  readonly look?: boolean;
  readonly by?: string;
  readonly reason?: string;
}

function sayRepairs(repairs: readonly Repair[]): void {
  if (repairs.length === 0) say('there is nothing to repair', { repairs: 0 });
  for (const { subject, problem, postings } of repairs) {
    const entries = postings.map(({ rule, cause, wallet, amountCents }) => {
      return { rule, cause, wallet, cents: amountCents === null ? null : Number(amountCents) };
    });
    say(`${subject}: ${problem}`, { subject, problem, entries });
    for (const { rule, cause, wallet, amountCents } of postings) {
      const amount = amountCents === null ? 'its amount' : `${formatCents(amountCents)} XAF`;
      const into = wallet === null ? '' : `, wallet ${wallet}`;
      say(`  ${rule} for ${cause}: ${amount}${into}`, null);
    }
  }
}

function closeCommand(): Command {
  return new Command('close')
    .description('Close every open day up to one that is over; the service does so at 02:00.')
    .argument('[day]', 'YYYY-MM-DD in Douala; without one the last that is over', parseDay)
    .action(async (day: string | undefined) => {
      await withPreparedDatabase(async ({ database, config }) => {
        const vault = createVault(config.secretsKey, config.otherSecretsKeys);
        const seal = await requireRowSeal({ database, vault });
        const days = await closeBooks({ database, seal }, day ?? null, whoRunsThis());
        if (days.length > 0) return say(`closed ${days.join(', ')}`, { closed: days });
        const why = await findWhyNotClosed(database, day ?? null);
        say(`nothing to close: ${sayWhy(why)}`, { closed: [], why });
      });
    });
}

function sayWhy(why: WhyNotClosed): string {
  switch (why.kind) {
    case 'nothing_booked':
      return 'nothing has been booked yet';
    case 'closed_already':
      return 'it is closed already';
    case 'not_over':
      return `the next day can be closed from ${why.overAt.toISOString()} on`;
    case 'deposit_open':
      return `deposit ${why.depositId}, whose deadline was in it, is still open`;
  }
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

// Changes that people make to the books.

function adjustCommand(): Command {
  return (
    new Command('adjust')
      .description('Correct an account; the audit log keeps who, why and by what evidence.')
      .argument(
        '<account>',
        'wallet:<operator>:<number>, application:<id>, disputed …',
        parseAccount,
      )
      .argument('<xaf>', 'positive: more in a wallet, or more that we owe', parseChange)
      .requiredOption('--reason <text>', 'why')
      .requiredOption('--evidence <text>', 'where it can be checked')
      .action(
        (
          account: AdjustedAccount,
          changeXaf: number,
          said: { readonly reason: string; readonly evidence: string },
        ) =>
          withPreparedDatabase(async ({ database }) => {
            const deps = { database, policy: ONE_PERSON };
            const adjusted = await adjustBooks(deps, whoRunsThis(), {
              account,
              changeXaf,
              ...said,
            });
            if (adjusted.kind === 'no_account')
              return fail('there is no such account in the books');
            say('booked');
          }),
      )
      // Commander would read a negative number as an option.
      .allowUnknownOption()
  );
}

function parseAccount(text: string): AdjustedAccount {
  const account = readAccount(text);
  if (account !== null) return account;
  throw new InvalidArgumentError('Accounts are written as in the list of momo books balances.');
}

function parseChange(text: string): number {
  const xaf = /^[+-]?\d{1,13}$/.test(text) ? Number(text) : 0;
  if (xaf !== 0) return xaf;
  throw new InvalidArgumentError('Give whole XAF, such as 1500 or -1500.');
}

function feesCommand(): Command {
  return new Command('fees')
    .description('Say who bears the operators’ fees of an application from now on.')
    .argument('<application>', 'its name')
    .addOption(
      new Option('--borne-by <who>', 'the application, or us')
        .choices(['application', 'us'])
        .makeOptionMandatory(),
    )
    .action((name: string, { borneBy }: { readonly borneBy: string }) =>
      withPreparedDatabase(async ({ database }) => {
        const said = { name, bearsFees: borneBy === 'application' };
        const isFound = await setFeeBearer({ database }, whoRunsThis(), said);
        if (!isFound) return fail(`there is no application ${name}`);
        say(`fees of ${name} are borne by ${said.bearsFees ? 'it' : 'us'}`);
      }),
    );
}

function sameWalletCommand(): Command {
  return new Command('same-wallet')
    .description('Say that two wallets are one account with the operator.')
    .argument('<wallet>', 'the one that turned out to be the other: <operator>:<number>')
    .argument('<into>', 'the other')
    .action((wallet: string, into: string) =>
      withPreparedDatabase(async ({ database }) => {
        const isDone = await joinWallets({ database }, whoRunsThis(), { wallet, into });
        if (!isDone) return fail('they are the same already');
        say(`${wallet} is ${into}`);
      }),
    );
}
