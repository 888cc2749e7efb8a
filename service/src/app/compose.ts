import type { Server } from 'node:http';
import { type Database, withSeal } from '../db/client.ts';
import { createDatabaseClock } from '../db/clock.ts';
import { NO_SEAL, type SealRow } from '../domain/seals/seal.ts';
import type { Transaction } from '../domain/transactions/transaction.ts';
import { createPolicySource, type PolicySource } from '../flows/access/policy.ts';
import { createFloatWatch } from '../flows/finance/list-wallets.ts';
import { collectDeposit } from '../flows/provider-requests/collect-deposit.ts';
import { createRequestFollower } from '../flows/provider-requests/follow-requests.ts';
import type {
  ProviderRequestDeps,
  SentPayouts,
} from '../flows/provider-requests/leased-request.ts';
import { createCatalogueSource } from '../flows/providers/catalogue.ts';
import { createConnectors } from '../flows/providers/connectors.ts';
import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import { openRowSeal } from '../flows/row-key.ts';
import { createLedger, type Ledger } from '../flows/transactions/ledger.ts';
import {
  createWebhookDelivery,
  type DeliveryDeps,
  type WebhookDelivery,
} from '../flows/webhooks/deliver-webhooks.ts';
import { createSignerSource } from '../flows/webhooks/signing-keys.ts';
import { createPoster, type Poster, type PostRequest } from '../outbound/post.ts';
import { findBackups } from '../postgres/backups/last-backup.ts';
import type { Adapter } from '../providers/provider.ts';
import { ADAPTERS } from '../providers/registry.ts';
import { type Config, webhookPolicy } from '../settings/config.ts';
import type { Logger } from '../settings/log.ts';
import { loadSmsTemplates } from '../settings/sms-templates.ts';
import { VERSION } from '../settings/version.ts';
import { createVault, type Vault } from '../signing/sealed-text.ts';
import { reportStandbys } from '../telemetry/database-report.ts';
import { reportInstallation } from '../telemetry/installation-report.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import {
  reportDeliveries,
  reportLines,
  reportPayments,
  reportWallets,
} from '../telemetry/payment-report.ts';
import type { Tracing } from '../telemetry/tracing/tracing.ts';
import { createServer } from './compose-server.ts';
import { connectDatabase, type OpenedDatabase } from './database.ts';
import { armConnectors, armPoster } from './failpoints/arm.ts';
import { closeServer, openPort, type Port } from './listen.ts';
import type { ProcessFigures } from './process/figures.ts';
import {
  openSentPayouts,
  type PreparedService,
  prepareService,
} from './process/prepare-service.ts';
import type { Stopping } from './process/questions.ts';
import type { SharedLimits } from './process/shared-limits.ts';
import { createSentPayouts, sentPayoutsFolder } from './sent-payouts.ts';
import type { ServerLimits } from './server.ts';
import { createWorkers } from './workers/workers.ts';

/** A process, or several of them, that answer requests and do the background work. */
export interface Serving {
  /**
   * Serves for `drainMs` more, then finishes requests in flight and stops everything that was
   * started. Meanwhile `/readyz` says that it stops, unless another process has replaced it.
   */
  stop(stopping?: Stopping): Promise<void>;
}

export interface RunningService extends Serving, PreparedService {
  readonly url: string;
  readonly dataLocation: string;
  /** Replaces the processes one by one; `null` if there is only this one. */
  readonly reload: (() => Promise<void>) | null;
}

const AT_ONCE: Stopping = { drainMs: 0, isWhole: true };

