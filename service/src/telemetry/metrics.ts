import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/client.ts';
import type { RefusedAttempt } from '../flows/access/access-services.ts';
import type { App } from '../http/app.ts';
import { RequestRefused } from '../http/errors.ts';
import type { Logger } from '../settings/log.ts';

export interface Metrics {
  /** What this process counts and measures itself. */
  readonly registry: Registry;
  /** Read from the database, so the same in every process. */
  readonly common: Registry;
  /** What all processes of this start count and measure, as text. */
  readonly readOfAll: () => Promise<string>;
}

/** Passed to every part that counts something. `readOfAll` is given if there are others. */
export function createMetrics(
  database: Pick<Database, 'waiting'>,
  readOfAll?: () => Promise<string>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'momo_database_waiting',
    help: 'Requests that wait for a database connection.',
    registers: [registry],
    collect() {
      this.set(database.waiting());
    },
  });
  return { registry, common: new Registry(), readOfAll: readOfAll ?? (() => registry.metrics()) };
}

/** Counts and times every request by route, never by raw path: ids would grow the memory. */
export function measureRequests(app: App, { registry }: Metrics): void {
  const duration = new Histogram({
    name: 'momo_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    done();
  });
}

/** How often the log may repeat that requests are shed. */
const SHED_LOG_MS = 10_000;

/** Counts what is shed; a log entry for each would cost more than the answer. */
export function reportShed(
  { registry }: Metrics,
  log: Logger,
): (application: string | null) => void {
  const counts = new Map<string, number>();
  new Counter({
    name: 'momo_http_requests_shed_total',
    help: 'Requests answered 503 before they were begun, because too many arrived.',
    labelNames: ['application'] as const,
    registers: [registry],
    // A plain map costs a tenth of counting here, and all this is about saving time.
    collect() {
      this.reset();
      for (const [application, count] of counts) this.inc({ application }, count);
    },
  });
  let unsaid = 0;
  let saidAt = -SHED_LOG_MS;
  return (application) => {
    const name = application ?? 'unknown';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    unsaid += 1;
    const now = performance.now();
    if (now - saidAt < SHED_LOG_MS) return;
    log.warn({ shed: unsaid, application }, 'more requests arrive than can be answered in time');
    saidAt = now;
    unsaid = 0;
  };
}

/** A line and a count for each attempt of a stranger that was refused. */
export function reportRefusals(
  { registry }: Metrics,
  log: Logger,
): (attempt: RefusedAttempt) => void {
  const refused = new Counter({
    name: 'momo_refused_attempts_total',
    help: 'Wrong passwords and second factors, and requests of foreign pages, hosts or roles.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  return (attempt) => {
    refused.inc({ kind: attempt.kind });
    log.warn(attempt, 'an attempt was refused');
  };
}

/** Only counts: a caller who has the secret of an address could fill the log. */
export function countStrayCallbacks({ registry }: Metrics): (provider: string) => void {
  const stray = new Counter({
    name: 'momo_stray_callbacks_total',
    help: 'Calls to the callback address of an account that name no payment of ours.',
    labelNames: ['provider'] as const,
    registers: [registry],
  });
  return (provider) => stray.inc({ provider });
}

/** `/metrics` for Prometheus: from this machine, or with the token when one is set. */
export function metricsRoute(
  app: App,
  {
    metrics,
    mayMonitor,
  }: { readonly metrics: Metrics; readonly mayMonitor: (request: FastifyRequest) => boolean },
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayMonitor(request)) throw new RequestRefused({ code: 'forbidden' });
    const { common, readOfAll } = metrics;
    const texts = await Promise.all([readOfAll(), common.metrics()]);
    return reply.type(common.contentType).send(texts.join('\n'));
  });
}
