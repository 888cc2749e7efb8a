import { Command } from 'commander';
import { createSentPayouts, sentPayoutsFolder } from '../../../app/sent-payouts.ts';
import { findInstallationId } from '../../../db/installation.ts';
import { type LostSend, listLostSends } from '../../../db/provider-requests/lost-sends.ts';
import { findQuarantine } from '../../../db/quarantine.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { formatXaf } from '../../../domain/money.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import type { Treatment } from '../../../domain/provider-requests/restored-payout.ts';
import type { ProviderRequestDeps } from '../../../flows/provider-requests/leased-request.ts';
import { createCatalogueSource } from '../../../flows/providers/catalogue.ts';
import { createConnectors } from '../../../flows/providers/connectors.ts';
import { openRowSeal } from '../../../flows/row-key.ts';
import { createLedger, type Ledger } from '../../../flows/transactions/ledger.ts';
import {
  acceptRestore,
  type Examined,
  examineRestore,
  quarantineDatabase,
} from '../../../flows/upkeep/accept-restore.ts';
import { fail, isJson, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../../options.ts';
import { type CommandDeps, openPolicy, withPreparedDatabase } from '../../with-database.ts';
import type { OpenAccounts } from '../channel-commands.ts';

export function quarantineCommand(): Command {
  return new Command('quarantine')
    .description('Stop everything that leaves the service, on all processes at once.')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action(({ reason }: { readonly reason: string }) =>
      withPreparedDatabase(async ({ database }) => {
        await quarantineDatabase({ database }, whoRunsThis(), { reason });
        say('in quarantine: "db accept-restore" ends it');
      }),
    );
}

interface AcceptOptions {
  readonly look: boolean;
  readonly reason?: string;
}

export function acceptRestoreCommand(openAccounts: OpenAccounts): Command {
  return new Command('accept-restore')
    .description('Ask the providers about every payout in doubt, hold what is in doubt, and go on.')
    .option('--look', 'ask and show only; nothing is held and nothing goes on', false)
    .option(REASON, REASON_HELP, parseReason)
    .action(async ({ look, reason }: AcceptOptions) => {
      if (look === (reason !== undefined)) return fail('give either --reason or --look');
      await withPreparedDatabase(async (opened) => {
        const deps = await openPayments(opened, openAccounts);
        if (reason === undefined) await lookAtRestore(deps);
        else await accept(deps, reason);
        await deps.connectors.close();
      });
    });
}

/** Opens what asking providers needs, without the workers of a service. */
export async function openPayments(
  opened: CommandDeps,
  openAccounts: OpenAccounts,
): Promise<ProviderRequestDeps & { readonly ledger: Ledger }> {
  const { database, config } = opened;
  const { adapters, vault } = await openAccounts(opened);
  const folder = sentPayoutsFolder(config.dataDir, await findInstallationId(database));
  const onQueued = () => {};
  return {
    database,
    ledger: createLedger(database, onQueued),
    catalogue: createCatalogueSource(database, { adapters }),
    connectors: createConnectors({ database, vault, adapters }),
    callbackBase: config.publicUrl,
    onQueued,
    sent: createSentPayouts(folder),
    policy: await openPolicy(opened),
    seal: await openRowSeal({ database, vault }),
  };
}

async function lookAtRestore(deps: ProviderRequestDeps): Promise<void> {
  const tally = openTally();
  const examined = await examineRestore(deps, { onExamined: tally.note });
  const shown = new Set(examined.map(({ payout }) => payout.transaction.id));
  const lost = (await listLostSends(deps.database)).filter((one) => !shown.has(one.transactionId));
  tally.sum();
  if (lost.length > 0) say(`sent after this moment, and not open here: ${lost.length}`, null);
  for (const one of lost.slice(0, isJson() ? lost.length : SHOWN)) showListed(one);
  const quarantine = await findQuarantine(deps.database);
  say(
    quarantine === null
      ? 'not in quarantine'
      : `in quarantine since ${quarantine.at.toISOString()}: ${sentenceOf(quarantine.reason)}`,
  );
}

async function accept(deps: ProviderRequestDeps, reason: string): Promise<void> {
  const tally = openTally();
  const isAccepted = await acceptRestore(deps, whoRunsThis(), { reason, onExamined: tally.note });
  if (!isAccepted) return fail('the database is not in quarantine');
  tally.sum();
  say('accepted: the quarantine is over, and the service goes on');
}

/** What a person can read; scripts get every line. */
const SHOWN = 50;

/** Shows the first payouts, and sums all of them by what becomes of them. */
function openTally(): {
  readonly note: (examined: Examined) => void;
  readonly sum: () => void;
} {
  const seen: Examined[] = [];
  return {
    note: (examined) => {
      seen.push(examined);
      if (isJson() || seen.length <= SHOWN) show(examined);
    },
    sum: () => {
      if (seen.length > SHOWN) say(`… and ${seen.length - SHOWN} more`, null);
      for (const [treatment, payouts] of Map.groupBy(seen, (one) => one.treatment)) {
        const sumXaf = payouts.reduce((sum, { payout }) => sum + payout.transaction.amountXaf, 0);
        const facts = { treatment, payouts: payouts.length, sum_xaf: sumXaf };
        say(`${payouts.length} open, ${formatXaf(sumXaf)}: ${TREATMENTS[treatment]}`, facts);
      }
      if (seen.length === 0) say('no payout is open');
    },
  };
}

/** One that was sent after the restored moment and that no provider needs to be asked about. */
function showListed({ transactionId, providerId, at, state }: LostSend): void {
  const here = state ?? 'not in this database: compare it with the statement, or order it again';
  say(`${transactionId}  sent through ${providerId} at ${at.toISOString()}  ${here}${LISTED}`);
}

const LISTED = '  (in the list of sent payouts)';

function show({ payout: { transaction }, answers, treatment, isListed }: Examined): void {
  const { id, state, amountXaf, msisdn, operator } = transaction;
  const said = answers.map(({ providerId, said }) => `${providerId} ${ANSWER_TEXTS[said]}`);
  say(
    `${id}  ${state}  ${formatXaf(amountXaf)}  ${operator} ${maskMsisdn(msisdn)}  ` +
      `${said.length === 0 ? 'nobody to ask' : said.join(', ')}  -> ${TREATMENTS[treatment]}` +
      (isListed ? LISTED : ''),
  );
}

const ANSWER_TEXTS = {
  succeeded: 'has paid it',
  failed: 'has refused it',
  pending: 'is about to pay it',
  differs: 'has it otherwise than we know it',
  not_found: 'does not know it',
  unknown: 'cannot say',
} as const satisfies Record<Examined['answers'][number]['said'], string>;

const TREATMENTS = {
  follow: 'goes on as the provider says',
  hold_known: 'held: nobody has approved it, staff decide',
  hold: 'held: compare it with the operator’s statement',
  leave: 'was not sent, goes its way',
  compare: 'staff have decided: a contradiction, unless the provider agrees',
  contradict: 'staff have called it failed: a contradiction, compare it with the statement',
} as const satisfies Record<Treatment, string>;
