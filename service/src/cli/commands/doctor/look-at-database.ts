import { connectDatabase, NoDatabase, openStandby } from '../../../app/database.ts';
import { listHttpApplications } from '../../../db/access/access.ts';
import { listStaff } from '../../../db/access/staff.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { createDatabaseClock } from '../../../db/clock.ts';
import { countWaiting } from '../../../db/decisions/overview.ts';
import {
  findDurabilityRisks,
  findInstallation,
  findNeededRelease,
  findServer,
  listOlderSessions,
  ping,
  probeWrites,
} from '../../../db/installation.ts';
import {
  compareMigrations,
  describeSession,
  listAppliedMigrations,
  type MigrationState,
  readMigrations,
} from '../../../db/migrate.ts';
import { READ_ONLY } from '../../../db/nodes/find-node.ts';
import { openReplica } from '../../../db/nodes/replica.ts';
import { hasSharedBackends } from '../../../db/nodes/shared-backends.ts';
import { listChannels, listProviders } from '../../../db/providers/channels.ts';
import { listProviderHealth } from '../../../db/providers/provider-health.ts';
import { findQuarantine } from '../../../db/quarantine.ts';
import { OLDEST_RELEASE } from '../../../db/releases.ts';
import { findMonthGaps } from '../../../db/upkeep/months.ts';
import { countUndeliveredWebhooks } from '../../../db/webhooks/webhook-replays.ts';
import {
  readPolicy,
  shortRetention,
  toContent,
  unsetPolicy,
} from '../../../domain/access/policy.ts';
import type { Contents, DatabaseState, UnusableDatabase } from '../../../domain/installation.ts';
import { sentenceOf } from '../../../domain/messages/message.ts';
import { describeRefusals } from '../../../domain/providers/provider-health.ts';
import { NO_SEAL } from '../../../domain/seals/seal.ts';
import { findPolicyValues } from '../../../flows/access/policy.ts';
import { listWalletStandings } from '../../../flows/finance/list-wallets.ts';
import { listLineProblems, listPayoutStops } from '../../../flows/lines/list-line-problems.ts';
import { openRowSeal } from '../../../flows/row-key.ts';
import { listSealProblems } from '../../../flows/upkeep/seal-rows.ts';
import { countUnsealed } from '../../../flows/upkeep/seal-secrets.ts';
import type { Config } from '../../../settings/config.ts';
import { describeFormer } from '../../../settings/former-settings.ts';
import { createLogger } from '../../../settings/log.ts';
import { messageOf } from '../../../settings/look-at-machine.ts';
import { createVault, type Vault, WrongSecretsKey } from '../../../signing/sealed-text.ts';

/** The database's state, or why it cannot be used. */
export async function lookAtDatabase(
  config: Config,
  listLackingAddress: ListLackingAddress,
): Promise<DatabaseState | UnusableDatabase> {
  try {
    const opened = await connectDatabase(config, createLogger({ logLevel: 'silent' }));
    try {
      return await lookAtServer(opened.database, config, listLackingAddress);
    } finally {
      await opened.close();
    }
  } catch (error) {
    const message = messageOf(error);
    if (error instanceof NoDatabase) return { unusable: 'missing', what: error.message };
    if (error instanceof WrongSecretsKey) return { unusable: 'sealed', what: `${message}.` };
    const unusable = message.includes(READ_ONLY) ? 'read-only' : 'away';
    return { unusable, what: `The database cannot be used: ${message}.` };
  }
}

/** Enabled providers that learn of a payment by a callback, and have no address for it. */
export type ListLackingAddress = (database: Queryable) => Promise<readonly string[]>;

async function lookAtServer(
  database: Database,
  config: Config,
  listLackingAddress: ListLackingAddress,
): Promise<DatabaseState> {
  const { mostConnections: most, ...server } = await findServer(database);
  const applied = await listAppliedMigrations(database);
  const migrations = compareMigrations(readMigrations(), applied);
  const those = (wanted: MigrationState) =>
    migrations.filter(({ state }) => state === wanted).map(({ name }) => name);
  const unknown = those('unknown');
  const neededRelease = unknown.length === 0 ? null : await findNeededRelease(database);
  const isUsable =
    neededRelease === null &&
    migrations.every(({ state }) => state === 'applied' || state === 'unknown');
  return {
    ...server,
    risks: await findDurabilityRisks(database),
    sharesBackends: await hasSharedBackends(database),
    environment: await findInstallation(database),
    clockAheadMs: await createDatabaseClock(database).differenceMs(),
    connections: { wanted: config.databasePoolSize, most },
    replicaProblem: await lookAtReplica(database, config),
    missingMigrations: those('missing'),
    oldestRelease: OLDEST_RELEASE,
    olderProcesses: (await listOlderSessions(database, applied.length)).map(describeSession),
    changedMigrations: those('changed'),
    unknownMigrations: unknown,
    neededRelease,
    contents: isUsable
      ? {
          ...(await lookInside(database, config)),
          lackingAddress: await listLackingAddress(database),
        }
      : null,
  };
}

