import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDefaultApplication } from '../db/access/access.ts';
import { findPolicyRow } from '../db/access/policy.ts';
import { raiseXacts } from '../db/books/totals.ts';
import {
  type Connection,
  type Database,
  DatabaseUnavailable,
  openDatabase,
  type Queryable,
} from '../db/client.ts';
import {
  ensureOperators,
  findDurabilityRisks,
  findInstallation,
  insertInstallation,
  ping,
} from '../db/installation.ts';
import { labelOf, MigrationRefused, migrate } from '../db/migrate.ts';
import { openReplica, type ReplicaOptions } from '../db/nodes/replica.ts';
import { hasSharedBackends } from '../db/nodes/shared-backends.ts';
import { compareIdentity } from '../db/quarantine.ts';
import { hasSqlstate, SQLSTATE } from '../db/sqlstate.ts';
import { textOf, toContent } from '../domain/access/policy.ts';
import type { Environment } from '../domain/installation.ts';
import { ensurePolicy } from '../flows/access/change-policy.ts';
import { PolicyRefused } from '../flows/access/policy.ts';
import { requireRowSeal } from '../flows/row-key.ts';
import { sealDatabase } from '../flows/sealed-database.ts';
import { fillReasons } from '../flows/upkeep/fill-reasons.ts';
import { SealingRefused, sealPayments } from '../flows/upkeep/seal-payments.ts';
import {
  beginSeals,
  type LeftOut,
  RowKeyRefused,
  RowsNotSealed,
} from '../flows/upkeep/seal-rows.ts';
import { OpenSecretsRefused, refuseOpenSecrets } from '../flows/upkeep/seal-secrets.ts';
import { findCluster } from '../postgres/restored-cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/server.ts';
import type { Config } from '../settings/config.ts';
import { describeDatabaseUrl, nodeUrls } from '../settings/database-url.ts';
import { policySettings } from '../settings/former-settings.ts';
import type { Logger } from '../settings/log.ts';
import { createVault, WrongSecretsKey } from '../signing/sealed-text.ts';
import { armDatabase } from './failpoints/arm.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** For lists and exports: a standby where REPLICA_URL names one, else the same database. */
  readonly replica: Queryable;
  /** How to reach the embedded server; `null` if DATABASE_URL is set. */
  readonly embedded: Connection | null;
  /** The location of the data, to show to a person. */
  readonly place: string;
  /** Closes the pool; stops the embedded server if no other process uses it. */
  close(): Promise<void>;
}

/** The database cannot be used as it is; the message says why and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** There is none yet where the settings say, and only a start makes one. */
export class NoDatabase extends StartRefused {}

const START_PATIENCE_MS = 30_000;
/** The rotation of a password takes this long, and systemd starts no refused service again. */
const REFUSAL_PATIENCE_MS = 60_000;
const RETRY_MS = 250;

/**
 * Connects to DATABASE_URL or to the embedded server, which is started or adopted. Only a start of
 * the service makes a database: a command that is typed in the wrong place must not.
 */
export async function connectDatabase(
  config: Config,
  log: Logger,
  { mayMake = false }: { readonly mayMake?: boolean } = {},
): Promise<OpenedDatabase> {
  if (config.databaseUrl === null && !mayMake) await refuseWithoutDatabase(config.dataDir);
  const server = config.databaseUrl === null ? await startEmbedded(config, log) : null;
  const embedded = server?.connection ?? null;
  const pools = openPools(config, log, embedded);
  return {
    ...pools,
    embedded,
    place: server?.dataFolder ?? describeDatabaseUrl(config.databaseUrl ?? ''),
    close: async () => {
      await pools.close();
      const outcome = await server?.stop();
      if (outcome !== undefined) log.info({ outcome }, 'embedded PostgreSQL');
    },
  };
}

async function refuseWithoutDatabase(dataDir: string): Promise<void> {
  if (existsSync(dataDir) && (await findCluster(dataDir)).isThere) return;
  throw new NoDatabase(
    `There is no database in ${dataDir}: ` +
      '`momo start` makes one, `momo restore` brings one back.',
  );
}

