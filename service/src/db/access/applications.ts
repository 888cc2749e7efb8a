import { assert } from '../../domain/assert.ts';
import type { Queryable } from '../client.ts';

export interface ApplicationRow {
  readonly name: string;
  readonly created_at: Date;
  readonly has_webhook_secret: boolean;
  /** Times as ISO 8601 text, since they come out of JSON. */
  readonly keys: readonly {
    readonly prefix: string;
    readonly created_at: string;
    readonly revoked_at: string | null;
  }[];
}

/** Every application with its keys, the oldest first. */
export function listApplications(database: Queryable): Promise<ApplicationRow[]> {
  return database.query<ApplicationRow>({
    text: `select a.name, a.created_at, a.webhook_secret is not null as has_webhook_secret,
                  coalesce(json_agg(json_build_object(
                    'prefix', k.prefix,
                    'created_at', to_char(k.created_at at time zone 'utc', '${ISO_8601}'),
                    'revoked_at', to_char(k.revoked_at at time zone 'utc', '${ISO_8601}')
                  ) order by k.created_at, k.prefix) filter (where k.prefix is not null),
                  '[]') as keys
           from applications a left join api_keys k on k.application_id = a.id
           group by a.id order by a.created_at, a.name`,
  });
}

export async function findApplicationName(database: Queryable, id: string): Promise<string> {
  const [row] = await database.query<{ readonly name: string }>({
    name: 'find-application-name',
    text: 'select name from applications where id = $1',
    values: [id],
  });
  assert(row !== undefined, 'a key belongs to no application');
  return row.name;
}

const ISO_8601 = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
