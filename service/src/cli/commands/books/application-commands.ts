import { Command, InvalidArgumentError } from 'commander';
import { listPlatformMoney } from '../../../db/books/application-money.ts';
import { findAvailableXaf } from '../../../domain/books/application-money.ts';
import { ONE_PERSON } from '../../../flows/access/policy.ts';
import {
  type Settled,
  type Settlement,
  setCredit,
  settleApplication,
} from '../../../flows/books/application-money.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../../options.ts';
import { withPreparedDatabase } from '../../with-database.ts';

export function applicationsCommand(): Command {
  return new Command('applications')
    .description('What each application is owed, was paid of it, and may still spend.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        for (const money of await listPlatformMoney(database)) {
          const { name, owedXaf: left, settledXaf: settled, promisedXaf, creditXaf } = money;
          const owed = left + settled;
          const available = findAvailableXaf(money);
          say(
            `${name}\towed ${owed}\tsettled ${settled}\tleft ${left}\tpromised ${promisedXaf}` +
              `\tcredit ${creditXaf ?? 'none'}\tavailable ${available ?? 'without limit'}`,
            { name, owed, settled, left, promised: promisedXaf, credit: creditXaf, available },
          );
        }
      }),
    );
}

export function creditCommand(): Command {
  return new Command('credit')
    .description('Say how far an application’s payouts may go beyond what it has.')
    .argument('<application>', 'its name')
    .argument('<xaf>', '0: only what it has; none: without a limit', parseCredit)
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((application: string, creditXaf: number | null, { reason }: Said) =>
      withPreparedDatabase(async ({ database }) => {
        const asked = { application, creditXaf, reason };
        const set = await setCredit({ database, policy: ONE_PERSON }, whoRunsThis(), asked);
        if (set.kind !== 'done') return fail(sayRefusal(set, application));
        const limit = creditXaf === null ? 'is without a limit' : `is ${creditXaf} XAF`;
        say(`the credit line of ${application} ${limit}`);
      }),
    );
}

export function settleCommand(): Command {
  return new Command('settle')
    .description('Record that an application was paid what it is owed, by a bank or to a number.')
    .argument('<application>', 'its name')
    .argument('<xaf>', 'how much it was paid', parseAmount)
    .requiredOption('--reference <text>', 'what the bank or operator calls the transfer')
    .requiredOption('--paid-to <text>', 'the bank account or number')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((application: string, amountXaf: number, said: Omit<Settlement, 'application'>) =>
      withPreparedDatabase(async ({ database }) => {
        const { reference, paidTo, reason } = said;
        const paid = { application, amountXaf, reference, paidTo, reason };
        const deps = { database, policy: ONE_PERSON };
        const settled = await settleApplication(deps, whoRunsThis(), paid);
        if (settled.kind !== 'done') return fail(sayRefusal(settled, application));
        say(`${application} was paid ${amountXaf} XAF`);
      }),
    );
}

interface Said {
  readonly reason: string;
}

function sayRefusal(
  refused: Exclude<Settled, { readonly kind: 'done' }>,
  application: string,
): string {
  switch (refused.kind) {
    case 'no_application':
      return `there is no application ${application}`;
    case 'more_than_owed':
      return `${application} is owed less than that, without what its approved payouts need`;
    case 'settled_already':
      return 'a settlement with this reference is booked already';
    case 'waits':
    case 'change_waits':
      return 'a change of it waits for a second person';
  }
}

function parseCredit(text: string): number | null {
  return text === 'none' ? null : parseXaf(text, 0);
}

function parseAmount(text: string): number {
  return parseXaf(text, 1);
}

function parseXaf(text: string, least: number): number {
  const xaf = /^\d{1,13}$/.test(text) ? Number(text) : -1;
  if (xaf >= least) return xaf;
  throw new InvalidArgumentError('Give whole XAF, such as 250000.');
}
