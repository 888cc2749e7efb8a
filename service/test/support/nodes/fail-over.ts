import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../src/db/client.ts';
import { startServiceProcess } from '../service-process.ts';
import type { PatroniCluster, PatroniNode } from './patroni-cluster.ts';
import { type Payments, payThrough } from './pay-through.ts';

export interface Users {
  readonly payments: Readonly<Record<string, Payments>>;
  /** Kills something, and says for each way to the database how long nothing was served. */
  outage(kill: () => void | Promise<void>): Promise<Readonly<Record<string, number>>>;
  /** Stops, compares all that was acknowledged with what is stored, and counts it. */
  settle(): Promise<readonly string[]>;
}

/** A service for each way to the cluster, all on one database, and payments through each. */
export async function usePatroni(cluster: PatroniCluster): Promise<Users> {
  const payments: Record<string, Payments> = {};
  for (const [way, DATABASE_URL] of Object.entries(cluster.urls)) {
    const service = await startServiceProcess({ env: { DATABASE_URL, LOG_LEVEL: 'error' } });
    payments[way] = payThrough(service);
  }
  return {
    payments,
    outage: async (kill) => {
      const served = Object.entries(payments).map(async ([way, made]) => ({
        way,
        at: await Promise.race([made.servedAgain(), never(way)]),
      }));
      const killedAt = performance.now();
      await kill();
      const outages = (await Promise.all(served)).map(({ way, at }) => [way, at - killedAt]);
      return Object.fromEntries(outages.map(([way, ms]) => [way, Math.round(Number(ms))]));
    },
    settle: async () => {
      for (const made of Object.values(payments)) await made.stop();
      const leader = await cluster.healthy();
      for (const made of Object.values(payments)) await compare(leader, made);
      return Object.entries(payments).map(
        ([way, made]) =>
          `${way}: ${made.created.size} created and ${made.paid.size} paid, all there`,
      );
    },
  };
}

/** Long after every bar, so that a test ends. */
async function never(way: string): Promise<never> {
  await pause(180_000, undefined, { ref: false });
  throw new Error(`${way}: not served again`);
}

interface StoredRow {
  readonly id: string;
  readonly reference: string;
  readonly state: string;
  readonly successes: number;
}

async function compare({ port }: PatroniNode, made: Payments): Promise<void> {
  const connection = { host: '127.0.0.1', port, user: 'momo', database: 'postgres' };
  const database = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 60_000 });
  const rows = await database.query<StoredRow>({
    text: `select t.id, t.reference, t.state,
                  (select count(*)::int from transitions h
                   where h.transaction_id = t.id and h.to_state = 'succeeded') as successes
           from transactions t where t.reference = any($1::text[])`,
    values: [[...made.created.keys()]],
  });
  await database.close();
  assert.deepEqual(made.strange, []);
  assert.equal(rows.length, made.created.size, 'every reference has one row');
  for (const { id, reference, state, successes } of rows) {
    assert.equal(made.created.get(reference), id, 'the row is the one that was acknowledged');
    if (!made.paid.has(id)) continue;
    assert.deepEqual({ id, state, successes }, { id, state: 'succeeded', successes: 1 });
  }
}
