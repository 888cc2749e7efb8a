import { Command } from 'commander';
import { listChanges, listOpenDecisions } from '../../db/access/agreements.ts';
import { CHANGE_KINDS } from '../../domain/access/agreement.ts';
import {
  approveChange,
  type ChangeDecided,
  type ChangeDeps,
  decideAsSecond,
  withdrawChange,
} from '../../flows/decisions/decide-change.ts';
import { createCatalogueSource } from '../../flows/providers/catalogue.ts';
import { requireRowSeal } from '../../flows/row-key.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import {
  type CommandDeps,
  openPolicy,
  openSms,
  openVault,
  withPreparedDatabase,
} from '../with-database.ts';
import type { OpenAccounts } from './channel-commands.ts';

// Whatever takes two people: the person at the machine may be the second.

const MAX_LISTED = 50;

export function agreementCommands(openAccounts: OpenAccounts): Command {
  const agreement = new Command('agreement').description(
    'What one person has decided or requested and waits for a second one.',
  );

  agreement
    .command('list')
    .description('List the decisions about payments that wait, with what the first person chose.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const open = await listOpenDecisions(database, { id: null, limit: MAX_LISTED });
        for (const { id, act, subject, about, said_by_name: by, reason } of open) {
          say(`${id}  ${act} ${subject}  ${by}`, { id, act, subject, about, by, reason });
          say(`  ${JSON.stringify(about)}  ${reason ?? ''}`, null);
        }
        const waiting = (await listOpenChanges(database)).length;
        if (open.length === 0) say('no decision waits', null);
        if (waiting > 0) say(`${waiting} changes wait: momo change list`, null);
      }),
    );

  agreement
    .command('approve')
    .description('Decide as the second person, exactly as the first one did.')
    .argument('<id>', 'see `momo agreement list` and `momo change list`')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const policy = await openPolicy(opened);
        const { database } = opened;
        const { adapters } = await openAccounts(opened);
        const catalogue = createCatalogueSource(database, { adapters });
        const deps = { ...NOTHING_TO_WAKE, database, policy, catalogue };
        const decided = await decideAsSecond(deps, whoRunsThis(), { id, reason });
        if (decided === null) {
          const changing = await openChanges(openAccounts, opened);
          const approved = await approveChange(changing, whoRunsThis(), { id, reason });
          return report(approved, `approved ${id}`);
        }
        if (decided.kind !== 'done') return fail(`it was not decided: ${decided.kind}`);
        say(`decided ${decided.transaction.id}: ${decided.transaction.state}`);
      }),
    );

  return agreement;
}

/** A worker finds what is decided here by itself. */
const NOTHING_TO_WAKE = { onQueued: () => {}, onSubmitted: () => {}, onDecided: () => {} };

export function changeCommands(openAccounts: OpenAccounts): Command {
  const change = new Command('change').description('Changes that wait for a second person.');

  change
    .command('list')
    .description('List the changes that wait, with everything that they change.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const open = await listOpenChanges(database);
        for (const { id, kind, subject_id, subject, before, after, ...row } of open) {
          const { asked_by_name: asked_by, reason } = row;
          const facts = { id, kind, subject_id, subject, before, after, asked_by, reason };
          say(`${id}  ${kind} ${subject_id}  ${subject}`, facts);
          say(`  ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`, null);
          say(`  asked for by ${asked_by}: ${reason ?? 'no reason given'}`, null);
        }
        if (open.length === 0) say('no change waits', null);
      }),
    );

  change
    .command('approve')
    .description('Make a change as the second person.')
    .argument('<id>', 'see `momo change list`')
    .action((id: string) =>
      withPreparedDatabase(async (opened) => {
        const deps = await openChanges(openAccounts, opened);
        report(await approveChange(deps, whoRunsThis(), { id }), `approved ${id}`);
      }),
    );

  change
    .command('withdraw')
    .description('Refuse a change.')
    .argument('<id>', 'see `momo change list`')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const deps = await openChanges(openAccounts, opened);
        const asked = { id, reason, role: 'admin' } as const;
        report(await withdrawChange(deps, whoRunsThis(), asked), `withdrew ${id}`);
      }),
    );

  return change;
}

async function listOpenChanges(database: CommandDeps['database']) {
  const rows = await listChanges(database, { kinds: CHANGE_KINDS, limit: MAX_LISTED });
  return rows.filter(({ state }) => state === 'open');
}

async function openChanges(openAccounts: OpenAccounts, opened: CommandDeps): Promise<ChangeDeps> {
  const accounts = await openAccounts(opened);
  const sms = await openSms(opened);
  const seal = await requireRowSeal(accounts);
  const vault = await openVault(opened);
  return { ...accounts, vault, seal, policy: await openPolicy(opened), onDecided: () => {}, sms };
}

function report(decided: ChangeDecided, done: string): void {
  if (decided.kind !== 'done') return fail(REFUSALS[decided.kind]);
  const { secret } = decided;
  say(done, secret === null ? undefined : { message: done, secret });
  if (secret !== null) say(`Secret  ${secret}\n\nKeep it: it is not shown again.`, null);
}

const REFUSALS = {
  not_found: 'nothing with this id waits: see momo agreement list and momo change list',
  closed: 'the change does not wait any more',
  overtaken:
    'what it would change is no longer as it was, or may not be done any more: withdraw it',
  forbidden: 'another person must approve it',
} as const satisfies Record<Exclude<ChangeDecided['kind'], 'done'>, string>;