/** Prepares the database and serves, all in this process. */
export async function startService(
  config: Config,
  log: Logger,
  limits?: ServerLimits,
): Promise<RunningService> {
  const opened = await connectDatabase(config, log, { mayMake: true });
  try {
    const prepared = await prepareService(opened.database, config, log);
    const open = (server: Server) => openPort(server, { config, log });
    const serving = await serve({ config, log, openPort: open, limits }, opened);
    const { url } = serving.port;
    return { ...serving, ...prepared, url, dataLocation: opened.place, reload: null };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** One process that serves. */
export interface ServingProcess<Its extends Port = Port> extends Serving {
  readonly port: Its;
  /** What it has counted and measured until now. */
  readonly readFigures: () => Promise<ProcessFigures>;
}

export interface ServeParts<Its extends Port = Port> {
  readonly config: Config;
  readonly log: Logger;
  /** Where its connections come from, and from when on. */
  readonly openPort: (server: Server) => Promise<Its> | Its;
  readonly sharedLimits?: SharedLimits;
  /** Only tests set other limits than production's. */
  readonly limits?: ServerLimits | undefined;
}

/** Composes the parts. No other file knows all of them. */
export async function serve<Its extends Port>(
  parts: ServeParts<Its>,
  opened: Pick<OpenedDatabase, 'database' | 'replica' | 'close'>,
): Promise<ServingProcess<Its>> {
  const { config, log, sharedLimits } = parts;
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  const seal = await openRowSeal({ database: opened.database, vault });
  const database = withSeal(opened.database, seal);
  const sent = await openSentPayouts(database, config);
  const metrics = createMetrics(database, sharedLimits?.readOfAll);
  const policy = await openPolicy(parts, database, seal);
  reportAll({ config, metrics, database, policy });
  const floatWatch = createFloatWatch(database, policy);
  const posting = { policy: webhookPolicy(config), proxyUrl: config.webhookProxyUrl };
  const poster = armPoster(createPoster(posting), config.failpoint);
  const tracing = await openTracing(parts, database);
  const { processes } = config;
  const onAttempt = tracing?.onAttempt;
  const pager = openPager(config);
  const sending = { log, database, metrics, poster, alerts: pager, vault, onAttempt };
  const delivery = createDelivery({ ...config, ...sending });
  const onQueued = () => workers.wakeDelivery();
  const parties = { database, config, vault, sent, policy };
  const payments = createPayments({ ...parties, onQueued, tracing });
  const follower = createRequestFollower({
    ...payments,
    processes,
    onTrouble: (error, transactionId) =>
      log.warn({ err: error, transaction: transactionId }, 'a step with a provider failed'),
  });
  const workers = createWorkers({
    ...payments,
    ...config,
    log,
    delivery,
    follower,
    floatWatch,
    alerts: { ...config, database, policy, vault, hasPager: pager !== null },
  });
  let stopping = false;
  const server = await createServer({
    config,
    log,
    database,
    replica: opened.replica,
    limits: parts.limits,
    metrics,
    payments,
    floatWatch,
    onQueued: workers.wakeDelivery,
    onSubmitted: workers.wakeFollower,
    isStopping: () => stopping,
    watchRequests: tracing?.watchRequests,
    ...sharedLimits,
  });
  const port = await parts.openPort(server.server);
  if (config.role !== 'api') workers.start();
  return {
    port,
    readFigures: () => metrics.registry.getMetricsAsJSON(),
    stop: async ({ drainMs, isWhole } = AT_ONCE) => {
      stopping = isWhole;
      await Promise.all([closeServer(server, port, drainMs), workers.stop()]);
      await Promise.all([poster.close(), pager?.close(), payments.connectors.close()]);
      await tracing?.close();
      await opened.close();
    },
  };
}

/** Refuses to start with a policy that this service did not write. */
async function openPolicy(
  { config: { environment }, log }: Pick<ServeParts, 'config' | 'log'>,
  database: Database,
  seal: SealRow,
): Promise<PolicySource> {
  const onTrouble = (problem: string) => log.error({ problem }, 'the stored policy is not used');
  const policy = createPolicySource({ database, environment, seal, onTrouble });
  await policy.recent();
  return policy;
}

/** Reads these from the database each time the metrics are read. */
function reportAll(parts: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly policy: PolicySource;
}): void {
  reportPayments(parts);
  reportWallets(parts);
  reportLines(parts);
  reportStandbys(parts);
  reportInstallation({ ...parts, findBackups: () => findBackups(parts.config) });
}

/** `null`, with nothing of it imported, unless tracing is switched on. */
async function openTracing(
  { config, log }: { readonly config: Config; readonly log: Logger },
  database: Database,
): Promise<Tracing | null> {
  const { tracesUrl: url, environment, role } = config;
  if (url === null) return null;
  const { openTracing: open } = await import('../telemetry/tracing/tracing.ts');
  const resource = {
    'service.name': 'momo',
    'service.version': VERSION,
    'deployment.environment.name': environment,
    'momo.role': role,
  };
  return open({ url, database, log, resource });
}

/** `null` without one. The deployer sets its address, so a private one is allowed. */
function openPager({ alertUrl: url, webhookProxyUrl: proxyUrl }: Config) {
  if (url === null) return null;
  const anywhere = { publicOnly: false, schemes: ['https', 'http'], ports: [] };
  const poster = createPoster({ policy: anywhere, proxyUrl });
  return {
    url,
    post: (message: PostRequest) => poster.post(message),
    close: () => poster.close(),
  };
}

/** What moves payments, for the interfaces and the background work. */
export interface Payments extends ProviderRequestDeps {
  /** Opens the secrets that the database keeps sealed. */
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly adapters: readonly Adapter[];
  readonly sms: ReadSmsDeps;
  readonly collect: (transaction: Transaction) => Promise<Transaction>;
}

export function createPayments(parts: {
  readonly database: Database;
  readonly config: Config;
  readonly vault: Vault;
  /** The payouts that an installation has sent; a part that sends nothing needs no list. */
  readonly sent?: SentPayouts;
  /** Read from the database by default. */
  readonly policy?: PolicySource;
  /** Only the simulation sets another value than production's. */
  readonly gatewaySilentMs?: number;
  readonly onQueued: () => void;
  readonly tracing?: Pick<Tracing, 'onBatch' | 'watchConnectors'> | null;
  readonly adapters?: readonly Adapter[];
  /** How old cached data of providers may be; each cache has its own default. */
  readonly freshMs?: number | undefined;
}): Payments {
  const { database, config, vault, onQueued, adapters = ADAPTERS, freshMs } = parts;
  const { gatewaySilentMs } = parts;
  const { seal = NO_SEAL } = database;
  const { environment } = config;
  const { policy = createPolicySource({ database, environment, seal }, freshMs) } = parts;
  const { sent = createSentPayouts(sentPayoutsFolder(config.dataDir, 'unnamed')) } = parts;
  const signedIn = createConnectors({ database, vault, adapters, freshMs });
  const connectors = armConnectors(signedIn, config.failpoint);
  const rules = { adapters, gatewaySilentMs };
  const deps = {
    database,
    ledger: createLedger(database, onQueued, parts.tracing?.onBatch),
    catalogue: createCatalogueSource(database, rules, freshMs),
    connectors: parts.tracing?.watchConnectors(connectors) ?? connectors,
    callbackBase: config.publicUrl,
    policy,
    onQueued,
    sent,
    seal,
  };
  const sms = {
    database,
    templates: loadSmsTemplates(config.operatorsDir),
    policy,
    onQueued,
  };
  return {
    ...deps,
    vault,
    adapters,
    sms,
    collect: (transaction) => collectDeposit(deps, transaction),
  };
}

/** The webhook delivery of this process. */
export function createDelivery(parts: {
  readonly log: Logger;
  readonly database: Database;
  readonly vault: Vault;
  readonly metrics: Metrics;
  readonly poster: Poster;
  readonly alerts?: DeliveryDeps['alerts'];
  readonly environment: Config['environment'];
  readonly processes?: number;
  /** Called after each attempt, besides the log and the metrics. */
  readonly onAttempt?: DeliveryDeps['onAttempt'] | undefined;
}): WebhookDelivery {
  const {
    log,
    database,
    vault,
    metrics,
    poster,
    alerts = null,
    environment,
    processes = 1,
  } = parts;
  const report = reportDeliveries({ log, metrics, database });
  return createWebhookDelivery({
    database,
    vault,
    processes,
    post: (message) => poster.post(message),
    alerts,
    signer: createSignerSource({ database, vault }),
    clock: createDatabaseClock(database),
    userAgent: `momo-payment-service/${VERSION}`,
    environment,
    ...report,
    onAttempt: (attempt) => {
      report.onAttempt(attempt);
      parts.onAttempt?.(attempt);
    },
  });
}
