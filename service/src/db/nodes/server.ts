import { assert } from '../../domain/assert.ts';
import type { Queryable } from '../client.ts';

export interface Server {
  /** As PostgreSQL numbers it: 150004 is 15.4. */
  readonly version: number;
  readonly archive: {
    readonly isOn: boolean;
    readonly isFailing: boolean;
    /** Since something was archived last, or `null` before that. */
    readonly ageSeconds: number | null;
  };
}

/** What the server shows every user of itself, and of the log that it keeps for a restore. */
export async function findServer(database: Queryable): Promise<Server> {
  const [row] = await database.query<Server['archive'] & { readonly version: number }>({
    text: `select current_setting('server_version_num')::int as version,
                  current_setting('archive_mode') <> 'off' as "isOn",
                  coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
                    as "isFailing",
                  extract(epoch from clock_timestamp() - last_archived_time)::float8
                    as "ageSeconds"
           from pg_stat_archiver`,
  });
  assert(row !== undefined, 'the server says nothing of itself');
  const { version, ...archive } = row;
  return { version, archive };
}
