import { type PublicRoute, routeHint } from '../../contract/meant-route.ts';
import type { App } from '../app.ts';
import { sendProblem } from '../errors.ts';

interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/**
 * Answers before the body is read: an unknown path is a 404, and a known one with another method a
 * 405 that lists the allowed ones. Routes for every method of every path took a third of the
 * computing at the start.
 */
export function answerUnknownRoutes(app: App): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    // Whether a file exists is not known here.
    if (url.endsWith('*')) return;
    const path = known.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const asked = decodePath(request.url).split('/');
    const fitting = [...known.values()].filter(({ segments }) => fits(segments, asked));
    const methods = new Set(fitting.flatMap((path) => [...path.methods]));
    const routes = listPublic(known);
    const meant = { method: request.method, path: asked.join('/') };
    if (methods.has(request.method) || methods.size === 0) {
      return void sendProblem(reply, { code: 'not_found' }, routeHint(routes, meant, null));
    }
    const allowed = [...methods].sort().join(', ');
    reply.header('allow', allowed);
    void sendProblem(reply, { code: 'method_not_allowed' }, routeHint(routes, meant, allowed));
  });
}

/** Only what docs/interface.md has: the paths of staff and gateways are named to nobody. */
function listPublic(known: ReadonlyMap<string, KnownPath>): readonly PublicRoute[] {
  return [...known]
    .filter(([path]) => path.startsWith('/api/v1/') || path === '/health')
    .flatMap(([path, { methods }]) =>
      [...methods].filter((method) => method !== 'HEAD').map((method) => ({ method, path })),
    );
}

function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function fits(segments: readonly string[], asked: readonly string[]): boolean {
  if (asked.length !== segments.length) return false;
  return segments.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  );
}
