import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** For every answer; pages, assets and published keys replace what differs for them. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Nearly every answer has a phone number, a name or an amount in it.
  'cache-control': 'no-store',
} as const;

const ONE_YEAR_SECONDS = 31_536_000;

/** No browser guesses the type of an answer, shows it in a frame of another site or keeps it. */
export function protectAnswers(app: App, publicUrl: string | null): void {
  const isHttps = publicUrl?.startsWith('https:') === true;
  const headers = {
    ...HEADERS,
    ...(isHttps ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * The host, with its port, that a client called. The framework would believe X-Forwarded-Host,
 * which a proxy that does not clear it passes on from any client; PUBLIC_URL names another host.
 */
export function calledHost({ raw }: Pick<FastifyRequest, 'raw'>): string {
  return raw.headers.host ?? '';
}
