import { createServer } from './compose-server.ts';
import { type Config, isAuthenticationOff, webhookPolicy } from './config.ts';
import { connectDatabase, type OpenedDatabase, prepareDatabase, StartRefused } from './database.ts';
import type { Database } from './db/client.ts';
import { createDatabaseClock } from './db/clock.ts';
import { findInstallationId } from './db/installation.ts';
import { insertChannels, insertProviders } from './db/providers/channels.ts';
import { findQuarantine } from './db/quarantine.ts';
import type { Quarantine } from './domain/quarantine.ts';
import { sentenceOf } from './domain/remarks/remark.ts';
import type { Transaction } from './domain/transactions/transaction.ts';
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from './flows/access/administer-staff.ts';
import { createCatalogueSource } from './flows/providers/catalogue.ts';
import { createConnectors } from './flows/providers/connectors.ts';
import type { ReadSmsDeps } from './flows/receipts/read-sms.ts';
import { sealSecrets } from './flows/seal-secrets.ts';
import { collectDeposit } from './flows/submissions/collect-deposit.ts';
import { createSubmissionFollower } from './flows/submissions/follow-submissions.ts';
import type { SentPayouts, SubmissionDeps } from './flows/submissions/leased-submission.ts';
import { compareSends } from './flows/submissions/sending/compare-sends.ts';
import { createLedger, type Ledger } from './flows/transactions/ledger.ts';
import { createWebhookDelivery, type WebhookDelivery } from './flows/webhooks/deliver-webhooks.ts';
import { createSignerSource, ensureSigningKey } from './flows/webhooks/signing-keys.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { closeServer, listen } from './listen.ts';
import type { Logger } from './log.ts';
import { createPoster, type Poster } from './outbound/post.ts';
import { reportPayments } from './payment-report.ts';
import type { Adapter } from './providers/provider.ts';
import { ADAPTERS, INITIAL_PROVIDERS } from './providers/registry.ts';
import { createSentPayouts, sentPayoutsFolder } from './sent-payouts.ts';
import { createPasswords } from './signing/password.ts';
import { createVault, type Vault } from './signing/sealed-text.ts';
import { loadSmsTemplates } from './sms-templates.ts';
import { VERSION } from './version.ts';
import { reportDeliveries } from './webhook-report.ts';
import { createWorkers } from './workers/workers.ts';

export interface RunningService {
  readonly url: string;
  readonly dataPlace: string;
  /** Made by this start, so that somebody can sign in; null when there are people already. */
  readonly firstAdministrator: FirstAdministrator | null;
  /** Nothing leaves the service until somebody accepts the database; null: all goes its way. */
  readonly quarantine: Quarantine | null;
  /**
   * Serves for `drainMs` more, while it is no longer ready, then finishes requests in flight and
   * stops everything that this process started.
   */
  stop(drainMs?: number): Promise<void>;
}

/** Puts the parts together. The only place that knows all of them. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  const opened = await connectDatabase(config, log);
  const vault = createVault(config.secretsKey, config.otherSecretsKeys);
  try {
    await prepareDatabase(opened.database, config, log);
    await furnish(opened.database, { ...config, vault });
    const firstAdministrator = await ensureSomebody(opened.database, config);
    const sent = await openSentPayouts(opened.database, config);
    // Who sends no payouts has no list, and need not be able to have one.
    if (config.role !== 'api') await compareSends({ database: opened.database, sent });
    const quarantine = await findQuarantine(opened.database);
    const serving = await serve({ config, log, vault, sent }, opened);
    if (quarantine !== null) {
      const reason = sentenceOf(quarantine.reason);
      log.error({ since: quarantine.at, reason }, 'quarantine: nothing leaves the service');
    }
    return { ...serving, firstAdministrator, quarantine };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What a new installation needs before it can serve: providers and the first signing key. */
export async function furnish(
  database: Database,
  { environment, vault }: Pick<Config, 'environment'> & { readonly vault: Vault },
): Promise<void> {
  const keys = { database, vault };
  await sealSecrets(keys);
  await ensureSigningKey(keys);
  const { providers, channels } = INITIAL_PROVIDERS[environment];
  await insertProviders(database, providers);
  await insertChannels(database, channels);
}

/** A sandbox can be tried at once; in live the first administrator is added by `momo staff add`. */
async function ensureSomebody(
  database: Database,
  { environment, role }: Config,
): Promise<FirstAdministrator | null> {
  if (environment !== 'sandbox' || role === 'worker') return null;
  return ensureFirstAdministrator({ database, passwords: createPasswords() });
}

