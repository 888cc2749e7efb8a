import { fastify } from 'fastify';
import { type Config, depositWindowMs } from '../config.ts';
import type { Formats } from '../contract/validation/compile.ts';
import type { Database } from '../db/client.ts';
import { normaliseMsisdn } from '../domain/msisdn.ts';
import { createCatalogueCache } from '../flows/catalogue.ts';
import { createLedger } from '../flows/ledger.ts';
import type { Logger } from '../log.ts';
import { requireApiKey } from './api-key-auth.ts';
import type { App } from './app.ts';
import { handleErrors, sendError } from './errors.ts';
import { answerTransportError, LIMITS, refuseLargeBodies } from './limits.ts';
import { answerOtherMethods } from './method-not-allowed.ts';
import { type Metrics, measureRequests, metricsRoute } from './metrics.ts';
import { describeInterface, serveInterfaceDocument } from './openapi.ts';
import { acceptJsonBodies } from './request-body.ts';
import { nameRequests, requestId } from './request-id.ts';
import { consoleRoutes } from './routes/console.ts';
import { healthRoutes } from './routes/health.ts';
import { logoRoutes } from './routes/logos.ts';
import { paymentRoutes } from './routes/payments.ts';
import { providerRoutes } from './routes/providers.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { securityRoutes } from './routes/security.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { validateRequests } from './validate.ts';

export interface ServerDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly isStopping: () => boolean;
}

/** The HTTP server with every route there is, ready to listen or to be called by `inject`. */
export async function createServer(deps: ServerDeps): Promise<App> {
  const app = createApp(deps.log);
  handleErrors(app, deps.log);
  acceptJsonBodies(app);
  nameRequests(app, deps.log);
  refuseLargeBodies(app);
  measureRequests(app, deps.metrics);
  await describeInterface(app);
  validateRequests(app, FORMATS);
  await registerPages(app, deps);
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
  await app.register(async (api: App) => {
    requireApiKey(api, deps);
    registerPublicInterface(api, deps);
  });
}

function registerPublicInterface(api: App, { config, database }: ServerDeps): void {
  const { environment, operatorPrefixes: prefixes, publicUrl } = config;
  const ledger = createLedger(database);
  const catalogue = createCatalogueCache(database);
  const windowMs = depositWindowMs(config);
  const create = { ledger, catalogue, prefixes, depositWindowMs: windowMs, environment };
  paymentRoutes(api, create, config);
  transactionRoutes(api, { ledger, database });
  providerRoutes(api, { database, catalogue, prefixes, publicUrl });
  securityRoutes(api, { database });
  if (environment === 'sandbox') sandboxRoutes(api, { ledger });
}

/** String formats that only our domain can check. */
const FORMATS: Formats = {
  msisdn: (text) => {
    const number = normaliseMsisdn(text);
    return number.kind === 'valid' ? { value: number.msisdn } : { error: number.reason };
  },
};

function createApp(log: Logger): App {
  return fastify({
    // Requests are logged by our own hook; a child logger for each one would cost more than it
    // tells.
    logger: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: LIMITS.requestTimeoutMs,
    keepAliveTimeout: LIMITS.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: requestId,
    routerOptions: { maxParamLength: LIMITS.pathParameterCharacters },
    clientErrorHandler: answerTransportError,
    frameworkErrors: (error, _request, reply) => {
      void sendError(log, error, reply);
    },
    http: {
      headersTimeout: LIMITS.headersTimeoutMs,
      maxHeaderSize: LIMITS.headerBytes,
      connectionsCheckingInterval: LIMITS.connectionsCheckMs,
    },
  });
}
