import type { Queryable } from './client.ts';

export type Environment = 'sandbox' | 'live';

/** Writes the environment on first use and returns the one that this database belongs to. */
export async function claimInstallation(
  database: Queryable,
  environment: Environment,
): Promise<Environment> {
  await database.query({
    text: 'insert into installation (environment) values ($1) on conflict do nothing',
    values: [environment],
  });
  const [row] = await database.query<{ readonly environment: Environment }>({
    text: 'select environment from installation',
  });
  return row?.environment ?? environment;
}

/**
 * Server settings under which an acknowledged commit could be lost, as sentences; none when money
 * is safe.
 */
export async function findDurabilityRisks(database: Queryable): Promise<readonly string[]> {
  const rows = await database.query<{ readonly name: string; readonly setting: string }>({
    text: `select name, setting from pg_settings
           where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
           order by name`,
  });
  return rows.map(({ name }) => `PostgreSQL runs with ${name}=off: a crash can lose payments`);
}

export async function ping(database: Queryable): Promise<void> {
  await database.query({ name: 'ping', text: 'select 1' });
}
