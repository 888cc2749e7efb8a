import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { SignAnswer } from '../../flows/lines/judge-gateway.ts';
import type { Logger } from '../../settings/log.ts';
import type { App } from '../app.ts';

/** For every answer; pages, assets and published keys replace what differs for them. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Nearly every answer has a phone number, a name or an amount in it.
  'cache-control': 'no-store',
} as const;

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * No browser guesses the type of an answer, shows it in a frame of another site or keeps it. Each
 * carries its X-Request-Id.
 */
export function setAnswerHeaders(app: App, publicUrl: string | null): void {
  const isHttps = publicUrl?.startsWith('https:') === true;
  const headers = {
    ...HEADERS,
    ...(isHttps ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : {}),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a gateway that has signed its question. */
    signAnswer: SignAnswer | null;
  }
}

/** A gateway that has signed its question can prove every answer, refusals and failures too. */
export function signAnswersToGateways(app: App): void {
  app.decorateRequest('signAnswer', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const { signAnswer } = request;
    if (signAnswer !== null && typeof payload === 'string') {
      reply.header('x-signature', signAnswer({ status: reply.statusCode, body: payload }));
    }
    done(null, payload);
  });
}

/**
 * The host, with its port, that a client called. The framework would believe X-Forwarded-Host,
 * which a proxy that does not clear it passes on from any client; PUBLIC_URL names another host.
 */
export function calledHost({ raw }: Pick<FastifyRequest, 'raw'>): string {
  return raw.headers.host ?? '';
}

/** Keeps the caller's own id if it is harmless to log and echo; otherwise makes one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : crypto.randomUUID();
}

/** Failures are logged under the X-Request-Id of their answer. */
export function logAnswers(app: App, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug';
    if (!log.isLevelEnabled(level)) return done();
    log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request answered',
    );
    done();
  });
}
