import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable, Statement } from '../client.ts';

export interface ReplicaOptions {
  readonly primary: Queryable;
  readonly standby: Database;
  /** Called once each time the standby is avoided. */
  readonly onAvoided: (error: unknown) => void;
}

/** How long a read waits for the standby to catch up, and how often it checks meanwhile. */
const CATCH_UP_MS = 300;
const LOOK_MS = 10;
/** How long reads avoid a standby that was away or behind. */
const AVOID_MS = 5_000;

/**
 * Reads from a standby, but never anything older than the moment of asking: it must have all that
 * the primary had then. Otherwise, and whenever the standby fails, the primary is asked.
 */
export function openReplica({ primary, standby, onAvoided }: ReplicaOptions): Queryable {
  let avoidUntilMs = 0;
  return {
    query: async <Row extends object>(statement: Statement): Promise<Row[]> => {
      if (performance.now() < avoidUntilMs) return primary.query<Row>(statement);
      try {
        const present = await findPresent(primary);
        return await standby.atomically(async (connection) => {
          await waitForPresent(connection, present);
          return connection.query<Row>(statement);
        });
      } catch (error) {
        avoidUntilMs = performance.now() + AVOID_MS;
        onAvoided(error);
        return primary.query<Row>(statement);
      }
    },
  };
}

interface PresentRow {
  readonly identity: string;
  /** All that is committed by now is before this position in the log. */
  readonly lsn: string;
}

async function findPresent(primary: Queryable): Promise<PresentRow> {
  const [row] = await primary.query<PresentRow>({
    name: 'find-present',
    text: `select database_identity() as identity, pg_current_wal_flush_lsn()::text as lsn`,
  });
  if (row === undefined) throw new Error('the primary does not say where its log is');
  return row;
}

async function waitForPresent(standby: Queryable, present: PresentRow): Promise<void> {
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const [row] = await standby.query<{ readonly is_ours: boolean; readonly is_there: boolean }>({
      name: 'find-replayed',
      text: `select pg_is_in_recovery() and database_identity() = $1 as is_ours,
                    coalesce(pg_last_wal_replay_lsn() >= $2::pg_lsn, false) as is_there`,
      values: [present.identity, present.lsn],
    });
    if (row?.is_ours !== true) throw new Error('it is not a standby of this database');
    if (row.is_there) return;
    if (performance.now() > deadline) throw new Error('the standby is behind');
    await delay(LOOK_MS);
  }
}

interface Standbys {
  readonly count: number;
  /** Of the slowest; `null` without one, and for a user who may not read other users' figures. */
  readonly behindBytes: number | null;
}

/** The standbys of this server. All users may count them; their lag takes pg_read_all_stats. */
export async function findStandbys(database: Queryable): Promise<Standbys> {
  const [row] = await database.query<Standbys>({
    name: 'find-standbys',
    text: `select count(*) as count,
                  max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as "behindBytes"
           from pg_stat_replication
           -- A backup that is being taken reads the log as well, and replays nothing.
           where state is distinct from 'backup'`,
  });
  return row ?? { count: 0, behindBytes: null };
}