async function lookAtReplica(primary: Database, config: Config): Promise<string | null> {
  if (config.replicaUrl === null) return null;
  const log = createLogger({ logLevel: 'silent' });
  const standby = openStandby(config.replicaUrl, config, log);
  let problem: string | null = null;
  const onAvoided = (error: unknown) => {
    problem = messageOf(error);
  };
  await ping(openReplica({ primary, standby, onAvoided }));
  await standby.close();
  return problem;
}

async function lookInside(
  database: Queryable,
  config: Config,
): Promise<Omit<Contents, 'lackingAddress'>> {
  const quarantine = await findQuarantine(database);
  const policy = await lookAtPolicy(database, config);
  const { floatLowXaf } = readPolicy(policy.values, config.environment);
  const wallets = await listWalletStandings(database, floatLowXaf);
  const staff = await listStaff(database);
  return {
    writeProblem: await probeWrites(database).then(() => null, messageOf),
    quarantine: quarantine === null ? null : sentenceOf(quarantine.reason),
    policyProblem: policy.problem,
    shortRetention: shortRetention(policy.values),
    sealProblems: await lookAtSeals(database, config),
    months: await findMonthGaps(database),
    formerSettings: describeFormer(config.formerSettings, toContent(policy.values)),
    unsealed: await countUnsealed({ database, vault: vaultOf(config) }),
    administrators: staff.filter((one) => one.role === 'admin' && one.disabled_at === null).length,
    providers: await lookAtProviders(database),
    payoutStops: (await listPayoutStops(database)).map(
      ({ line, sentence }) => `Line ${line} pays nothing out: ${sentence}`,
    ),
    lines: (await listLineProblems(database)).map(({ line, problem }) => ({
      line,
      problem: problem === null ? null : sentenceOf(problem),
    })),
    lowWallets: wallets.filter(({ level }) => level === 'low').map(({ wallet }) => wallet),
    unknownWallets: [...floatLowXaf.wallets.keys()].filter(
      (name) => !wallets.some(({ wallet }) => wallet === name),
    ),
    waiting: Object.fromEntries(
      (await countWaiting(database)).map(({ kind, count, oldestSeconds: seconds }) => [
        kind,
        { count, seconds },
      ]),
    ),
    undelivered: await countUndeliveredWebhooks(database),
    httpApplications: await listHttpApplications(database),
  };
}

function vaultOf({ secretsKey, otherSecretsKeys }: Config): Vault {
  return createVault(secretsKey, otherSecretsKeys);
}

async function lookAtPolicy(database: Queryable, config: Config) {
  const vault = vaultOf(config);
  // A wrong key is reported with the secrets.
  const seal = await openRowSeal({ database, vault }).catch(() => NO_SEAL);
  const found = await findPolicyValues(database, { environment: config.environment, seal });
  if (found.kind === 'found') return { values: found.values, problem: null };
  return { values: unsetPolicy(config.environment), problem: found.problem };
}

async function lookAtSeals(connection: Queryable, config: Config): Promise<readonly string[]> {
  const vault = vaultOf(config);
  // A wrong key is reported with the secrets.
  const found = await listSealProblems({ connection, vault }).catch(() => []);
  return found.map(({ subject, problem }) => `${subject}: ${problem}`);
}

/** Enabled providers, each with what keeps it from working. */
async function lookAtProviders(database: Queryable): Promise<Contents['providers']> {
  const [providers, channels, health] = await Promise.all([
    listProviders(database),
    listChannels(database),
    listProviderHealth(database),
  ]);
  return providers
    .filter(({ flagEnabled }) => flagEnabled)
    .map(({ id }) => {
      const state = health.find(({ providerId }) => providerId === id);
      const said = state?.problem ? sentenceOf(state.problem) : 'It does not answer.';
      if (state?.isUp === false) return { id, problem: said, refusal: null };
      const [refused] = describeRefusals(state?.refusals ?? {});
      const hasWay = channels.some((one) => one.providerId === id && one.enabled);
      return {
        id,
        problem: hasWay ? null : 'No channel of it is switched on.',
        refusal: refused === undefined ? null : sentenceOf(refused),
      };
    });
}
