import { DEFAULT_APPLICATION_ID } from '../../src/db/access/access.ts';
import type { Database, Queryable } from '../../src/db/client.ts';
import {
  buildInstructions,
  type Instructions,
} from '../../src/domain/transactions/instructions.ts';
import { fileNumbers } from '../../src/flows/transactions/export-transactions.ts';
import { inBulk } from './bulk.ts';
import { FIRST_OPEN, SQL_CREATED_AT, SQL_PLAYER_ID, SQL_TRANSACTION_ID } from './ground.ts';

interface Span {
  readonly first: number;
  readonly count: number;
}

/** One query writes this many, so a big fill needs little memory. */
const CHUNK = 50_000;

/** Stores transactions that have ended, with their whole history. Readers wait meanwhile. */
export async function fillSettled(database: Database, span: Span): Promise<void> {
  await database.withConnection(async (connection) => {
    const tables = ['transactions', 'transitions', 'old_numbers', 'operator_ids'];
    await inBulk(connection, tables, () => fill(connection, span, INSERT_SETTLED));
    await settleDown(connection);
  });
}

/** Stores deposits that still wait for their outcome. */
export async function fillOpen(database: Database, span: Span): Promise<void> {
  await database.withConnection(async (connection) => {
    await fill(connection, { ...span, first: FIRST_OPEN + span.first }, INSERT_OPEN);
    // Their ids are old, so the service would file their numbers while it is measured.
    while ((await fileNumbers(connection, { lateWindowMs: 0 })) > 0);
    await settleDown(connection);
  });
}

async function fill(connection: Queryable, { first, count }: Span, text: string): Promise<void> {
  const instructions = JSON.stringify(sampleInstructions());
  for (let from = first; from < first + count; from += CHUNK) {
    const to = Math.min(from + CHUNK, first + count);
    await connection.query({ text, values: [from, to, DEFAULT_APPLICATION_ID, instructions] });
  }
}

/**
 * Does what the server does minutes after a big import. Without it the import and its checkpoint
 * would slow down the first reads and writes.
 */
async function settleDown(connection: Queryable): Promise<void> {
  await connection.query({ text: 'vacuum (analyze)' });
  await connection.query({ text: 'checkpoint' });
}

export function sampleInstructions(): Instructions {
  return buildInstructions({
    channel: {
      merchantNumber: '000000',
      merchantDisplayName: 'SANDBOX MERCHANT',
      ussdTemplate: '*000*{merchant}*{amount}#',
      illustrationUrl: null,
      illustrationAlt: null,
    },
    amountXaf: 2_500,
    lang: 'en',
    pollingIntervalSeconds: 5,
    sandbox: true,
  });
}

/** Even numbers are merchant-initiated, odd ones customer-initiated. */
const NUMBERED = `
  select n, n % 2 = 0 as prompted, ${SQL_TRANSACTION_ID} as id, ${SQL_PLAYER_ID} as player_id,
         case when n % 2 = 0 then 'mtn' else 'orange' end as operator,
         case when n % 2 = 0 then '+23767' else '+23769' end
           || lpad((n % 10000000)::text, 7, '0') as msisdn
  from generate_series($1::bigint, $2::bigint - 1) n`;

const COLUMNS = `id, reference_key, application_id, direction, reference, player_id, operator,
  provider_id, channel_id, collection_mode, msisdn, amount_xaf, instructions, state, state_reason,
  provider_tx_id, expires_at, state_updated_at, created_at, updated_at, version`;

const IDENTITY = `id,
  reference_key($3::uuid, player_id, 'deposit', 'bench-' || n), $3::uuid, 'deposit',
  'bench-' || n, player_id, operator,
  case when prompted then 'mtn-momo' else 'orange-money' end,
  case when prompted then 'mtn-momo-sandbox' else 'orange-money-sandbox' end,
  case when prompted then 'merchant_initiated' else 'customer_initiated' end,
  msisdn, 2500, case when prompted then null else $4::json end`;

/** Nine of ten succeeded; the others failed or expired. Each state is reached by its own path. */
const INSERT_SETTLED = `
  with numbered as (
    select *, ${SQL_CREATED_AT} as at,
           case when n % 20 in (0, 3) then 'failed' when n % 20 in (1, 2) then 'expired'
                else 'succeeded' end as state
    from (${NUMBERED}) numbered
  ), stored as (
    insert into transactions (${COLUMNS})
    select ${IDENTITY}, state, 'Simulated in the sandbox: ' || state || '.',
           case when state = 'succeeded' then 'SANDBOX-' || n end, null,
           at, at, at, case when prompted then 3 else 2 end
    from numbered
    returning id, msisdn, operator, provider_tx_id
  ), numbers as (
    insert into old_numbers (msisdn, transaction_id) select msisdn, id from stored
  ), ids as (
    insert into operator_ids (transaction_id, operator, operator_tx_id, is_deposit)
    select id, operator, provider_tx_id, true from stored where provider_tx_id is not null
  )
  insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at)
  select id, 1, null, 'pending', 'create', 'Waiting for the player.', 'api', at
  from numbered
  union all
  select id, 2, 'pending', 'provider_acknowledged', 'prompt_sent',
         'The payment request was sent to the player.', 'sandbox', at
  from numbered where prompted
  union all
  select id, case when prompted then 3 else 2 end,
         case when prompted then 'provider_acknowledged' else 'pending' end, state,
         case when state = 'succeeded' then 'payment_confirmed'
              when state = 'expired' then 'window_closed'
              when prompted then 'payment_refused'
              else 'initiation_refused' end,
         'Simulated in the sandbox: ' || state || '.', 'sandbox', at
  from numbered`;

const INSERT_OPEN = `
  with numbered as (${NUMBERED}
  ), stored as (
    insert into transactions (${COLUMNS})
    select ${IDENTITY}, 'pending', 'Waiting for the player.', null, app_now() + interval '1 hour',
           app_now(), app_now(), app_now(), 1
    from numbered
  )
  insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at)
  select id, 1, null, 'pending', 'create', 'Waiting for the player.', 'api', app_now()
  from numbered`;
