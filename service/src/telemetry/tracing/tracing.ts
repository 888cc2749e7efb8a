import type { Queryable } from '../../db/client.ts';
import { listOwners } from '../../db/provider-requests/evidence.ts';
import type { Connected, Connectors } from '../../flows/providers/connectors.ts';
import type { OnBatch } from '../../flows/transactions/record-transition.ts';
import type { FinishedAttempt } from '../../flows/webhooks/deliver-webhooks.ts';
import type { App } from '../../http/app.ts';
import type { Logger } from '../../settings/log.ts';
import { encodeSpans, type Owners, type Span } from './span.ts';

/** Lets an observer outside watch a process at work; nothing waits for it. */
export interface Tracing {
  readonly watchRequests: (app: App) => void;
  readonly watchConnectors: (connectors: Connectors) => Connectors;
  readonly onBatch: OnBatch;
  readonly onAttempt: (attempt: FinishedAttempt) => void;
  readonly close: () => Promise<void>;
}

export interface TracingParts {
  /** The base address of an OpenTelemetry collector. */
  readonly url: string;
  readonly database: Queryable;
  readonly log: Logger;
  readonly resource: Readonly<Record<string, string>>;
}

/** Only imported when it is switched on. */
export function openTracing({ url, database, log, resource }: TracingParts): Tracing {
  const exporter = createExporter({
    url: `${url}/v1/traces`,
    resource,
    findOwners: (ids) => listOwners(database, ids),
    onTrouble: (error, lost) => log.warn({ err: error, lost }, 'traces were not taken'),
  });
  return {
    watchRequests: (app) => watchRequests(app, exporter.add),
    watchConnectors: (connectors) => watchConnectors(connectors, exporter.add),
    onBatch: (name, ids, tookMs) =>
      exporter.add({
        ...timed(tookMs),
        name,
        role: 'internal',
        subject: { kind: 'batch', ids },
        failed: false,
        attributes: { 'momo.batch_size': ids.length },
      }),
    onAttempt: ({ webhook, recorded }) =>
      exporter.add({
        ...timed(recorded.latencyMs),
        name: `webhook ${webhook.event}`,
        role: 'client',
        subject: { kind: 'transaction', id: webhook.transaction_id },
        failed: recorded.next.kind !== 'delivered',
        attributes: {
          'server.address': webhook.origin,
          'momo.attempt': webhook.attempts + 1,
          'momo.next': recorded.next.kind,
        },
      }),
    close: exporter.close,
  };
}

type AddSpan = (span: Span) => void;

function timed(tookMs: number): Pick<Span, 'startMs' | 'endMs'> {
  const endMs = Date.now();
  return { startMs: endMs - tookMs, endMs };
}

/** The parts of an answer that name its transaction or text. */
interface Answered {
  readonly service_tx_id?: unknown;
  readonly id?: unknown;
}

const SMS = '/internal/v1/sms/:gateway';
const CREATES = new Set([
  '/api/v1/deposits',
  '/api/v1/deposits/:service_tx_id/refunds',
  '/api/v1/withdrawals',
]);

/** An answer that names a transaction, or a text, shows what its request was about. */
function watchRequests(app: App, add: AddSpan): void {
  const answers = new WeakMap<object, Answered>();
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    if (typeof payload === 'object' && payload !== null) answers.set(request, payload);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { service_tx_id, id } = answers.get(request) ?? {};
    const kind = route === SMS ? 'sms' : 'transaction';
    const named = kind === 'sms' ? id : service_tx_id;
    if (typeof named === 'string') {
      const isReplay = reply.getHeader('idempotent-replayed') !== undefined;
      add({
        ...timed(reply.elapsedTime),
        name: `${request.method} ${route}`,
        role: 'server',
        subject: { kind, id: named },
        isRoot: CREATES.has(route) && !isReplay,
        failed: reply.statusCode >= 500,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
        },
      });
    }
    done();
  });
}

/** Each call of a provider's connector that is about a payment. */
function watchConnectors(connectors: Connectors, add: AddSpan): Connectors {
  const watched = new WeakMap<Connected, Connected>();
  return {
    close: connectors.close,
    find: async (providerId) => {
      const found = await connectors.find(providerId);
      if (found === null) return null;
      const known = watched.get(found) ?? watchConnector(found, providerId, add);
      watched.set(found, known);
      return known;
    },
  };
}

function watchConnector(connected: Connected, providerId: string, add: AddSpan): Connected {
  const { connector, adapter } = connected;
  const watch =
    <Given extends { readonly reference: string }, Rest, Result extends { readonly kind: string }>(
      step: string,
      call: (order: Given, rest: Rest) => Promise<Result>,
    ) =>
    async (order: Given, rest: Rest): Promise<Result> => {
      const startedAt = performance.now();
      const result = await call(order, rest);
      add({
        ...timed(performance.now() - startedAt),
        name: `${step} ${providerId}`,
        role: 'client',
        subject: { kind: 'reference', id: order.reference },
        failed: result.kind === 'unknown',
        attributes: { 'momo.provider': providerId, 'momo.answer': result.kind },
      });
      return result;
    };
  return {
    adapter,
    connector: {
      ...connector,
      prepare: watch('prepare', connector.prepare),
      send: watch('send', connector.send),
      ask: watch('ask', connector.ask),
    },
  };
}

export interface ExporterParts {
  readonly url: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly findOwners: (ids: readonly string[]) => Promise<Owners>;
  /** Called when spans are lost; a payment is worth more than its trace. */
  readonly onTrouble: (error: unknown, lost: number) => void;
}

export interface Exporter {
  readonly add: (span: Span) => void;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

const EVERY_MS = 1_000;
/** Spans that come faster than a collector takes them are lost, rather than kept in memory. */
const MAX_WAITING = 10_000;
const TIMEOUT_MS = 5_000;

/** Collects spans and posts them once a second. */
export function createExporter(parts: ExporterParts): Exporter {
  let waiting: Span[] = [];
  let lost = 0;
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;
  const timer = setInterval(() => {
    if (!isSending) sending = send();
  }, EVERY_MS);
  timer.unref();

  return {
    add: (span) => {
      if (waiting.length < MAX_WAITING) waiting.push(span);
      else lost += 1;
    },
    close: async () => {
      clearInterval(timer);
      await sending;
      await send();
    },
  };

  async function send(): Promise<void> {
    if (waiting.length === 0) return;
    const spans = waiting;
    waiting = [];
    isSending = true;
    try {
      await post(parts, spans);
      if (lost > 0) parts.onTrouble(new Error('more spans than the collector takes'), lost);
    } catch (error) {
      parts.onTrouble(error, lost + spans.length);
    }
    lost = 0;
    isSending = false;
  }
}

async function post(
  { url, resource, findOwners }: ExporterParts,
  spans: readonly Span[],
): Promise<void> {
  const others = spans.flatMap(({ subject }) =>
    subject.kind === 'reference' || subject.kind === 'sms' ? [subject.id] : [],
  );
  const owners = others.length === 0 ? new Map<string, string>() : await findOwners(others);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(encodeSpans(spans, owners, resource)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
}
