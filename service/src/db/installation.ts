import { assert } from '../domain/assert.ts';
import type { Environment } from '../domain/installation.ts';
import { OPERATORS } from '../domain/operators/operator.ts';
import type { Queryable } from './client.ts';
import { isOlder, OLDEST_RELEASE, RELEASE, releaseWithoutName } from './releases.ts';

/**
 * Marks a new database as belonging to the environment; an old one keeps its own. Returns whether
 * it was new.
 */
export async function insertInstallation(
  database: Queryable,
  environment: Environment,
): Promise<boolean> {
  const rows = await database.query<object>({
    text: 'insert into installation (environment) values ($1) on conflict do nothing returning id',
    values: [environment],
  });
  return rows.length > 0;
}

/** The environment that this database belongs to; `null` when it is new. */
export async function findInstallation(database: Queryable): Promise<Environment | null> {
  const [table] = await database.query<{ readonly exists: boolean }>({
    text: `select to_regclass('installation') is not null as exists`,
  });
  if (!table?.exists) return null;
  const [row] = await database.query<{ readonly environment: Environment }>({
    text: 'select environment from installation',
  });
  return row?.environment ?? null;
}

/** What an installation is called outside its database; a restore does not change it. */
export async function findInstallationId(database: Queryable): Promise<string> {
  const [row] = await database.query<{ readonly id: string }>({
    text: 'select id from installation',
  });
  assert(row !== undefined, 'the database is not prepared');
  return row.id;
}

/** The stored key that seals rows, or `null` before the first one. */
export async function findRowKey(database: Queryable): Promise<string | null> {
  const [row] = await database.query<{ readonly key: string | null }>({
    text: 'select row_key as key from installation',
  });
  return row?.key ?? null;
}

/** The caller's transaction has found none, and holds the lock of the audit log. */
export async function saveRowKey(connection: Queryable, key: string): Promise<void> {
  await connection.query({ text: 'update installation set row_key = $1', values: [key] });
}

/**
 * Server settings that could lose an acknowledged commit, as sentences; none when money is safe.
 */
export async function findDurabilityRisks(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string; readonly setting: string }>({
    text: `select name, setting from pg_settings
           where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
           order by name`,
  });
  return rows.map(({ name }) => `PostgreSQL runs with ${name}=off: a crash can lose payments`);
}

/** Which server this is, and its time. */
export async function describeServer(database: Queryable): Promise<{
  readonly systemIdentifier: string;
  readonly version: string;
  readonly at: Date;
}> {
  const [row] = await database.query<{
    readonly system_identifier: string;
    readonly version: string;
    readonly at: Date;
  }>({
    text: `select system_identifier::text, current_setting('server_version') as version,
                  clock_timestamp() as at
           from pg_control_system()`,
  });
  assert(row !== undefined, 'a server has an identifier');
  return { systemIdentifier: row.system_identifier, version: row.version, at: row.at };
}

export async function ping(database: Queryable): Promise<void> {
  await database.query({ name: 'ping', text: 'select 1' });
}

/** Commits a record without use; rejects when the database does not take it. */
export async function probeWrites(database: Queryable): Promise<void> {
  await database.query({
    name: 'probe-writes',
    text: 'select probe_writes()',
  });
}

/** Adds every operator of this release to the tables; those of other releases stay. */
export async function ensureOperators(database: Queryable): Promise<void> {
  await database.query({
    text: `insert into operators (name) select unnest($1::text[])
           on conflict do nothing`,
    values: [OPERATORS],
  });
}

export interface Server {
  /** As PostgreSQL numbers it: 150004 is 15.4. */
  readonly version: number;
  /** How many connections it has for users like ours. */
  readonly mostConnections: number;
  readonly archive: {
    readonly isOn: boolean;
    readonly isFailing: boolean;
    /** Since something was archived last, or `null` before that. */
    readonly ageSeconds: number | null;
  };
}

/** What the server shows every user of itself, and of the log that it keeps for a restore. */
export async function findServer(database: Queryable): Promise<Server> {
  const [row] = await database.query<Server['archive'] & Omit<Server, 'archive'>>({
    text: `select current_setting('server_version_num')::int as version,
                  current_setting('max_connections')::int
                    - current_setting('superuser_reserved_connections')::int
                    - coalesce(current_setting('reserved_connections', true)::int, 0)
                    as "mostConnections",
                  current_setting('archive_mode') <> 'off' as "isOn",
                  coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
                    as "isFailing",
                  extract(epoch from clock_timestamp() - last_archived_time)::float8
                    as "ageSeconds"
           from pg_stat_archiver`,
  });
  assert(row !== undefined, 'the server says nothing of itself');
  const { version, mostConnections, ...archive } = row;
  return { version, mostConnections, archive };
}

/** The oldest release that may run on the database's schema; `null` if the schema does not say. */
export async function findOldestRelease(database: Queryable): Promise<string | null> {
  const [row] = await database.query<{ readonly oldest: string }>({
    name: 'find-oldest-release',
    text: 'select oldest_release as oldest from installation',
  });
  return row?.oldest ?? null;
}

/** The release that the schema is for, if this one is older. */
export async function findNeededRelease(database: Queryable): Promise<string | null> {
  const oldest = await findOldestRelease(database);
  return oldest !== null && isOlder(RELEASE, oldest) ? oldest : null;
}

/** Sessions of one process. */
export interface OlderSession {
  readonly release: string;
  readonly process: string;
}

/** The processes that use this database and cannot run on the schema of this release. */
export async function listOlderSessions(
  database: Queryable,
  appliedMigrations: number,
): Promise<readonly OlderSession[]> {
  const rows = await database.query<{ readonly name: string; readonly host: string | null }>({
    text: `select distinct application_name as name, host(client_addr) as host
           from pg_stat_activity
           where datname = current_database() and application_name ~ '^momo-[0-9]'
           order by 1, 2`,
  });
  return rows
    .map(({ name, host }) => {
      const { release, pid } =
        /^momo-(?:(?<release>[\d.]+)-)?(?<pid>\d+)$/.exec(name)?.groups ?? {};
      return {
        release: release ?? releaseWithoutName(appliedMigrations),
        process: `process ${pid}${host === null ? '' : ` on ${host}`}`,
      };
    })
    .filter(({ release }) => isOlder(release, OLDEST_RELEASE));
}
