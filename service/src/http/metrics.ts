import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../config.ts';
import type { Database } from '../db/client.ts';
import { sha256 } from './api-key-auth.ts';
import type { App } from './app.ts';
import { RequestRefused } from './errors.ts';

export interface Metrics {
  readonly registry: Registry;
}

/** One registry per process, passed to every part that counts something. */
export function createMetrics(database: Pick<Database, 'waiting'>): Metrics {
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
  return { registry };
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

/** `/metrics` for Prometheus: from this machine, or with the token when one is set. */
export function metricsRoute(
  app: App,
  deps: { readonly metrics: Metrics; readonly metricsToken: string | null },
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const allowed =
      deps.metricsToken === null
        ? isLoopback(request.ip.replace(/^::ffff:/, ''))
        : hasToken(request.headers.authorization ?? '', deps.metricsToken);
    if (!allowed) throw new RequestRefused({ code: 'forbidden' });
    return reply
      .type(deps.metrics.registry.contentType)
      .send(await deps.metrics.registry.metrics());
  });
}

function hasToken(header: string, token: string): boolean {
  return timingSafeEqual(sha256(header), sha256(`Bearer ${token}`));
}
