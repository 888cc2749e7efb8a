import { Command } from 'commander';
import { listChanges } from '../../db/access/agreements.ts';
import { CHANGE_KINDS } from '../../domain/access/agreement.ts';
import {
  approveChange,
  type ChangeDecided,
  type ChangeDeps,
  withdrawChange,
} from '../../flows/decisions/decide-change.ts';
import type { AccountDeps } from '../../flows/providers/administer-accounts.ts';
import { requireRowSeal } from '../../flows/row-key.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import { type CommandDeps, openPolicy, openSms, withPreparedDatabase } from '../with-database.ts';
import type { OpenAccounts } from './channel-commands.ts';

const MOST_LISTED = 50;

/** The person who runs `momo` on the machine counts as the second person for every change. */
export function changeCommands(openAccounts: OpenAccounts): Command {
  const change = new Command('change').description('Changes that wait for a second person.');

  change
    .command('list')
    .description('List the changes that wait, with everything that they change.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const rows = await listChanges(database, { kinds: CHANGE_KINDS, limit: MOST_LISTED });
        const open = rows.filter(({ state }) => state === 'open');
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
        const deps = await toDeps(await openAccounts(opened), opened);
        report(await approveChange(deps, whoRunsThis(), id), `approved ${id}`);
      }),
    );

  change
    .command('withdraw')
    .description('Refuse a change.')
    .argument('<id>', 'see `momo change list`')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const deps = await toDeps(await openAccounts(opened), opened);
        report(
          await withdrawChange(deps, whoRunsThis(), { id, reason, onlyOwn: false }),
          `withdrew ${id}`,
        );
      }),
    );

  return change;
}

async function toDeps(accounts: AccountDeps, opened: CommandDeps): Promise<ChangeDeps> {
  const sms = await openSms(opened);
  const seal = await requireRowSeal(accounts);
  return { ...accounts, seal, policy: await openPolicy(opened), onDecided: () => {}, sms };
}

function report(decided: ChangeDecided, done: string): void {
  if (decided.kind === 'done') say(done);
  else fail(REFUSALS[decided.kind]);
}

const REFUSALS = {
  not_found: 'there is no such change',
  closed: 'the change does not wait any more',
  overtaken: 'what it would change is no longer as it was: withdraw it',
  forbidden: 'another person must approve it',
} as const satisfies Record<Exclude<ChangeDecided['kind'], 'done'>, string>;
