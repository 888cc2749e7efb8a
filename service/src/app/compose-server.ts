import type { FormatCheck, Formats } from '../contract/validation/compile.ts';
import { readDay, readDayOrMoment, readMoment } from '../contract/validation/schema-options.ts';
import { type Database, forStrangers, type Queryable } from '../db/client.ts';
import { createDatabaseClock } from '../db/clock.ts';
import type { Policy } from '../domain/access/policy.ts';
import { normaliseMsisdn } from '../domain/msisdn.ts';
import { readReason } from '../domain/reason.ts';
import { createAccessServices, type RefusedAttempt } from '../flows/access/access-services.ts';
import {
  createRequestCounts,
  createThrottles,
  type TakeRequests,
  type Throttles,
} from '../flows/access/limits/throttle.ts';
import type { PolicySource } from '../flows/access/policy.ts';
import { createFeed } from '../flows/decisions/queues/feed.ts';
import { recordBalance } from '../flows/decisions/trust-balance.ts';
import {
  createFloatWatch,
  type FloatWatch,
  listPayoutFloats,
} from '../flows/finance/list-wallets.ts';
import type { AccountDeps } from '../flows/providers/administer-accounts.ts';
import type { CatalogueSource } from '../flows/providers/catalogue.ts';
import type { Connectors } from '../flows/providers/connectors.ts';
import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import { createSmsLanes } from '../flows/receipts/receive-sms.ts';
import { createPlay } from '../flows/sandbox/simulate-outcome.ts';
import { listOfferedJobs } from '../flows/transactions/compare-seals.ts';
import type { CreateDeps } from '../flows/transactions/create-transaction.ts';
import type { Ledger } from '../flows/transactions/ledger.ts';
import { openKeyRing } from '../http/api-key-auth.ts';
import type { App } from '../http/app.ts';
import { REQUEST_LIMITS } from '../http/request/limits.ts';
import { type Config, findCallbackProblem } from '../settings/config.ts';
import type { Logger } from '../settings/log.ts';
import { loadStatementMappings, ownMappings } from '../settings/statement-mappings.ts';
import type { Vault } from '../signing/sealed-text.ts';
import { reportClock, reportWrites } from '../telemetry/database-report.ts';
import { countStrayCallbacks, type Metrics, reportRefusals } from '../telemetry/metrics.ts';
import type { RouteDeps } from './routes.ts';
import { buildServer, type ServerLimits } from './server.ts';

export interface ServerDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** Serves only the lists and exports of staff; the database by default. */
  readonly replica?: Queryable;
  readonly metrics: Metrics;
  readonly payments: PaymentParts;
  /** Called after a commit that put webhooks into the outbox. */
  readonly onQueued: () => void;
  /** Called after a commit that gives a worker something to send to a provider. */
  readonly onSubmitted: () => void;
  readonly isStopping: () => boolean;
  /** Traces each request; absent while tracing is off. */
  readonly watchRequests?: ((app: App) => void) | undefined;
  /** Only tests set other limits than production's. */
  readonly limits?: ServerLimits | undefined;
  /** A new one by default. */
  readonly floatWatch?: FloatWatch;
  /** Limits shared with other processes; without them this process counts alone. */
  readonly throttles?: Throttles;
  readonly takeRequests?: TakeRequests;
}

/** The parts that move payments, for both interfaces. */
interface PaymentParts {
  readonly policy: PolicySource;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly adapters: AccountDeps['adapters'];
  readonly catalogue: CatalogueSource;
  readonly connectors: Connectors;
  readonly collect: CreateDeps['collect'];
  readonly seal: CreateDeps['seal'];
  readonly sms: ReadSmsDeps;
}

/** The HTTP server with every route there is, ready to listen or to be called by `inject`. */
export async function createServer(deps: ServerDeps): Promise<App> {
  const formats = formatsFor(deps.config, await followPolicy(deps.payments.policy));
  const onRefused = reportRefusals(deps.metrics, deps.log);
  const routes = await routeDepsOf(deps, onRefused);
  return buildServer({ ...deps, formats, onRefused, routes });
}

