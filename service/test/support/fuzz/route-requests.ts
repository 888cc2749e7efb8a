import fc from 'fast-check';
import { type Document, encode, type Known, ODD, rarely, requestOf } from './contract-requests.ts';
import type { KnownIds } from './known-ids.ts';
import type { OpenAddresses } from './open-addresses.ts';

export interface RoutedRequest {
  /** As the service registers it: `GET /internal/v1/receipts/:id`. */
  readonly route: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

export interface RouteSource {
  readonly known: KnownIds;
  readonly addresses: OpenAddresses;
  /** Of a request that callbacks may name. */
  readonly reference: string;
  readonly documents: readonly Document[];
}

const TYPES = ['text/plain', 'application/octet-stream', 'application/xml', 'x', ''];

/** A request to one route: as a document describes it or, where none does, of anything at all. */
export function requestTo(route: string, from: RouteSource): fc.Arbitrary<RoutedRequest> {
  const [method = '', path = ''] = route.split(' ');
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  const verb = method.toLowerCase();
  const document = from.documents.find(({ paths }) => paths[template]?.[verb] !== undefined);
  const known = from.known.of(route);
  const plain: fc.Arbitrary<Drawn> =
    document === undefined
      ? undescribed(path, known, from)
      : requestOf({ known, document }, template, verb);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));
  const type = fc.constantFrom(...TYPES);
  return fc
    .tuple(plain, sometimes(oddQuery(known)), sometimes(bytes), sometimes(type))
    .map(([{ path: drawn, json, form }, more, raw, contentType]): RoutedRequest => {
      const usual = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
      const text = form ?? (json === undefined ? null : JSON.stringify(json));
      const said = raw ?? (text === null ? null : Buffer.from(text));
      return {
        route,
        path: more === null ? drawn : `${drawn}${drawn.includes('?') ? '&' : '?'}${more}`,
        contentType: hasBody ? (contentType ?? usual) : null,
        body: hasBody ? said : null,
      };
    });
}

interface Drawn {
  readonly path: string;
  readonly json: unknown;
  /** In place of JSON. */
  readonly form?: string;
}

/** What pages, machines and phones are asked: no document describes it. */
function undescribed(
  path: string,
  known: Known,
  { addresses, reference }: RouteSource,
): fc.Arbitrary<Drawn> {
  const holes = path.match(/:\w+|\*/g) ?? [];
  const value = rarely(ODD, oneOf(known)).map((drawn) => (typeof drawn === 'string' ? drawn : 'x'));
  const values = fc.array(value, { minLength: holes.length, maxLength: holes.length });
  const open = addressOf(addresses.get(path));
  const isForm = path.startsWith('/pay/') || path.startsWith('/sandbox/phones/');
  return fc
    .tuple(values, open, rarely(ODD, agentMessage(known, reference)), formOf(known))
    .map(([texts, address, json, form]) => {
      const rest = [...texts];
      const guessed = path.replaceAll(/:\w+|\*/g, () => encode(rest.shift() ?? 'x'));
      return { path: address ?? guessed, json, ...(isForm && { form }) };
    });
}

/** `null` where there is none, and now and then. */
function addressOf(open: readonly string[] | undefined): fc.Arbitrary<string | null> {
  return open === undefined ? fc.constant(null) : sometimes(oneOf(open), 7);
}

/** Drawn when it is sent, since what is known grows meanwhile. */
function oneOf(known: readonly string[]): fc.Arbitrary<string> {
  return fc.nat().map((n) => known[n % known.length] ?? 'x');
}

/** What a buyer or the owner of a phone fills in, or a stranger in their place. */
function formOf(known: Known): fc.Arbitrary<string> {
  const number = fc.nat(9_999_999).map((n) => String(670_000_000 + n));
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((odd) => odd.toWellFormed());
  const fields = {
    msisdn: fc.oneof({ weight: 6, arbitrary: number }, text),
    operator: fc.oneof(fc.constantFrom('mtn', 'orange', ''), text),
    lang: fc.constantFrom('fr', 'en', 'x', '\0'),
    prompt: oneOf(known),
    answer: fc.constantFrom('confirm', 'refuse', 'x'),
    pin: fc.constantFrom('0000', '12345', ''),
    code: fc.oneof(fc.constantFrom('#150*1*1*699000001*500#', '*126#'), text),
  };
  return fc
    .record(fields, { requiredKeys: ['msisdn'] })
    .map((drawn) => new URLSearchParams(drawn as Record<string, string>).toString());
}

/** What a modem agent, a phone or a provider might say; nothing that is held for long. */
function agentMessage(known: Known, reference: string): fc.Arbitrary<unknown> {
  const odd = rarely(ODD, fc.string({ maxLength: 60 }));
  const job = fc.nat().map((n) => known[n % known.length] ?? '');
  const request = rarely(ODD, fc.oneof(job, fc.constant(reference)));
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
      depositId: request,
      payoutId: request,
      reference: request,
      external_reference: request,
      status: fc.constantFrom('COMPLETED', 'FAILED', 'SUCCESSFUL', 'x'),
    },
    { requiredKeys: ['type'] },
  );
}

const NAMES = [
  ...['q', 'dial', 'limit', 'cursor', 'state', 'key', 'everywhere', '__proto__', 'a[b]'],
  ...['attempt', 'lang', 'seen', 'depositId', 'payoutId', 'reference', 'external_reference'],
];

/** The same name twice, names that nobody asked for, and half of a percent sign. */
function oddQuery(known: Known): fc.Arbitrary<string> {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), oneOf(known));
  const pair = fc.tuple(fc.constantFrom(...NAMES), text, fc.boolean());
  return fc
    .array(pair, { minLength: 1, maxLength: 3 })
    .map((pairs) =>
      pairs
        .map(([name, said, isTwice]) => `${name}=${encode(said)}${isTwice ? `&${name}=%zz` : ''}`)
        .join('&'),
    );
}

/** One of nine times, unless it is more often. */
function sometimes<Value>(value: fc.Arbitrary<Value>, weight = 1): fc.Arbitrary<Value | null> {
  return fc.oneof(
    { weight: 9 - weight, arbitrary: fc.constant(null) },
    { weight, arbitrary: value },
  );
}
