import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../src/db/client.ts';
import { FROM_WEBHOOKS, STATE } from '../../../src/db/webhooks/webhook-replays.ts';
import { call } from '../call.ts';
import { openTestDatabase } from '../database.ts';
import {
  idOf,
  type ServiceProcess,
  sampleDeposit,
  startServiceProcess,
} from '../service-process.ts';
import { assertAllHolds } from '../upkeep/all-holds.ts';
import { untilQuiet } from './delivery.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

export interface KillReport {
  readonly kills: number;
  readonly events: number;
  readonly posts: number;
  readonly duplicates: number;
  /** Pauses before retries beyond 1, 2 and 4 s with no kill in between, the longest first. */
  readonly lateByMs: readonly number[];
}

/** A dead process's claims come back after this time. */
const LEASE_MS = 10_000;

/**
 * Two processes of the service deliver while one after the other is killed and started again; then
 * what the receiver saw is compared with what the database says. Any loss fails the assertion.
 */
export async function killDuringDeliveries(kills: number): Promise<KillReport> {
  const { database, url: databaseUrl } = await openTestDatabase();
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  const receiver = await startReceiver((response, received) => {
    // Some fail at first, and all take their time, so that kills find attempts under way.
    const isRetry = receiver.received.filter(({ body }) => body === received.body).length > 1;
    const status = received.body.includes('"fails-first') && !isRetry ? 500 : 200;
    setTimeout(() => response.writeHead(status).end(), 30);
  });
  const processes = await Promise.all([1, 2].map(() => startServiceProcess({ env })));
  const load = startLoad(processes, receiver.url);
  const killedAt: number[] = [];
  for (let n = 0; n < kills; n += 1) {
    await receiver.until(receiver.received.length + 3);
    const victim = processes[n % 2];
    await victim?.end('SIGKILL');
    killedAt.push(performance.now());
    processes[n % 2] = await startServiceProcess({ env });
  }
  const acknowledged = await load.stop();
  await untilQuiet(database, 4 * LEASE_MS);
  await Promise.all(processes.map((process) => process.end('SIGTERM')));
  const got = receiver.received.map(({ body }) => body);
  await assertAllHolds({ database }, { isStopped: true, others: { receivers: got } });
  return audit({ database, receiver, killedAt, acknowledged });
}

interface Load {
  /** No further events; resolves with the transactions whose outcome was acknowledged. */
  readonly stop: () => Promise<readonly string[]>;
}

/** Settles deposits one after the other on whichever process answers. */
function startLoad(processes: readonly ServiceProcess[], callbackUrl: string): Load {
  const acknowledged: string[] = [];
  let stopping = false;
  let sent = 0;
  const client = async () => {
    while (!stopping) {
      sent += 1;
      const url = processes[sent % 2]?.url ?? '';
      const reference = `${sent % 4 === 0 ? 'fails-first' : 'order'}-${sent}`;
      try {
        const deposit = sampleDeposit({ reference, callback_url: callbackUrl });
        const id = idOf(await call(url, 'POST', '/api/v1/deposits', deposit));
        const path = `/api/v1/sandbox/transactions/${id}/simulate`;
        const answer = await call(url, 'POST', path, { json: { outcome: 'succeeded' } });
        if (answer.status === 200) acknowledged.push(id);
      } catch {
        // The process has just been killed; what it did not acknowledge is not counted.
      }
      await pause(20);
    }
  };
  const running = Promise.all([client(), client()]);
  return {
    stop: async () => {
      stopping = true;
      await running;
      return acknowledged;
    },
  };
}

interface Evidence {
  readonly database: Database;
  readonly receiver: Receiver;
  readonly killedAt: readonly number[];
  readonly acknowledged: readonly string[];
}

async function audit({
  database,
  receiver,
  killedAt,
  acknowledged,
}: Evidence): Promise<KillReport> {
  const rows = await database.query<{
    readonly id: string;
    readonly webhooks: number;
    readonly state: string | null;
    readonly attempts: number | null;
  }>({
    text: `select t.id, count(w.id) as webhooks, min(w.state) as state, min(w.attempts) as attempts
           from transactions t
           left join (select w.id, w.transaction_id, ${STATE} as state, l.number as attempts
                      ${FROM_WEBHOOKS}) w on w.transaction_id = t.id
           where t.state = 'succeeded' group by t.id`,
  });
  const posts = groupByTransaction(receiver.received);
  const known = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !known.has(id)),
    [],
    'an acknowledged outcome is lost',
  );
  let duplicates = 0;
  const lateByMs: number[] = [];
  for (const { id, webhooks, state, attempts } of rows) {
    assert.equal(webhooks, 1, 'one event per outcome');
    assert.equal(state, 'delivered');
    const received = posts.get(id) ?? [];
    const [first, last] = [received[0], received.at(-1)];
    assert.ok(first && last, 'an event that counts as delivered never arrived');
    const extra = received.length - (attempts ?? 0);
    const killsMeanwhile = killedAt.filter((at) => at >= first.at && at <= last.at).length;
    assert.ok(extra >= 0 && extra <= killsMeanwhile, `${extra} more for ${killsMeanwhile} kills`);
    duplicates += extra;
    if (received.length === 2 && first.body.includes('"fails-first') && extra === 0) {
      const lateMs = last.at - first.at - 1_030;
      assert.ok(lateMs > -10, `a retry came ${-lateMs} ms early`);
      if (killsMeanwhile === 0) lateByMs.push(Math.round(lateMs));
    }
  }
  return {
    kills: killedAt.length,
    events: rows.length,
    posts: receiver.received.length,
    duplicates,
    lateByMs: lateByMs.toSorted((a, b) => b - a),
  };
}

function groupByTransaction(received: readonly Received[]): Map<string, Received[]> {
  return Map.groupBy(received, ({ body }) => {
    const { service_tx_id } = JSON.parse(body) as { readonly service_tx_id: string };
    return service_tx_id;
  });
}
