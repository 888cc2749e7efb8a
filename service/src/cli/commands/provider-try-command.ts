import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { withSeal } from '../../db/client.ts';
import { sentenceOf } from '../../domain/messages/message.ts';
import { nationalDigits } from '../../domain/msisdn.ts';
import { TRIAL_XAF, type TrialRow } from '../../domain/providers/trial.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import {
  type TrialRefusal,
  type TrialStep,
  tryProvider,
} from '../../flows/provider-requests/try-provider.ts';
import type { AccountDeps } from '../../flows/providers/administer-accounts.ts';
import { fail, parseNumber, say, whoRunsThis } from '../options.ts';
import { type CommandDeps, openSeal, withPreparedDatabase } from '../with-database.ts';
import { openPayments } from './database/restore-commands.ts';

/** The database is asked this often how far the payment is. */
const PAUSE_MS = 1_000;

interface TryOptions {
  readonly number: string;
  readonly page?: string;
}

export function tryCommand(openAccounts: (opened: CommandDeps) => Promise<AccountDeps>): Command {
  return new Command('try')
    .description(`Rehearse with ${TRIAL_XAF} francs in and back; the service must be running.`)
    .argument('<id>', 'the provider')
    .requiredOption('--number <number>', 'a phone of your own, of its operator', parseNumber)
    .option('--page <file>', 'also write the result into this copy of docs/assumptions.md')
    .action((id: string, { number: msisdn, page }: TryOptions) =>
      withPreparedDatabase(async ({ database: plain, config }) => {
        const database = withSeal(plain, await openSeal({ database: plain, config }));
        const payments = await openPayments({ database, config }, openAccounts);
        const pause = () => sleep(PAUSE_MS);
        const deps = { ...payments, pause, onStep: sayStep };
        const tried = await tryProvider(deps, whoRunsThis(), { id, msisdn });
        await payments.connectors.close();
        if ('kind' in tried) return fail(refusalText(id, tried));
        if (page !== undefined) writeToPage(page, id, tried);
        const differing = tried.filter(({ outcome }) => outcome === 'differs').length;
        say(`${id} was tried: ${differing === 0 ? 'nothing differs' : `${differing} differ`}`);
        if (differing > 0) process.exitCode = 1;
      }),
    );
}

function sayStep(step: TrialStep): void {
  if (step.kind === 'signed_in') {
    const { balanceXaf } = step;
    say(`signed in${balanceXaf === null ? '' : `, balance ${balanceXaf} XAF`}`);
  } else if (step.kind === 'created') {
    say(whatShouldCome(step.transaction));
  } else {
    for (const row of step.rows) {
      const { direction, point, outcome, found } = row;
      say(`  ${outcome.replace('_', ' ')}  ${direction}  ${point}  ${found ?? ''}`.trimEnd(), row);
    }
  }
}

function whatShouldCome({
  id,
  direction,
  msisdn,
  collectionMode,
  instructions,
}: Transaction): string {
  const phone = nationalDigits(msisdn);
  const after = 'then its callback, id, fee and text within a minute, the end within five';
  if (direction === 'withdrawal') {
    return `${id}: approve it in the console; ${TRIAL_XAF} XAF should come to ${phone}, ${after}`;
  }
  return collectionMode === 'merchant_initiated'
    ? `${id}: a prompt of ${TRIAL_XAF} XAF should reach ${phone} now, confirm it; ${after}`
    : `${id}: pay ${TRIAL_XAF} XAF from ${phone}: ${instructions?.ussdString ?? ''}; ${after}`;
}

function refusalText(id: string, refusal: TrialRefusal): string {
  switch (refusal.kind) {
    case 'no_provider':
      return `there is no provider ${id} that could be tried`;
    case 'simulated':
      return `${id} moves no money, so there is nothing to try`;
    case 'down':
      return `${id} is down: ${sentenceOf(refusal.problem)}`;
    case 'not_created':
      return `${id} takes no ${refusal.direction} of ${TRIAL_XAF} XAF now: ${refusal.why}`;
  }
}

/** The table of the page that has the trials. */
const HEAD = /^\| Provider +\| Tried on +\|.*\n\| -.*\n/m;

/** Adds the result to the page, with its date. */
function writeToPage(file: string, id: string, rows: readonly TrialRow[]): void {
  const text = readFileSync(file, 'utf8');
  const [head] = HEAD.exec(text) ?? [];
  if (head === undefined) return fail(`${file} has no table of trials`);
  const named = (wanted: TrialRow['outcome']) =>
    rows
      .filter(({ outcome }) => outcome === wanted)
      .map(
        ({ direction, point, found }) =>
          `${direction} ${point}${found === null ? '' : ` (${found})`}`,
      )
      .join(', ') || 'nothing';
  const cells = [
    id,
    new Date().toISOString().slice(0, 10),
    named('verified'),
    named('differs'),
    named('not_seen'),
  ];
  writeFileSync(
    file,
    text.replace(head, () => `${head}| ${cells.join(' | ')} |\n`),
  );
}
