import { fastify } from 'fastify';
import { type Config, depositWindowMs, webhookPolicy } from '../config.ts';
import type { Formats } from '../contract/validation/compile.ts';
import type { Database } from '../db/client.ts';
import { normaliseMsisdn } from '../domain/msisdn.ts';
import { createStaffDesk } from '../flows/access/desk.ts';
import { createThrottle } from '../flows/access/throttle.ts';
import { createFeed } from '../flows/decisions/feed.ts';
import type { AccountDeps } from '../flows/providers/administer-accounts.ts';
import type { Catalogue } from '../flows/providers/catalogue.ts';
import type { Connectors } from '../flows/providers/connectors.ts';
import type { ReadSmsDeps } from '../flows/receipts/read-sms.ts';
import type { CreateDeps } from '../flows/transactions/create-transaction.ts';
import type { Ledger } from '../flows/transactions/ledger.ts';
import type { Logger } from '../log.ts';
import { findUrlProblem } from '../outbound/url-policy.ts';
import { createVault } from '../signing/sealed-text.ts';
import { requireApiKey } from './api-key-auth.ts';
import type { App } from './app.ts';
import { answerUnknownPaths, handleErrors, sendError } from './errors.ts';
import { refuseForeignHosts } from './foreign-hosts.ts';
import {
  answerTransportError,
  ignoreExpectations,
  LIMITS,
  limitConnections,
  refuseLargeBodies,
  refuseMissingHosts,
} from './limits.ts';
import { answerOtherMethods } from './method-not-allowed.ts';
import { type Metrics, measureRequests, metricsRoute } from './metrics.ts';
import { describeInterface, serveInterfaceDocument } from './openapi.ts';
import { acceptRawBodies } from './raw-body.ts';
import { acceptJsonBodies } from './request-body.ts';
import { nameRequests, requestId } from './request-id.ts';
import { staffAdminRoutes } from './routes/access/admin.ts';
import { staffSessionRoutes } from './routes/access/session.ts';
import { consoleRoutes } from './routes/console.ts';
import { staffDecisionRoutes } from './routes/decisions/decisions.ts';
import { staffDetailRoutes } from './routes/decisions/detail.ts';
import { staffFeedRoutes } from './routes/decisions/feed.ts';
import { staffReadRoutes } from './routes/decisions/reads.ts';
import { staffSandboxRoutes } from './routes/decisions/staff-sandbox.ts';
import { healthRoutes } from './routes/health.ts';
import { logoRoutes } from './routes/providers/logos.ts';
import { providerRoutes } from './routes/providers/providers.ts';
import { staffReceiptRoutes } from './routes/receipts/receipts.ts';
import { smsRoutes } from './routes/receipts/sms.ts';
import { staffSmsRoutes } from './routes/receipts/staff-sms.ts';
import { callbackRoutes } from './routes/submissions/callbacks.ts';
import { paymentRoutes } from './routes/transactions/payments.ts';
import { sandboxRoutes } from './routes/transactions/sandbox.ts';
import { staffTransactionRoutes } from './routes/transactions/staff-transactions.ts';
import { transactionRoutes } from './routes/transactions/transactions.ts';
import { securityRoutes } from './routes/webhooks/security.ts';
import { webhookRoutes } from './routes/webhooks/webhooks.ts';
import { requireStaff } from './staff-auth.ts';
import { describeStaffInterface } from './staff-openapi.ts';
import { validateRequests } from './validate.ts';

export interface ServerDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly payments: PaymentParts;
  /** Told after a commit that put webhooks into the outbox. */
  readonly onQueued: () => void;
  /** Told after a commit that gives a worker something to say to a provider. */
  readonly onSubmitted: () => void;
  readonly isStopping: () => boolean;
}

/** What moves payments behind both interfaces. */
interface PaymentParts {
  readonly ledger: Ledger;
  readonly adapters: AccountDeps['adapters'];
  readonly catalogue: () => Promise<Catalogue>;
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly connectors: Connectors;
  readonly collect: CreateDeps['collect'];
  readonly sms: ReadSmsDeps;
}

/** The HTTP server with every route there is, ready to listen or to be called by `inject`. */
export async function createServer(deps: ServerDeps): Promise<App> {
  const app = createApp(deps);
  handleErrors(app, deps.log);
  acceptJsonBodies(app);
  nameRequests(app, deps.log);
  ignoreExpectations(app);
  limitConnections(app);
  refuseMissingHosts(app);
  refuseForeignHosts(app, deps.config);
  refuseLargeBodies(app);
  answerUnknownPaths(app);
  measureRequests(app, deps.metrics);
  await describeInterface(app);
  validateRequests(app, formatsFor(deps.config));
  if (deps.config.role !== 'worker') await registerPages(app, deps);
  const registerOtherMethods = answerOtherMethods(app);
  await registerRoutes(app, deps);
  registerOtherMethods();
  await app.ready();
  return app;
}