/** Payouts are written down on this machine before they are sent, so a place for that is needed. */
async function openSentPayouts(database: Database, config: Config): Promise<SentPayouts> {
  const folder = sentPayoutsFolder(config.dataDir, await findInstallationId(database));
  const sent = createSentPayouts(folder);
  if (config.environment === 'live' && config.role !== 'api') {
    await sent.prepare().catch((error: Error) => {
      throw new StartRefused(
        `Payouts are noted in DATA_DIR before they are sent, but ${error.message}. ` +
          'Set DATA_DIR to a folder that stays and that this process can write.',
      );
    });
  }
  return sent;
}

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly vault: Vault;
  readonly sent: SentPayouts;
}

async function serve(
  { config, log, vault, sent }: Parts,
  opened: OpenedDatabase,
): Promise<Omit<RunningService, 'firstAdministrator' | 'quarantine'>> {
  const { database } = opened;
  const metrics = createMetrics(database);
  reportPayments({ metrics, database });
  const poster = createPoster({ policy: webhookPolicy(config), proxyUrl: config.webhookProxyUrl });
  const delivery = createDelivery({ log, database, metrics, poster, vault });
  const onQueued = () => workers.wakeDelivery();
  const payments = createPayments({ database, config, vault, sent, onQueued });
  const follower = createSubmissionFollower({
    ...payments,
    onTrouble: (error, transactionId) =>
      log.warn({ err: error, transaction: transactionId }, 'a step with a provider failed'),
  });
  const workers = createWorkers({ ...payments, ...config, log, delivery, follower });
  let stopping = false;
  const server = await createServer({
    config,
    log,
    database,
    replica: opened.replica,
    metrics,
    payments,
    onQueued: workers.wakeDelivery,
    onSubmitted: workers.wakeFollower,
    isStopping: () => stopping,
  });
  const url = await listen(server, config);
  if (config.role !== 'api') workers.start();
  if (isAuthenticationOff(config) && config.role !== 'worker') {
    log.warn('authentication is off: every request is accepted');
  }
  return {
    url,
    dataPlace: opened.place,
    stop: async (drainMs = 0) => {
      stopping = true;
      await Promise.all([closeServer(server, drainMs), workers.stop()]);
      await Promise.all([poster.close(), payments.connectors.close()]);
      await opened.close();
    },
  };
}

/** What moves payments, for the interfaces and the background work. */
export interface Payments extends SubmissionDeps {
  /** What opens the secrets that the database keeps sealed. */
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
  /** What an installation has sent; a part that sends nothing needs no list of its own. */
  readonly sent?: SentPayouts;
  readonly onQueued: () => void;
  readonly adapters?: readonly Adapter[];
  /** How old cached data of providers may be; each cache has its own default. */
  readonly freshMs?: number | undefined;
}): Payments {
  const { database, config, vault, onQueued, adapters = ADAPTERS, freshMs } = parts;
  const { sent = createSentPayouts(sentPayoutsFolder(config.dataDir, 'unnamed')) } = parts;
  const rules = { adapters, gatewaySilentMs: config.gatewaySilentSeconds * 1_000 };
  const deps = {
    database,
    ledger: createLedger(database, onQueued),
    catalogue: createCatalogueSource(database, rules, freshMs),
    connectors: createConnectors({ database, vault, adapters, freshMs }),
    callbackBase: config.publicUrl,
    approvalValidMs: config.approvalValidHours * 3_600_000,
    onQueued,
    sent,
  };
  const sms = {
    database,
    templates: loadSmsTemplates(config.smsTemplatesDir),
    lateWindowMs: config.latePaymentWindowHours * 3_600_000,
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

/** The delivery of webhooks as this process does it. */
export function createDelivery(parts: {
  readonly log: Logger;
  readonly database: Database;
  readonly vault: Vault;
  readonly metrics: Metrics;
  readonly poster: Poster;
}): WebhookDelivery {
  const { log, database, vault, metrics, poster } = parts;
  return createWebhookDelivery({
    database,
    vault,
    post: (message) => poster.post(message),
    signer: createSignerSource({ database, vault }),
    clock: createDatabaseClock(database),
    userAgent: `momo-payment-service/${VERSION}`,
    ...reportDeliveries({ log, metrics, database }),
  });
}
