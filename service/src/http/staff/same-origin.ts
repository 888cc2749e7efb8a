import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from our own pages. The browser itself says so in
 * a header that no page can change; without that header the request counts as foreign.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // A proxy that ends TLS calls us by http, so the scheme may differ; the host may not.
  return host === request.host || (publicUrl !== null && origin === new URL(publicUrl).origin);
}
