import { Command, InvalidArgumentError } from 'commander';
import type { Database } from '../../db/client.ts';
import {
  type ListedWebhookRow,
  listUndeliveredWebhooks,
  listWebhooks,
} from '../../db/webhooks/webhook-replays.ts';
import { type SendRefusal, sendWebhookAgain } from '../../flows/webhooks/resend-webhook.ts';
import { fail, say, whoRunsThis } from '../options.ts';
import { withPreparedDatabase } from '../with-database.ts';

interface Options {
  readonly undelivered?: true;
  readonly since?: Date;
  readonly until?: Date;
}

const MAX_LISTED = 1_000;
const MAX_REPLAYED = 100_000;

export function webhookCommands(): Command {
  const webhook = new Command('webhook').description('Webhooks and their deliveries.');

  withRange(webhook.command('list'))
    .description('List webhooks, newest first, or undelivered ones, oldest first.')
    .option('--undelivered', 'only those whose attempts are used up')
    .action((options: Options, command: Command) => {
      refuseRangeOfAll(options, command);
      return withPreparedDatabase(async ({ database }) => {
        const rows =
          options.undelivered === true
            ? await listUndelivered(database, options, MAX_LISTED)
            : await listWebhooks(database, MAX_LISTED);
        for (const row of rows) say(webhookText(row), row);
        if (rows.length === 0) say('no webhooks', null);
        if (rows.length === MAX_LISTED) say(`(the first ${MAX_LISTED} only)`, null);
      });
    });

  withRange(webhook.command('replay'))
    .description(
      'Send a settled transaction’s webhook again, or all undelivered ones of a time range.',
    )
    .argument('[service_tx_id]', 'the transaction', parseId)
    .option('--undelivered', 'every undelivered webhook of the range')
    .action((id: string | undefined, options: Options, command: Command) => {
      if ((id === undefined) === (options.undelivered === undefined)) {
        command.error('error: give a service_tx_id or --undelivered');
      }
      refuseRangeOfAll(options, command);
      return withPreparedDatabase(async ({ database }) => {
        if (id !== undefined) return replayOne(database, id, { onlySettled: true });
        const rows = await listUndelivered(database, options, MAX_REPLAYED);
        // Two events of one transaction may be undelivered; its state is sent once.
        const ids = new Set(rows.map(({ transaction_id }) => transaction_id));
        for (const one of ids) await replayOne(database, one, { onlySettled: false });
        if (ids.size === 0) say('nothing to replay', null);
      });
    });

  return webhook;
}

function withRange(command: Command): Command {
  return command
    .option('--since <time>', 'with --undelivered: created at or after this time', parseTime)
    .option('--until <time>', 'with --undelivered: created before this time', parseTime);
}

function refuseRangeOfAll({ undelivered, since, until }: Options, command: Command): void {
  if (undelivered === undefined && (since !== undefined || until !== undefined)) {
    command.error('error: --since and --until go with --undelivered');
  }
}

function listUndelivered(
  database: Database,
  { since = null, until = null }: { readonly since?: Date | null; readonly until?: Date | null },
  limit: number,
): Promise<ListedWebhookRow[]> {
  return listUndeliveredWebhooks(database, { since, until, limit });
}

function webhookText(row: ListedWebhookRow): string {
  const last = row.last_status ?? row.last_error ?? 'not attempted yet';
  return (
    `${row.created_at.toISOString()}  ${row.transaction_id}  ${row.event}  ${row.state}` +
    `  attempts ${row.attempts}  ${row.origin}  ${last}`
  );
}

async function replayOne(
  database: Database,
  id: string,
  { onlySettled }: { readonly onlySettled: boolean },
): Promise<void> {
  // A running service notices the new row by itself.
  const deps = { database, onQueued: () => {} };
  const result = await sendWebhookAgain(deps, whoRunsThis(), { id, onlySettled });
  if (result.kind === 'refused') return fail(`${id}: ${REFUSALS[result.refusal.code]}`);
  say(`${id}  queued ${result.event}`);
}

const REFUSALS = {
  transaction_not_found: 'there is no such transaction',
  not_settled: 'it has no outcome to report',
  no_callback_url: 'it has no callback_url',
  replay_pending: 'it is on its way again already',
} as const satisfies Record<SendRefusal, string>;

function parseId(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Give a UUID.');
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give an ISO 8601 time.');
  return time;
}
