import { connectDatabase } from '../../../app/database.ts';
import { listHttpApplications } from '../../../db/access/access.ts';
import { listStaff } from '../../../db/access/staff.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { createDatabaseClock } from '../../../db/clock.ts';
import { countWaiting } from '../../../db/decisions/overview.ts';
import {
  findDurabilityRisks,
  findInstallation,
  findServer,
  probeWrites,
} from '../../../db/installation.ts';
import {
  compareMigrations,
  listAppliedMigrations,
  type MigrationState,
  readMigrations,
} from '../../../db/migrate.ts';
import { hasSharedBackends } from '../../../db/nodes/shared-backends.ts';
import { listChannels, listProviders } from '../../../db/providers/channels.ts';
import { listProviderHealth } from '../../../db/providers/provider-health.ts';
import { findQuarantine } from '../../../db/quarantine.ts';
import { countUndeliveredWebhooks } from '../../../db/webhooks/webhook-replays.ts';
import {
  readPolicy,
  shortRetention,
  toContent,
  unsetPolicy,
} from '../../../domain/access/policy.ts';
import type { Contents, DatabaseState } from '../../../domain/installation.ts';
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
import { createVault, WrongSecretsKey } from '../../../signing/sealed-text.ts';

/** The database's state, or a sentence if it cannot be reached. */
export async function lookAtDatabase(config: Config): Promise<DatabaseState | string> {
  try {
    const opened = await connectDatabase(config, createLogger({ logLevel: 'silent' }));
    try {
      return await lookAtServer(opened.database, config);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return `The database cannot be used: ${messageOf(error)}.`;
  }
}

async function lookAtServer(database: Database, config: Config): Promise<DatabaseState> {
  const server = await findServer(database);
  const migrations = compareMigrations(readMigrations(), await listAppliedMigrations(database));
  const those = (wanted: MigrationState) =>
    migrations.filter(({ state }) => state === wanted).map(({ name }) => name);
  const isOurs = migrations.every(({ state }) => state === 'applied');
  return {
    ...server,
    risks: await findDurabilityRisks(database),
    sharesBackends: await hasSharedBackends(database),
    environment: await findInstallation(database),
    clockAheadMs: await createDatabaseClock(database).differenceMs(),
    missingMigrations: those('missing'),
    changedMigrations: those('changed'),
    unknownMigrations: those('unknown'),
    contents: isOurs ? await lookInside(database, config) : null,
  };
}

async function lookInside(database: Queryable, config: Config): Promise<Contents> {
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
    formerSettings: [
      ...config.misspelt,
      ...describeFormer(config.formerSettings, toContent(policy.values)),
    ],
    ...(await lookAtSecrets(database, config)),
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

async function lookAtPolicy(database: Queryable, config: Config) {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  // A wrong key is reported by `lookAtSecrets`.
  const seal = await openRowSeal({ database, vault }).catch(() => NO_SEAL);
  const found = await findPolicyValues(database, { environment: config.environment, seal });
  if (found.kind === 'found') return { values: found.values, problem: null };
  return { values: unsetPolicy(config.environment), problem: found.problem };
}

async function lookAtSeals(connection: Queryable, config: Config): Promise<readonly string[]> {
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  // A wrong key is reported by `lookAtSecrets`.
  const found = await listSealProblems({ connection, vault }).catch(() => []);
  return found.map(({ subject, problem }) => `${subject}: ${problem}`);
}

async function lookAtSecrets(
  database: Queryable,
  { secretsKey, otherSecretsKeys }: Config,
): Promise<Pick<Contents, 'secretsProblem' | 'unsealed'>> {
  try {
    const vault = createVault(secretsKey, otherSecretsKeys);
    return { secretsProblem: null, unsealed: await countUnsealed({ database, vault }) };
  } catch (error) {
    if (!(error instanceof WrongSecretsKey)) throw error;
    return { secretsProblem: error.message, unsealed: 0 };
  }
}

/** Enabled providers, each with the problem that keeps it from working. */
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
      if (state?.isUp === false) return { id, problem: said };
      const [refusal] = describeRefusals(state?.refusals ?? {});
      if (refusal !== undefined) return { id, problem: sentenceOf(refusal) };
      const hasWay = channels.some((one) => one.providerId === id && one.enabled);
      return { id, problem: hasWay ? null : 'No channel of it is switched on.' };
    });
}