/** Connects to DATABASE_URL, or to an embedded server that already runs, and to REPLICA_URL. */
export function openPools(
  config: Config,
  log: Logger,
  embedded: Connection | null,
): Pick<OpenedDatabase, 'database' | 'replica' | 'close'> {
  const unarmed = openDatabase({
    connection: embedded ?? nodesOf(config.databaseUrl ?? ''),
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const database = sealDatabase(armDatabase(unarmed, config.failpoint), vault, ({ table, id }) =>
    log.error({ table, id }, 'a row is not as this service wrote it, and is not used'),
  );
  const standby = config.replicaUrl === null ? null : openStandby(config.replicaUrl, config, log);
  return {
    database,
    replica: standby === null ? database : replicaOf({ primary: database, standby, log }),
    close: async () => {
      await Promise.all([database.close(), standby?.close()]);
    },
  };
}

/**
 * Brings the database to this release's schema and refuses what would endanger money or mix
 * environments. A database whose identity has changed sends nothing.
 */
export async function prepareDatabase(
  database: Database,
  config: Config,
  log: Logger,
): Promise<void> {
  await refuseSharedBackends(database);
  // Before anything is written: a server that is refused stays unchanged.
  const risks = await findDurabilityRisks(database);
  if (risks.length > 0 && config.environment === 'live') throw new StartRefused(risks.join('; '));
  for (const risk of risks) log.warn({ risk }, 'money would not be safe here');
  await refuseOtherEnvironment(database, config);
  const applied = await migrate(database, {
    announce: (missing) => log.info({ migrations: missing.map(labelOf) }, 'applying migrations'),
  });
  if (applied.length > 0) log.info({ count: applied.length }, 'migrations applied');
  await ensureOperators(database);
  const begun = await beginInstallation(database, config, config.environment);
  for (const line of begun.policy) log.warn({ policy: line }, 'policy taken from the settings');
  for (const row of begun.leftOut) log.error(row, 'not as the audit log says: it is not used');
  await fillReasons(database);
  await sealStored(database, config, log);
  // Two processes of different environments may have started on one new database.
  await refuseOtherEnvironment(database, config);
  await compareIdentity(database);
  await raiseXacts(database);
  await ensureDefaultApplication(database);
}

/** What was done once for an installation. */
interface Begun {
  /** What its policy took from the settings and what it could not, as sentences. */
  readonly policy: readonly string[];
  /** The rows that disagree with the audit log, so that they were not sealed. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Marks a new database, seals the rows that give power, and writes its first policy, which an
 * installation of release 0.2 takes from its settings.
 */
export async function beginInstallation(
  database: Database,
  config: Config,
  environment: Environment,
): Promise<Begun> {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  await refuseOpenSecrets({ database, vault });
  const row = await findPolicyRow(database);
  if (row !== null && !vault.hasKey) return { policy: [], leftOut: [] };
  const begun = await database.atomically(async (connection) => {
    const isNew = await insertInstallation(connection, environment);
    // The installation's row stores the key, so the row comes first.
    const leftOut = await beginSeals({ connection, vault });
    const seal = await requireRowSeal({ database: connection, vault });
    const settings = policySettings(config.formerSettings);
    const policy = await ensurePolicy(connection, { environment, seal }, { isNew, settings });
    return { leftOut, policy };
  });
  return { policy: sentencesOf(begun.policy), leftOut: begun.leftOut ?? [] };
}

function sentencesOf(begun: Awaited<ReturnType<typeof ensurePolicy>>): readonly string[] {
  if (begun === null) return [];
  const taken = Object.entries(toContent(begun.taken));
  return [
    ...taken.map(([name, value]) => `${name}=${textOf(value)} was taken from the settings`),
    ...begun.problems.map((problem) => `${problem}, so it is as if it were not set`),
  ];
}

/** Once, after an upgrade: what is not sealed then is never used. */
async function sealStored(database: Database, config: Config, log: Logger): Promise<void> {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const sealed = await sealPayments({ database, vault });
  if (sealed === null) return;
  const { disputed, ...counts } = sealed;
  log.info(counts, 'stored payments sealed');
  for (const subject of disputed) log.error({ subject }, 'not sealed, so it is not used');
}

async function refuseSharedBackends(database: Database): Promise<void> {
  if (!(await hasSharedBackends(database))) return;
  throw new StartRefused(
    'DATABASE_URL leads through a pooler that gives the transactions of one session to different ' +
      'connections, as PgBouncer does with pool_mode=transaction or statement. Locks and time ' +
      'limits do not hold there: set pool_mode=session, or connect to PostgreSQL itself.',
  );
}

async function refuseOtherEnvironment(database: Database, config: Config): Promise<void> {
  const environment = await findInstallation(database);
  if (environment === null || environment === config.environment) return;
  throw new StartRefused(
    `This database belongs to the ${environment} environment, ` +
      `but SERVICE_ENV is ${config.environment}. ` +
      'Give each environment its own DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Services and databases are often started together, so the database gets a moment. One that
 * refuses us until the end needs a person; one that does not answer may still come.
 */
export async function waitUntilReachable(database: Database, log: Logger): Promise<void> {
  const begun = performance.now();
  let reported = '';
  for (;;) {
    try {
      return await ping(database);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      const isRefused = refusesUs(error);
      const patienceMs = isRefused ? REFUSAL_PATIENCE_MS : START_PATIENCE_MS;
      if (performance.now() - begun > patienceMs) {
        if (!isRefused) throw error;
        throw new StartRefused(`PostgreSQL refuses DATABASE_URL: ${error.message}.`);
      }
      if (error.message !== reported) {
        log.warn({ reason: error.message }, 'waiting for the database');
        reported = error.message;
      }
      await pause(RETRY_MS);
    }
  }
}

function refusesUs({ cause }: DatabaseUnavailable): boolean {
  const { invalidPassword, invalidAuthorization, unknownDatabase } = SQLSTATE;
  return hasSqlstate(cause, invalidPassword, invalidAuthorization, unknownDatabase);
}

/** What the person who runs the service should see without asking for details. */
const EVENT_LEVELS: Readonly<Record<string, 'info' | 'warn'>> = {
  data_placed_elsewhere: 'warn',
  died: 'warn',
  restart_failed: 'warn',
  restarted: 'info',
  adopted: 'info',
};

async function startEmbedded(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      onEvent: (event) =>
        log[EVENT_LEVELS[event.kind] ?? 'debug']({ event }, 'embedded PostgreSQL'),
    });
  } catch (error) {
    if (!(error instanceof Error) || !isFolderError(error)) throw error;
    throw new StartRefused(
      `DATA_DIR cannot be written: ${error.message}. ` +
        'Set DATA_DIR to a folder that stays and that this process can write.',
    );
  }
}

const FOLDER_ERRORS: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
]);

