import { book } from './fake-books.ts';
import { type FakeAnswer, Refused } from './fake-checks.ts';
import { type FakeState, ROUTES } from './fake-routes.ts';
import { reportPayment } from './fake-webhooks.ts';
import { eventOf, type PublicRoute, routeHint } from './service-rules.ts';
import { createTestSigner, type SignedWebhook } from './test-signer.ts';

export interface FakeService {
  /** Give it to `createClient`: nothing leaves the process. */
  readonly fetch: typeof fetch;
  /** The sent webhooks, the oldest first. */
  readonly webhooks: readonly (SignedWebhook & { readonly url: string })[];
  /** The next request gets this answer instead, to test how a platform handles it. */
  readonly failNext: (status: number, detail?: string, code?: string) => void;
}

export interface FakeServiceOptions {
  /** Called with each webhook, for instance to pass it to the platform's own route. */
  readonly deliver?: (url: string, webhook: SignedWebhook) => unknown;
}

const PASSING: ReadonlySet<number> = new Set([429, 503]);
const LARGEST_BODY_BYTES = 65_536;
/** A mark at the start of a text is part of it: the service refuses it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The sandbox in memory, for a platform's own tests. It has the service's own checks of requests,
 * sentences, codes, numbers that decide by themselves, clock and moves, and signs webhooks. It
 * accepts any key.
 */
export async function createFakeService({
  deliver,
}: FakeServiceOptions = {}): Promise<FakeService> {
  const signer = await createTestSigner();
  const webhooks: (SignedWebhook & { readonly url: string })[] = [];
  const troubles: FakeAnswer[] = [];
  const queued: (() => Promise<void>)[] = [];
  const send = (url: string, body: string) => {
    queued.push(async () => {
      const webhook = await signer.signBody(body);
      webhooks.push({ url, ...webhook });
      await deliver?.(url, webhook);
    });
  };
  const state: FakeState = {
    ledger: { transactions: new Map(), figures: new Map(), onMoved },
    movements: [],
    deliveries: [],
    checkouts: new Map(),
    send,
    jwks: signer.jwks,
    publicKey: signer.publicKey,
  };
  function onMoved(...[, after, moves]: Parameters<FakeState['ledger']['onMoved']>): void {
    book(state.movements, after, moves);
    const event = eventOf(after.state);
    if (event !== null) reportPayment(state, after, event, { isReplay: false });
  }

  return {
    webhooks,
    failNext: (status, detail = 'Asked for by the test', code = 'internal') => {
      const headers: Record<string, string> = PASSING.has(status) ? { 'retry-after': '0' } : {};
      troubles.push({ status, body: { detail, code }, headers });
    },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { status, body, headers } = troubles.shift() ?? (await answer(state, request));
      for (let next = queued.shift(); next !== undefined; next = queued.shift()) await next();
      const id = request.headers.get('x-request-id') ?? crypto.randomUUID();
      return Response.json(body, { status, headers: { 'x-request-id': id, ...headers } });
    },
  };
}

async function answer(state: FakeState, request: Request): Promise<FakeAnswer> {
  const { pathname, searchParams, origin } = new URL(request.url);
  const asked = pathname.split('/').map(decodeURIComponent);
  const fitting = ROUTES.filter(({ segments }) => fits(segments, asked));
  const route = fitting.find(({ method }) => method === request.method);
  const headers: Record<string, string> = {};
  const setHeader = (name: string, value: string) => {
    headers[name] = value;
  };
  try {
    if (route === undefined)
      throw refuseRoute(fitting, { method: request.method, path: asked.join('/') });
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > LARGEST_BODY_BYTES) throw new Refused({ code: 'body_too_large' });
    const text = decoder.decode(bytes);
    const params = Object.fromEntries(
      route.segments.flatMap((segment, at) =>
        segment.startsWith(':') ? [[segment.slice(1), asked[at] ?? '']] : [],
      ),
    );
    const query = Object.fromEntries(searchParams);
    const checked = route.check({ params, query, text, headers: request.headers, setHeader });
    return { status: 200, body: await route.give(state, checked, { origin, setHeader }), headers };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...error.answer, headers: { ...headers, ...error.answer.headers } };
  }
}

function refuseRoute(fitting: typeof ROUTES, asked: PublicRoute): Refused {
  const hintAt = (allow: string | null) => ({ facts: routeHint(PUBLIC_ROUTES, asked, allow) });
  if (fitting.length === 0) return new Refused({ code: 'not_found' }, hintAt(null));
  const methods = fitting.map(({ method }) => method);
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const allow = [...new Set(all)].toSorted().join(', ');
  return new Refused({ code: 'method_not_allowed' }, { headers: { allow }, ...hintAt(allow) });
}

const PUBLIC_ROUTES = ROUTES.map(({ method, segments }) => ({ method, path: segments.join('/') }));

function fits(segments: readonly string[], asked: readonly string[]): boolean {
  if (asked.length !== segments.length) return false;
  return segments.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  );
}
