import type { Queryable } from '../client.ts';

export interface Standbys {
  readonly count: number;
  /** Of the slowest; null without one, and for a user who may not read other users' figures. */
  readonly behindBytes: number | null;
}

/** Who follows this server. Everybody may count them; how far they are takes pg_read_all_stats. */
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