/** The policy for code that cannot wait for it: as it was at the latest question, or `null`. */
async function followPolicy({ recent }: PolicySource): Promise<() => Policy | null> {
  // Without a policy no payment is taken; that is said by the routes that need it.
  let known: Policy | null = await Promise.try(recent).catch(() => null);
  const learn = (policy: Policy) => {
    known = policy;
  };
  return () => {
    const found = recent();
    if (found instanceof Promise) found.then(learn, () => {});
    else known = found;
    return known;
  };
}

async function routeDepsOf(
  deps: ServerDeps,
  onRefused: (attempt: RefusedAttempt) => void,
): Promise<RouteDeps> {
  const { config, payments, database } = deps;
  const { vault, policy } = payments;
  const { throttles = createThrottles(), takeRequests = createRequestCounts() } = deps;
  const strangers = forStrangers(database, {
    atOnce: REQUEST_LIMITS.strangersAtOnce,
    mostWaiting: REQUEST_LIMITS.strangersWaiting,
  });
  const feed = createFeed(database);
  const clock = createDatabaseClock(database);
  const { floatWatch = createFloatWatch(database, policy) } = deps;
  return {
    ...deps,
    ...payments,
    floatWatch,
    listPayoutFloats: (channelIds) => listPayoutFloats({ database, floatWatch }, channelIds),
    replica: deps.replica ?? database,
    strangers,
    keys: await openKeyRing(config, { database, strangers }),
    environment: config.environment,
    publicUrl: config.publicUrl,
    play: config.environment === 'sandbox' ? createPlay(payments.ledger) : null,
    takeRequests,
    payers: throttles.payers,
    refusedPayers: throttles.refusedPayers,
    strays: throttles.strays,
    searchesPerSecond: (deps.limits ?? REQUEST_LIMITS).searchesPerSecond,
    intake: {
      ...payments.sms,
      lanes: createSmsLanes(payments.sms),
      vault,
      strangers,
      forgeries: throttles.gateways,
      clock,
      listOfferedJobs: (waiting) => listOfferedJobs(database, waiting),
      recordBalance: (reported) => recordBalance(payments.sms, reported),
    },
    access: createAccessServices({
      ...config,
      policy,
      database,
      strangers,
      vault,
      throttles,
      onRefused,
    }),
    feed,
    writes: reportWrites(deps),
    clock,
    findClockTrouble: reportClock({ ...deps, clock }),
    findPolicyTrouble: policy.trouble,
    countLowWallets: async () => (await floatWatch.listLow()).length,
    statementMappings: (operator) =>
      loadStatementMappings(operator, ownMappings(config.operatorsDir)),
    onDecided: feed.poke,
    onStrayCallback: countStrayCallbacks(deps.metrics),
  };
}

function read(value: string | null, error: string): ReturnType<FormatCheck> {
  return value === null ? { error } : { value };
}

/** The rules of the schemas' formats beyond their syntax. */
function formatsFor(config: Config, policy: () => Policy | null): Formats {
  return {
    msisdn: (text) => {
      const number = normaliseMsisdn(text);
      return number.kind === 'valid' ? { value: number.msisdn } : { error: number.reason };
    },
    reason: readReason,
    date: (text) => read(readDay(text), 'must be a day, written as 2026-03-01'),
    'day-or-moment': (text) =>
      read(readDayOrMoment(text), 'must be a day as 2026-03-01 or a time as 2026-03-01T09:30:00Z'),
    'date-time': (text) => read(readMoment(text), 'must be an ISO 8601 time'),
    // Refuses an address that can never be reached while the caller can still correct it.
    uri: (text) => {
      const problem = findCallbackProblem(config, policy(), text);
      return problem === null ? { value: text } : { error: problem };
    },
  };
}
