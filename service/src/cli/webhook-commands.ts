import { Command } from 'commander';
import type { Database } from '../db/client.ts';
import { findTransactions } from '../db/transactions.ts';
import { listWebhooks } from '../db/webhooks.ts';
import { replayWebhook } from '../flows/replay-webhook.ts';
import { withPreparedDatabase } from './with-database.ts';

interface Range {
  readonly since?: string;
  readonly until?: string;
}

const MOST_LISTED = 1_000;

export function webhookCommands(): Command {
  const webhook = new Command('webhook').description('Webhooks and their deliveries.');

  webhook
    .command('list')
    .description('List webhooks, newest first.')
    .option('--undelivered', 'only those whose attempts are used up')
    .option('--since <time>', 'created at or after this ISO 8601 time')
    .option('--until <time>', 'created before this ISO 8601 time')
    .action((options: Range & { undelivered?: true }) =>
      withPreparedDatabase(async ({ database }) => {
        const state = options.undelivered === true ? 'undelivered' : null;
        const rows = await listWebhooks(database, { state, ...times(options), limit: MOST_LISTED });
        for (const row of rows) {
          const last = row.last_status ?? row.last_error ?? 'not attempted yet';
          console.log(
            `${row.created_at.toISOString()}  ${row.transaction_id}  ${row.event}  ${row.state}` +
              `  attempts ${row.attempts}  ${row.origin}  ${last}`,
          );
        }
        if (rows.length === 0) console.log('no webhooks');
        if (rows.length === MOST_LISTED) console.log(`(the newest ${MOST_LISTED} only)`);
      }),
    );

  webhook
    .command('replay')
    .description(
      'Send a settled transaction’s webhook again, or all undelivered ones of a time range.',
    )
    .argument('[service_tx_id]')
    .option('--undelivered', 'every undelivered webhook of the range')
    .option('--since <time>', 'created at or after this ISO 8601 time')
    .option('--until <time>', 'created before this ISO 8601 time')
    .action((id: string | undefined, options: Range & { undelivered?: true }) =>
      withPreparedDatabase(async ({ database }) => {
        if ((id === undefined) === (options.undelivered === undefined)) {
          throw new Error('give a service_tx_id or --undelivered');
        }
        const ids = id === undefined ? await undeliveredIn(database, options) : [id];
        for (const one of ids) await replayOne(database, one);
        if (ids.length === 0) console.log('nothing to replay');
      }),
    );

  return webhook;
}

async function undeliveredIn(database: Database, range: Range): Promise<readonly string[]> {
  const wanted = { state: 'undelivered', ...times(range), limit: 100_000 } as const;
  const rows = await listWebhooks(database, wanted);
  return [...new Set(rows.map(({ transaction_id }) => transaction_id))];
}

async function replayOne(database: Database, id: string): Promise<void> {
  const [found] = await findTransactions(database, [id]);
  if (!found) {
    console.log(`${id}  not found`);
    process.exitCode = 1;
    return;
  }
  // A running service notices the new row by itself.
  const result = await replayWebhook({ database, onQueued: () => {} }, found.transaction);
  console.log(`${id}  ${result.kind === 'queued' ? `queued ${result.event}` : result.refusal}`);
  if (result.kind === 'refused') process.exitCode = 1;
}

function times({ since, until }: Range): {
  readonly since: Date | null;
  readonly until: Date | null;
} {
  return {
    since: since === undefined ? null : time(since),
    until: until === undefined ? null : time(until),
  };
}

function time(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new Error(`"${text}" is not an ISO 8601 time`);
  return date;
}