function isFolderError(error: NodeJS.ErrnoException): boolean {
  return FOLDER_ERRORS.has(error.code);
}

/** The server of REPLICA_URL, for reads. */
export function openStandby(url: string, { databasePoolSize }: Config, log: Logger): Database {
  return openDatabase({
    connection: nodesOf(url),
    poolSize: databasePoolSize,
    wanted: 'standby',
    onConnectionLost: (error) => log.warn({ err: error }, 'connection to the standby lost'),
  });
}

function replicaOf({ log, ...nodes }: ReplicaParts): Queryable {
  return openReplica({
    ...nodes,
    onAvoided: (error) => log.warn({ err: error }, 'standby not used; lists are read elsewhere'),
  });
}

type ReplicaParts = Omit<ReplicaOptions, 'onAvoided'> & { readonly log: Logger };

function nodesOf(databaseUrl: string): readonly Connection[] {
  return nodeUrls(databaseUrl).map((connectionString) => ({ connectionString }));
}

/** Whether a person must change something before the service can start; the message says what. */
export function isRefusal(error: unknown): error is Error {
  return REFUSALS.some((refusal) => error instanceof refusal);
}

const REFUSALS = [
  StartRefused,
  MigrationRefused,
  PolicyRefused,
  SealingRefused,
  RowKeyRefused,
  RowsNotSealed,
  OpenSecretsRefused,
  WrongSecretsKey,
];
