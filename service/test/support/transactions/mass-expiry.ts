import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/db/client.ts';
import { openTestDatabase } from '../database.ts';
import { eventually, startLoad, startServiceProcess } from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { copyTransaction } from './copies.ts';
import { create, DEPOSITS } from './payments.ts';

export interface MassExpiry {
  /** From the moment when the last one was due until none was open any more. */
  readonly tookMs: number;
  /** Deposits that were created meanwhile, as load. */
  readonly acknowledged: number;
  readonly refused: number;
  /** How many of them have how many events. */
  readonly events: readonly { readonly events: number; readonly deposits: number }[];
}

/** Lets so many deposits become due within one second, while others are created. */
export async function expireAtOnce(options: {
  readonly deposits: number;
  readonly processes: number;
  readonly clients: number;
  /** Time to write them before they are due. */
  readonly leadMs: number;
}): Promise<MassExpiry> {
  const { database, url } = await openTestDatabase();
  const receiver = await startReceiver();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const services = await Promise.all(
    Array.from({ length: options.processes }, () => startServiceProcess({ env })),
  );
  const [first] = services;
  if (first === undefined) throw new Error('one process is needed at least');
  const model = await create(first, DEPOSITS, { callback_url: receiver.url });
  const loads = services.map((service) => startLoad(service.url, options.clients, 0));
  const due = await openCopies(database, model.service_tx_id, options);
  let tookMs = 0;
  await eventually(
    'all are expired',
    async () => {
      const left = await countOpen(database, due);
      tookMs = left.since_ms;
      return left.count === 0;
    },
    120_000,
  );
  await Promise.all(loads.map((load) => load.stop()));
  const events = await countEvents(database);
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await assertAllHolds({ database }, { isStopped: true });
  return {
    tookMs,
    acknowledged: loads.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    refused: loads.reduce((sum, { refusals }) => sum + refusals.length, 0),
    events,
  };
}

/** Copies an open deposit with its history; returns when the last copy is due. */
async function openCopies(
  database: Database,
  id: string,
  { deposits, leadMs }: { readonly deposits: number; readonly leadMs: number },
): Promise<Date> {
  const ids = Array.from({ length: deposits }, () => randomUUID());
  return database.withConnection(async (connection) => {
    await connection.query({ text: 'begin' });
    await copyTransaction(connection, {
      id,
      forEach: 'unnest($2::uuid[]) with ordinality as c (id, n)',
      parameters: [ids, deposits, leadMs],
      differing: {
        id: 'c.id',
        reference: `'mass-' || c.id`,
        expires_at: `app_now() + ($4::int + 1000 * c.n / $3::int) * interval '1 millisecond'`,
      },
    });
    await connection.query({
      text: `insert into transitions
             select (jsonb_populate_record(h, jsonb_build_object('transaction_id', c.id))).*
             from transitions h, unnest($2::uuid[]) as c (id) where h.transaction_id = $1`,
      values: [id, ids],
    });
    const [row] = await connection.query<{ due: Date }>({
      text: `select max(expires_at) as due from transactions where reference like 'mass-%'`,
    });
    await connection.query({ text: 'commit' });
    if (row === undefined) throw new Error('nothing was copied');
    return row.due;
  });
}

async function countOpen(database: Database, due: Date) {
  const [row] = await database.query<{ count: number; since_ms: number }>({
    text: `select count(*)::int as count,
                  (extract(epoch from clock_timestamp() - $1) * 1000)::int as since_ms
           from transactions where expires_at <= $1`,
    values: [due],
  });
  return row ?? { count: 0, since_ms: 0 };
}

async function countEvents(database: Database) {
  return database.query<{ events: number; deposits: number }>({
    text: `select events, count(*)::int as deposits from (
             select t.id, count(w.id) filter (where w.event = 'payment.expired')::int as events
             from transactions t left join webhooks w on w.transaction_id = t.id
             where t.reference like 'mass-%' and t.state = 'expired' group by t.id) as counted
           group by events order by events`,
  });
}
