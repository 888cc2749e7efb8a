import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from our own pages. A browser says so itself and
 * no page can make it lie; without its word the request is taken for a foreign one.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // A proxy that ends TLS speaks http to us, so the scheme may differ; the host may not.
  return host === request.host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}
