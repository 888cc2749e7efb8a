import { connectDatabase, prepareDatabase } from '../app/database.ts';
import type { Database } from '../db/client.ts';
import { type Config, readConfigOrExit } from '../settings/config.ts';
import { createLogger } from '../settings/log.ts';

export interface CommandDeps {
  readonly config: Config;
  readonly database: Database;
}

/**
 * Runs a command on the service's database, without migrating it; an embedded server that was not
 * running is stopped again.
 */
export async function withDatabase<T>(work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  const config = readConfigOrExit();
  const opened = await connectDatabase(config, createLogger({ logLevel: 'silent' }));
  try {
    return await work({ config, database: opened.database });
  } finally {
    await opened.close();
  }
}

/** The same on a database that has been migrated to this release's schema. */
export function withPreparedDatabase<T>(work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  return withDatabase(async (deps) => {
    await prepareDatabase(deps.database, deps.config, createLogger({ logLevel: 'silent' }));
    return work(deps);
  });
}