/** What people look at in a browser. */
async function registerPages(app: App, { config }: ServerDeps): Promise<void> {
  await consoleRoutes(app);
  await logoRoutes(app);
  await serveInterfaceDocument(app, { withExplorer: config.environment === 'sandbox' });
}

/** The one list of routes. */
async function registerRoutes(app: App, deps: ServerDeps): Promise<void> {
  const { config } = deps;
  healthRoutes(app, { ...deps, environment: config.environment });
  metricsRoute(app, { metrics: deps.metrics, metricsToken: config.metricsToken });
  // A worker answers those who watch over it and nobody else.
  if (config.role === 'worker') return;
  const core = createCore(deps);
  await app.register(async (api: App) => {
    requireApiKey(api, deps);
    registerPublicInterface(api, core);
  });
  await app.register(async (outside: App) => registerMachineInterface(outside, core));
  await app.register(async (staff: App) => registerStaffInterface(staff, core));
}

/** What the flows behind both interfaces need. */
function createCore(deps: ServerDeps) {
  const { config, payments } = deps;
  return {
    ...deps,
    ...payments,
    environment: config.environment,
    prefixes: config.operatorPrefixes,
    publicUrl: config.publicUrl,
    depositWindowMs: depositWindowMs(config),
  };
}

type Core = ReturnType<typeof createCore>;

function registerPublicInterface(api: App, core: Core): void {
  paymentRoutes(api, core, core.config);
  transactionRoutes(api, core);
  providerRoutes(api, core);
  webhookRoutes(api, core);
  securityRoutes(api, core);
  if (core.environment === 'sandbox') sandboxRoutes(api, core);
}

/** What operators and SMS gateways call; each address or message carries a secret of its own. */
function registerMachineInterface(outside: App, core: Core): void {
  acceptRawBodies(outside);
  callbackRoutes(outside, core);
  smsRoutes(outside, {
    ...core.sms,
    vault: createVault(core.config.secretsKey),
    strangers: createThrottle({ limit: 10_000, windowMs: 3_600_000, now: () => performance.now() }),
    nowMs: () => Date.now(),
  });
}

/** The console's side. An API key opens nothing here, and what it does is no public promise. */
async function registerStaffInterface(staff: App, core: Core): Promise<void> {
  const { config, database, publicUrl } = core;
  const { approvalSecondPersonXaf, approvalSetUpDays } = config;
  const desk = createStaffDesk({ ...config, database });
  const feed = createFeed(database);
  staff.addHook('preClose', async () => feed.close());
  requireStaff(staff, { desk, publicUrl });
  await describeStaffInterface(staff);
  staffSessionRoutes(staff, { desk, approvalSecondPersonXaf });
  staffAdminRoutes(staff, { ...core, desk });
  const rules = { secondPersonAboveXaf: approvalSecondPersonXaf, setUpDays: approvalSetUpDays };
  const decisions = { ...core, ...rules, onDecided: feed.poke };
  staffDecisionRoutes(staff, decisions);
  staffTransactionRoutes(staff, core);
  staffDetailRoutes(staff, decisions);
  staffReadRoutes(staff, core);
  staffReceiptRoutes(staff, core);
  staffSmsRoutes(staff, { ...core, gatewaySilentMs: config.gatewaySilentSeconds * 1_000 });
  staffFeedRoutes(staff, { feed, desk });
  if (core.environment === 'sandbox') staffSandboxRoutes(staff, decisions);
}

/** What the formats of the schemas mean beyond their syntax. */
function formatsFor(config: Config): Formats {
  const policy = webhookPolicy(config);
  return {
    msisdn: (text) => {
      const number = normaliseMsisdn(text);
      return number.kind === 'valid' ? { value: number.msisdn } : { error: number.reason };
    },
    'date-time': (text) =>
      Number.isNaN(Date.parse(text)) ? { error: 'must be an ISO 8601 time' } : { value: text },
    // An address that could never be delivered to is refused while somebody is there to mend it.
    uri: (text) => {
      const problem = findUrlProblem(policy, new URL(text));
      return problem === null ? { value: text } : { error: problem };
    },
  };
}

function createApp({ log, config }: ServerDeps): App {
  return fastify({
    // Requests are logged by our own hook; a child logger for each one would cost more than it
    // tells.
    logger: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: LIMITS.requestTimeoutMs,
    keepAliveTimeout: LIMITS.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while we stop is still answered, by our own routes.
    return503OnClosing: false,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    genReqId: requestId,
    routerOptions: { maxParamLength: LIMITS.pathParameterCharacters },
    clientErrorHandler: answerTransportError,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, so the answer is named here.
      void sendError(log, error, reply.header('x-request-id', request.id));
    },
    http: {
      headersTimeout: LIMITS.headersTimeoutMs,
      maxHeaderSize: LIMITS.headerBytes,
      requireHostHeader: false,
      connectionsCheckingInterval: LIMITS.connectionsCheckMs,
    },
  });
}
