import fc from 'fast-check';
import { type Document, encode, type Known, ODD, rarely, requestOf } from './contract-requests.ts';

export interface RoutedRequest {
  /** As the service registers it: `GET /internal/v1/receipts/:id`. */
  readonly route: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

export interface RouteSource {
  readonly known: Known;
  readonly documents: readonly Document[];
}

const TYPES = ['text/plain', 'application/octet-stream', 'application/xml', 'x', ''];

/** A request to one route: as a document describes it or, where none does, of anything at all. */
export function requestTo(route: string, from: RouteSource): fc.Arbitrary<RoutedRequest> {
  const [method = '', path = ''] = route.split(' ');
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  const verb = method.toLowerCase();
  const document = from.documents.find(({ paths }) => paths[template]?.[verb] !== undefined);
  const plain =
    document === undefined
      ? undescribed(path, from.known)
      : requestOf({ known: from.known, document }, template, verb);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));
  const type = fc.constantFrom(...TYPES);
  return fc
    .tuple(plain, sometimes(oddQuery()), sometimes(bytes), sometimes(type))
    .map(([{ path: drawn, json }, more, raw, contentType]): RoutedRequest => {
      const isRaw = hasBody && (raw !== null || json === undefined);
      const text = json === undefined ? null : Buffer.from(JSON.stringify(json));
      return {
        route,
        path: more === null ? drawn : `${drawn}${drawn.includes('?') ? '&' : '?'}${more}`,
        contentType: hasBody ? (contentType ?? 'application/json') : null,
        body: hasBody ? (isRaw ? raw : text) : null,
      };
    });
}

interface Drawn {
  readonly path: string;
  readonly json: unknown;
}

/** What pages, machines and phones are asked: no document describes it. */
function undescribed(path: string, known: Known): fc.Arbitrary<Drawn> {
  const holes = path.match(/:\w+|\*/g) ?? [];
  // Drawn when it is sent, since what is known grows meanwhile.
  const one = fc.nat().map((n) => known[n % known.length] ?? 'x');
  const value = rarely(ODD, one).map((drawn) => (typeof drawn === 'string' ? drawn : 'x'));
  const values = fc.array(value, { minLength: holes.length, maxLength: holes.length });
  return fc.tuple(values, rarely(ODD, agentMessage(known))).map(([texts, json]) => {
    const rest = [...texts];
    return { path: path.replaceAll(/:\w+|\*/g, () => encode(rest.shift() ?? 'x')), json };
  });
}

/** What a modem agent or a phone might say; nothing that is held for long. */
function agentMessage(known: Known): fc.Arbitrary<unknown> {
  const odd = rarely(ODD, fc.string({ maxLength: 60 }));
  const job = fc.nat().map((n) => known[n % known.length] ?? '');
  return fc.record(
    {
      type: fc.constantFrom('poll', 'take', 'report', 'sms', 'ping', 'x'),
      sims: fc.array(fc.record({ sim: odd, registration: odd, actions: fc.array(odd) })),
      hold_ms: fc.nat(20),
      job,
      offer: job,
      outcome: fc.constantFrom('accepted', 'refused', 'told', 'stopped', 'unknown', 'x'),
      screens: fc.array(fc.record({ said: odd, screen: odd }), { maxLength: 3 }),
      balance_cents: rarely(ODD, fc.nat()),
      sim: odd,
      sender: odd,
      text: odd,
      received_at: odd,
      stores: fc.array(fc.record({ sim: odd, used: ODD, size: ODD })),
      dial: odd,
      amount: odd,
    },
    { requiredKeys: ['type'] },
  );
}

const NAMES = ['q', 'dial', 'limit', 'cursor', 'state', 'key', 'everywhere', '__proto__', 'a[b]'];

/** The same name twice, names that nobody asked for, and half of a percent sign. */
function oddQuery(): fc.Arbitrary<string> {
  const pair = fc.tuple(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 8 }));
  return fc
    .array(pair, { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${encode(text)}&${name}=%zz`).join('&'));
}

function sometimes<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
}
