import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createPayments, type Payments } from '../../src/app/compose.ts';
import { createServer } from '../../src/app/compose-server.ts';
import { prepareDatabase } from '../../src/app/database.ts';
import { seed } from '../../src/app/process/prepare-service.ts';
import { createSentPayouts, sentPayoutsFolder } from '../../src/app/sent-payouts.ts';
import type { ServerLimits } from '../../src/app/server.ts';
import { type Database, openDatabase, withSeal } from '../../src/db/client.ts';
import { findInstallationId } from '../../src/db/installation.ts';
import type { PolicyChange } from '../../src/domain/access/policy.ts';
import { createRequestFollower } from '../../src/flows/provider-requests/follow-requests.ts';
import { compareSends } from '../../src/flows/provider-requests/sending/compare-sends.ts';
import { openRowSeal } from '../../src/flows/row-key.ts';
import { sealDatabase } from '../../src/flows/sealed-database.ts';
import { type Config, readConfig } from '../../src/settings/config.ts';
import { createLogger, type Logger } from '../../src/settings/log.ts';
import { createVault } from '../../src/signing/sealed-text.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { setPolicy, withoutLimits } from './access/policy.ts';
import { type Answer, type CallOptions, call } from './call.ts';
import { assertCatalogued } from './catalogued.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import type { ServerConnection } from './postgres-server.ts';
import { refuseUnknownFields } from './upkeep/log-fields.ts';

export interface TestService {
  readonly url: string;
  readonly database: Database;
  readonly config: Config;
  readonly connection: ServerConnection;
  /** Sent with every call that does not bring its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** How old what it has read of providers may be; undefined for the times of production. */
  readonly freshMs: number | undefined;
  readonly limits: ServerLimits;
  /** Every log line of the service so far, as written. */
  readonly logLines: readonly string[];
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /**
   * Takes every step with a provider that is due now, as the worker of a real process does; with
   * other parts where a test gives them.
   */
  readonly takeSteps: (parts?: Partial<Payments>) => Promise<number>;
  readonly payments: Payments;
}

interface TestOptions {
  readonly headers?: TestService['headers'];
  readonly freshMs?: number | undefined;
  /** What the money policy says; without it there are no limits, in live as in the sandbox. */
  readonly policy?: PolicyChange;
  readonly limits?: Partial<ServerLimits>;
}

/** Clients that share the event loop with the service keep it busy themselves. */
export const TEST_LIMITS: ServerLimits = {
  overloadDelayMs: 0,
  maxConnections: 10_000,
  connectionsPerAddress: 500,
  searchesPerSecond: 1_000_000,
};

/** The service on a real port and a database of its own, stopped when the test file is done. */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  { headers = {}, freshMs, policy, limits }: TestOptions = {},
): Promise<TestService> {
  const {
    database: unsealed,
    connection,
    url: databaseUrl,
  } = await openTestDatabase({ secretsKey: env['SECRETS_KEY'] });
  const config = testConfig({ DATABASE_URL: databaseUrl, DATA_DIR: makeFolder(), ...env });
  const database = sealDatabase(unsealed, createVault(config.secretsKey));
  await prepareDatabase(database, config, recordingLog().log);
  await seed(database, { ...config, vault: createVault(config.secretsKey) });
  await setPolicy({ database, config }, withoutLimits(config, policy));
  return serve({
    database,
    config,
    connection,
    headers,
    freshMs,
    limits: { ...TEST_LIMITS, ...limits },
  });
}

/**
 * One more server on the same database with connections of its own, as a second process would be.
 * It has read nothing yet, so it sees what was changed in the database just before.
 */
export async function startTwin(service: TestService): Promise<TestService> {
  const database = openSealed(service);
  return serve({ ...service, database });
}

function openSealed({ connection, config }: StartedOn): Database {
  const database = openDatabase({ connection, poolSize: 5 });
  after(() => database.close());
  return sealDatabase(database, createVault(config.secretsKey, config.otherSecretsKeys));
}

/** The same service after a stop and a start, on whatever its database has become meanwhile. */
export async function restartTestService(service: StartedOn): Promise<TestService> {
  const { config } = service;
  const database = openSealed(service);
  await prepareDatabase(database, config, recordingLog().log);
  await seed(database, { ...config, vault: createVault(config.secretsKey) });
  const restarted = await serve({ ...service, database });
  await compareSends(restarted.payments);
  return restarted;
}

/** What a service is started on. */
type StartedOn = Pick<
  TestService,
  'database' | 'config' | 'connection' | 'headers' | 'freshMs' | 'limits'
>;

async function serve(parts: StartedOn): Promise<TestService> {
  const { config, headers, freshMs, limits } = parts;
  const { log, lines } = recordingLog();
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const database = withSeal(parts.database, await openRowSeal({ ...parts, vault }));
  const payments = createPayments({
    database,
    config,
    vault,
    sent: createSentPayouts(sentPayoutsFolder(config.dataDir, await findInstallationId(database))),
    onQueued: () => {},
    freshMs,
  });
  const server = await createServer({
    config,
    log,
    database,
    metrics: createMetrics(database),
    payments,
    onQueued: () => {},
    onSubmitted: () => {},
    isStopping: () => false,
    limits,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  after(async () => {
    await server.close();
    await payments.connectors.close();
  });
  return {
    ...parts,
    database,
    url,
    logLines: lines,
    call: async (method, path, options = {}) => {
      const all = { ...options, headers: { ...headers, ...options.headers } };
      const answer = await call(url, method, path, all);
      if (path.startsWith('/api/')) assertCatalogued(answer);
      return answer;
    },
    takeSteps: (parts = {}) => takeSteps({ ...payments, ...parts }),
    payments,
  };
}

async function takeSteps(payments: Payments): Promise<number> {
  const troubles: unknown[] = [];
  const follower = createRequestFollower({
    ...payments,
    onTrouble: (error) => troubles.push(error),
    stopPatienceMs: 60_000,
  });
  const taken = await follower.runOnce();
  await follower.stop();
  if (troubles.length > 0) throw troubles[0];
  return taken;
}

/** For a process that is started later: its database with this policy, and without other limits. */
export async function preparePolicy(
  { database, url }: TestDatabase,
  policy: PolicyChange,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const config = testConfig({ DATABASE_URL: url, ...env });
  await prepareDatabase(database, config, recordingLog().log);
  await setPolicy({ database, config }, withoutLimits(config, policy));
}

/** Where it notes what it sends. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'momo-service-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function testConfig(env: Readonly<Record<string, string>> = {}): Config {
  const reading = readConfig({ LOG_LEVEL: 'debug', ...env });
  if (reading.kind === 'invalid') throw new Error(reading.problems.join('; '));
  return reading.config;
}

export function recordingLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (line: string) => {
    refuseUnknownFields(line);
    lines.push(line);
  };
  const log = createLogger({ logLevel: 'debug' }, { write });
  return { log, lines };
}
