import { connectDatabase, openPools, prepareDatabase } from '../app/database.ts';
import type { Database } from '../db/client.ts';
import type { SealRow } from '../domain/seals/seal.ts';
import { createPolicySource, type PolicySource } from '../flows/access/policy.ts';
import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import { openRowSeal } from '../flows/row-key.ts';
import { countUnsealed } from '../flows/upkeep/seal-secrets.ts';
import type { EmbeddedPostgres } from '../postgres/server.ts';
import { type Config, readConfigOrExit } from '../settings/config.ts';
import { createLogger } from '../settings/log.ts';
import { loadSmsTemplates } from '../settings/sms-templates.ts';
import { createVault, type Vault } from '../signing/sealed-text.ts';

export interface CommandDeps {
  readonly config: Config;
  readonly database: Database;
}

/**
 * Runs a command on the service's database without migrating it, and stops an embedded server that
 * it had to start.
 */
export async function withDatabase<T>(work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  const config = readConfigOrExit();
  const opened = await connectDatabase(config, createLogger({ logLevel: 'silent' }));
  try {
    return await work({ config, database: sealing(opened.database, config) });
  } finally {
    await opened.close();
  }
}

/** Opens the key when something is written: a command may look at a database that has none yet. */
function sealing(database: Database, config: Config): Database {
  return {
    ...database,
    atomically: async (work) => {
      const seal = await openSeal({ database, config });
      return database.atomically((connection) => work({ ...connection, seal }));
    },
  };
}

/** The same on a database that was migrated to this release's schema. */
export function withPreparedDatabase<T>(work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  return withDatabase(async (deps) => {
    await prepareDatabase(deps.database, deps.config, createLogger({ logLevel: 'silent' }));
    return work(deps);
  });
}

/** The same on a server that was started for this work alone, as a restore does. */
export async function withPreparedServer<T>(
  config: Config,
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  work: (deps: CommandDeps) => Promise<T>,
): Promise<T> {
  const log = createLogger({ logLevel: 'silent' });
  const opened = openPools(config, log, connection);
  try {
    const database = sealing(opened.database, config);
    await prepareDatabase(database, config, log);
    return await work({ config, database });
  } finally {
    await opened.close();
  }
}

/** Checks the policy's seal if SECRETS_KEY is given. */
export async function openPolicy(opened: CommandDeps): Promise<PolicySource> {
  const { environment } = opened.config;
  return createPolicySource({
    database: opened.database,
    environment,
    seal: await openSeal(opened),
  });
}

export function openSeal({ database, config }: CommandDeps): Promise<SealRow> {
  return openRowSeal({ database, vault: createVault(config.secretsKey, config.otherSecretsKeys) });
}

/** Opens what reading texts needs; the running service finds new webhooks by itself. */
export async function openSms(opened: CommandDeps): Promise<ReadSmsDeps> {
  const { database, config } = opened;
  return {
    database,
    templates: loadSmsTemplates(config.operatorsDir),
    policy: await openPolicy(opened),
    onQueued: () => {},
  };
}

/**
 * The vault with which a command seals new secrets. It needs the service's SECRETS_KEY, so it is
 * first tried on secrets that are stored already.
 */
export async function openVault(opened: {
  readonly database: Database;
  readonly config: Config;
}): Promise<Vault> {
  const { database, config } = opened;
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  await countUnsealed({ database, vault });
  return vault;
}
