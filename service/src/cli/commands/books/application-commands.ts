import { Command, InvalidArgumentError } from 'commander';
import { listPlatformMoney } from '../../../db/books/application-money.ts';
import { findAvailableXaf } from '../../../domain/books/application-money.ts';
import { normaliseMsisdn } from '../../../domain/msisdn.ts';
import { ONE_PERSON } from '../../../flows/access/policy.ts';
import {
  type Settled,
  type Settlement,
  setCredit,
  settleApplication,
} from '../../../flows/books/application-money.ts';
import {
  paySettlement,
  type SettlementAsked,
  type SettlementPayout,
} from '../../../flows/decisions/pay-settlement.ts';
import { createCatalogueSource } from '../../../flows/providers/catalogue.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../../options.ts';
import { type CommandDeps, openPolicy, withPreparedDatabase } from '../../with-database.ts';
import type { OpenAccounts } from '../channel-commands.ts';

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
    .description(
      'Say how far an application’s payouts may go beyond what it has. A larger line takes two people in the console; at the machine one is enough.',
    )
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

export function settleCommand(openAccounts: OpenAccounts): Command {
  return new Command('settle')
    .description(
      'Pay an application what it is owed to a number, or record that a bank has paid it. A person in the console approves the payout; a record takes two people there, and one at the machine.',
    )
    .argument('<application>', 'its name')
    .argument('<xaf>', 'how much', parseAmount)
    .requiredOption('--reference <text>', 'what the bank or operator calls the transfer')
    .option('--paid-to <text>', 'the bank account or number that you have paid: only recorded')
    .option('--number <msisdn>', 'the Mobile Money number that the service pays')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((application: string, amountXaf: number, said: SaidSettlement) =>
      withPreparedDatabase(async (opened) => {
        const { reference, paidTo, number, reason } = said;
        if ((paidTo === undefined) === (number === undefined)) {
          return fail('give --paid-to for what you have paid, or --number to pay it now');
        }
        const asked = { application, amountXaf, reference, reason };
        if (paidTo === undefined) {
          return payTo(openAccounts, opened, { ...asked, msisdn: number ?? '' });
        }
        const paid = { ...asked, paidTo };
        const deps = { database: opened.database, policy: ONE_PERSON };
        const settled = await settleApplication(deps, whoRunsThis(), paid);
        if (settled.kind !== 'done') return fail(sayRefusal(settled, application));
        say(`${application} was paid ${amountXaf} XAF`);
      }),
    );
}

async function payTo(
  openAccounts: OpenAccounts,
  opened: CommandDeps,
  { msisdn, ...asked }: SettlementPayout,
): Promise<void> {
  const { adapters } = await openAccounts(opened);
  const { database } = opened;
  const catalogue = createCatalogueSource(database, { adapters });
  const deps = { database, catalogue, policy: await openPolicy(opened), onDecided: () => {} };
  const read = normaliseMsisdn(msisdn);
  if (read.kind === 'invalid') return fail(`the number ${read.reason}`);
  const paid = await paySettlement(deps, whoRunsThis(), { ...asked, msisdn: read.msisdn });
  if (paid.kind !== 'asked') return fail(sayRefusal(paid, asked.application));
  say(`withdrawal ${paid.withdrawalId} waits for a person who approves it in the console`, {
    withdrawal: paid.withdrawalId,
  });
}

interface Said {
  readonly reason: string;
}

interface SaidSettlement extends Pick<Settlement, 'reference' | 'reason'> {
  readonly paidTo?: string;
  readonly number?: string;
}

function sayRefusal(
  refused: Exclude<Settled | SettlementAsked, { readonly kind: 'done' | 'asked' }>,
  application: string,
): string {
  switch (refused.kind) {
    case 'no_application':
      return `there is no application ${application}`;
    case 'more_than_owed':
      return `${application} is owed less than that, without what its approved payouts need`;
    case 'settled_already':
      return 'there is a settlement with this reference already';
    case 'settlement_not_payable':
      return 'no operator has this number, or no provider pays this amount out to it now';
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
