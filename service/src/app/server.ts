import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { fastify } from 'fastify';
import type { Formats } from '../contract/validation/compile.ts';
import { shareOf } from '../domain/share.ts';
import type { RefusedAttempt } from '../flows/access/access-services.ts';
import { type App, compileWhenUsed } from '../http/app.ts';
import { handleErrors, sendError } from '../http/errors.ts';
import { describeInterface } from '../http/openapi.ts';
import { logAnswers, requestId, setAnswerHeaders } from '../http/request/answer-headers.ts';
import { dropUnreadAnswers, limitConnections } from '../http/request/connections.ts';
import { refuseForeignHosts } from '../http/request/foreign-hosts.ts';
import {
  answerTransportError,
  ignoreExpectations,
  REQUEST_LIMITS,
  refuseLargeBodies,
  refuseMissingHosts,
} from '../http/request/limits.ts';
import { shedOverload } from '../http/request/overload.ts';
import { refuseOverloaded } from '../http/request/refusals.ts';
import { acceptJsonBodies } from '../http/request/request-body.ts';
import { answerUnknownRoutes } from '../http/request/unknown-routes.ts';
import { validateRequests } from '../http/request/validate.ts';
import type { Config } from '../settings/config.ts';
import type { Logger } from '../settings/log.ts';
import { type Metrics, measureRequests, reportShed } from '../telemetry/metrics.ts';
import { type RouteDeps, registerPages, registerRoutes } from './routes.ts';

/** What one process takes from its clients. */
export type ServerLimits = Readonly<
  Record<
    'overloadDelayMs' | 'maxConnections' | 'connectionsPerAddress' | 'searchesPerSecond',
    number
  >
>;

interface ServerParts {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly formats: Formats;
  readonly routes: RouteDeps;
  readonly onRefused: (attempt: RefusedAttempt) => void;
  /** Only tests set other limits than production's. */
  readonly limits?: ServerLimits | undefined;
  readonly watchRequests?: ((app: App) => void) | undefined;
}

/** The server with everything that happens to each request, and all routes. */
export async function buildServer(parts: ServerParts): Promise<App> {
  const { config, log } = parts;
  const app = createApp(parts);
  handleErrors(app, log, parts.onRefused);
  acceptJsonBodies(app);
  setAnswerHeaders(app, config.publicUrl);
  logAnswers(app, log);
  ignoreExpectations(app);
  warnOfUnnamedProxy(app.server, config, log);
  refuseMissingHosts(app);
  refuseForeignHosts(app, config);
  refuseLargeBodies(app);
  answerUnknownRoutes(app);
  measureRequests(app, parts.metrics);
  parts.watchRequests?.(app);
  await describeInterface(app);
  validateRequests(app, parts.formats);
  if (config.role !== 'worker') await registerPages(app, config);
  await registerRoutes(app, parts.routes);
  await app.ready();
  return app;
}

function createApp(parts: ServerParts): App {
  const { log, config } = parts;
  return fastify({
    // Requests are logged by our own hook; a child logger for each one costs more than it is worth.
    logger: false,
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while we stop is still answered, by our own routes.
    return503OnClosing: false,
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    genReqId: requestId,
    schemaController: compileWhenUsed(),
    routerOptions: { maxParamLength: REQUEST_LIMITS.pathParameterCharacters },
    clientErrorHandler: answerTransportError,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these, so the request id is set here.
      void sendError(log, error, reply.header('x-request-id', request.id));
    },
    serverFactory: (serve) => createHttpServer(serve, parts),
  });
}

function createHttpServer(serve: RequestListener, parts: ServerParts): Server {
  const { config, metrics, log, routes, limits = REQUEST_LIMITS } = parts;
  const options = {
    requestTimeout: REQUEST_LIMITS.requestTimeoutMs,
    keepAliveTimeout: REQUEST_LIMITS.keepAliveTimeoutMs,
    headersTimeout: REQUEST_LIMITS.headersTimeoutMs,
    maxHeaderSize: REQUEST_LIMITS.headerBytes,
    requireHostHeader: false,
    connectionsCheckingInterval: REQUEST_LIMITS.connectionsCheckMs,
  };
  const mostConnections = shareOf(limits.maxConnections, config.processes);
  const shedding = {
    delayMs: limits.overloadDelayMs,
    applicationOf: routes.keys.recall,
    hasRoom: () =>
      routes.ledger.hasRoom() && routes.database.waiting() < REQUEST_LIMITS.waitForDatabase,
    withDatabase: routes.ledger.size,
    onShed: reportShed(metrics, log),
    mostConnections,
  };
  const server = createServer(options);
  const isSurplus = limitConnections(server, {
    most: mostConnections,
    mostPerAddress: shareOf(limits.connectionsPerAddress, config.processes),
    trustedProxies: config.trustedProxies,
  });
  dropUnreadAnswers(server, REQUEST_LIMITS.answerTimeoutMs);
  const admit = shedOverload(server, serve, shedding);
  server.on('request', (request, response) => {
    if (isSurplus(request.socket))
      refuseOverloaded(request, response.setHeader('connection', 'close'));
    else admit(request, response);
  });
  return server;
}

const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Warns once about a proxy in front that TRUSTED_PROXIES does not name: all people then share its
 * address, so one who guesses passwords slows down everyone, and the audit log has the proxy's
 * address. The service itself speaks no TLS, so an https address means a proxy.
 */
function warnOfUnnamedProxy(server: Server, config: Config, log: Logger): void {
  if (config.trustedProxies.length > 0) return;
  if (config.publicUrl?.startsWith('https:')) return warn(log, 'PUBLIC_URL is https');
  const inspect = ({ headers }: IncomingMessage): void => {
    const header = FORWARDING.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    server.off('request', inspect);
    warn(log, `a request has the header ${header}`);
  };
  server.on('request', inspect);
}

function warn(log: Logger, sign: string): void {
  log.warn({ sign }, 'a proxy is in front but TRUSTED_PROXIES is not set: all share its address');
}
