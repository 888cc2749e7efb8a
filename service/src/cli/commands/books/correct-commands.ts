import { Command, InvalidArgumentError, Option } from 'commander';
import { type AdjustedAccount, readAccount } from '../../../domain/books/adjustment.ts';
import { COMMAND_LINE } from '../../../flows/access/actor.ts';
import { ONE_PERSON } from '../../../flows/access/policy.ts';
import { adjustBooks, joinWallets, setFeeBearer } from '../../../flows/books/adjust-books.ts';
import { fail, say } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';

// What people change in the books.

export function adjustCommand(): Command {
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
            const adjusted = await adjustBooks(deps, COMMAND_LINE, { account, changeXaf, ...said });
            if (adjusted.kind === 'no_account')
              return fail('there is no such account in the books');
            say('booked');
          }),
      )
      // A negative number is not an option.
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

export function feesCommand(): Command {
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
        const isFound = await setFeeBearer({ database }, COMMAND_LINE, said);
        if (!isFound) return fail(`there is no application ${name}`);
        say(`fees of ${name} are borne by ${said.bearsFees ? 'it' : 'us'}`);
      }),
    );
}

export function sameWalletCommand(): Command {
  return new Command('same-wallet')
    .description('Say that two wallets are one account with the operator.')
    .argument('<wallet>', 'the one that turned out to be the other: <operator>:<number>')
    .argument('<into>', 'the other')
    .action((wallet: string, into: string) =>
      withPreparedDatabase(async ({ database }) => {
        const isDone = await joinWallets({ database }, COMMAND_LINE, { wallet, into });
        if (!isDone) return fail('they are the same already');
        say(`${wallet} is ${into}`);
      }),
    );
}
