import { Command } from 'commander';
import { listChanges, listOpenDecisions } from '../../db/access/agreements.ts';
import { CHANGE_KINDS } from '../../domain/access/agreement.ts';
import { decideAsSecond } from '../../flows/decisions/second-by-machine.ts';
import { fail, parseReason, REASON, REASON_HELP, say, whoRunsThis } from '../options.ts';
import { openPolicy, withPreparedDatabase } from '../with-database.ts';

const MOST_LISTED = 50;

/** Whatever takes two people: the person at the machine may be the second. */
export function agreementCommands(): Command {
  const agreement = new Command('agreement').description(
    'Decisions about payments that one person has made and that wait for a second one.',
  );

  agreement
    .command('list')
    .description('List what waits, with what the first person chose.')
    .action(() =>
      withPreparedDatabase(async ({ database }) => {
        const open = await listOpenDecisions(database, { id: null, limit: MOST_LISTED });
        for (const { id, act, subject, about, said_by_name: by, reason } of open) {
          say(`${id}  ${act} ${subject}  ${by}`, { id, act, subject, about, by, reason });
          say(`  ${JSON.stringify(about)}  ${reason ?? ''}`, null);
        }
        const changes = await listChanges(database, { kinds: CHANGE_KINDS, limit: MOST_LISTED });
        const waiting = changes.filter(({ state }) => state === 'open').length;
        if (open.length === 0) say('no decision waits', null);
        if (waiting > 0) say(`${waiting} changes wait: momo change list`, null);
      }),
    );

  agreement
    .command('approve')
    .description('Decide as the second person, exactly as the first one did.')
    .argument('<id>', 'see `momo agreement list`')
    .requiredOption(REASON, REASON_HELP, parseReason)
    .action((id: string, { reason }: { readonly reason: string }) =>
      withPreparedDatabase(async (opened) => {
        const policy = await openPolicy(opened);
        const deps = { ...NOTHING_TO_WAKE, database: opened.database, policy };
        const decided = await decideAsSecond(deps, whoRunsThis(), { id, reason });
        if (decided === null) return fail('no such decision waits: see momo agreement list');
        if (decided.kind !== 'done') return fail(`it was not decided: ${decided.kind}`);
        say(`decided ${decided.transaction.id}: ${decided.transaction.state}`);
      }),
    );

  return agreement;
}

/** A worker finds what is decided here by itself. */
const NOTHING_TO_WAKE = { onQueued: () => {}, onSubmitted: () => {}, onDecided: () => {} };
