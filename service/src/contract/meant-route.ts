import { nearestOf } from '../domain/nearest-name.ts';

export interface PublicRoute {
  readonly method: string;
  /** With `:name` for what varies. */
  readonly path: string;
}

/** The hint of a 404, or of a 405 that allows these methods; left out if there is none. */
export function routeHint(
  routes: readonly PublicRoute[],
  asked: PublicRoute,
  allowed: string | null,
): { readonly hint?: string } {
  const meant = findMeant(routes, asked);
  const sentences = [allowed === null ? null : `Use ${allowed} here.`, meant];
  const hint = sentences.filter((sentence) => sentence !== null).join(' ');
  return hint === '' ? {} : { hint };
}

/** A sentence that names the route that was probably meant, or `null` if none is near. */
function findMeant(routes: readonly PublicRoute[], asked: PublicRoute): string | null {
  const path = plainPath(asked.path);
  if (path.startsWith(SANDBOX) && !routes.some((one) => one.path.startsWith(SANDBOX))) {
    return 'Only the sandbox has this path.';
  }
  const mistake = KNOWN_MISTAKES.find(
    ({ method, wrong }) => method === asked.method && wrong.test(path),
  );
  const meant = routes.find((one) => one.method === mistake?.method && one.path === mistake.meant);
  const nearest = meant ?? findNearest(routes, { method: asked.method, path });
  return nearest === null ? null : `Did you mean ${nearest.method} ${documented(nearest.path)}?`;
}

const SANDBOX = '/api/v1/sandbox/';
const ID = ':id';

/** Resources that other interfaces have, and what has them here. */
const KNOWN_MISTAKES = [
  {
    method: 'GET',
    wrong: /^\/api\/v1\/(?:deposit|withdrawal|payment|payout)s?\/:id$/,
    meant: '/api/v1/transactions/:service_tx_id',
  },
  {
    method: 'GET',
    wrong: /^\/api\/v1\/(?:deposit|withdrawal|payment|payout)s?$/,
    meant: '/api/v1/transactions',
  },
  {
    method: 'POST',
    wrong: /^\/api\/v1\/(?:transaction|payment|collection|charge)s?$/,
    meant: '/api/v1/deposits',
  },
  {
    method: 'POST',
    wrong: /^\/api\/v1\/(?:payout|transfer|disbursement)s?$/,
    meant: '/api/v1/withdrawals',
  },
  {
    method: 'POST',
    wrong: /^\/api\/v1\/(?:(?:transaction|payment)s?\/:id\/)?refunds?$/,
    meant: '/api/v1/deposits/:service_tx_id/refunds',
  },
] as const;

/** In the form of the known paths: version and case mended, slashes single, ids as one word. */
function plainPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.map((segment) => (isId(segment) ? ID : segment.toLowerCase()));
  const rest = names.slice(names.findIndex((name) => !PREFIX.test(name)));
  return names.join('/') === 'health' ? '/health' : `/api/v1/${rest.join('/')}`;
}

const PREFIX = /^(?:api|v\d+)$/;

function isId(segment: string): boolean {
  return /\d/.test(segment) && !PREFIX.test(segment.toLowerCase());
}

/** The nearest path; among equally near ones that with the method that was asked for. */
function findNearest(routes: readonly PublicRoute[], asked: PublicRoute): PublicRoute | null {
  const isOther = ({ method }: PublicRoute) => (method === asked.method ? 0 : 1);
  const byPath = routes
    .map((route) => ({ route, path: route.path.replaceAll(/:\w+/g, ID) }))
    .toSorted((a, b) => isOther(a.route) - isOther(b.route));
  const words = asked.path.length - '/api/v1/'.length;
  const paths = byPath.map(({ path }) => path);
  const nearest = nearestOf(asked.path, paths, Math.ceil(words / 4));
  return byPath.find(({ path }) => path === nearest)?.route ?? null;
}

function documented(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
