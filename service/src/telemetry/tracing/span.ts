import { randomBytes } from 'node:crypto';

/** What a span is about, as far as its maker knows; the transaction is found from it. */
export type SpanSubject =
  | { readonly kind: 'transaction'; readonly id: string }
  /** The reference of a provider request. */
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'sms'; readonly id: string }
  /** One query for many transactions. */
  | { readonly kind: 'batch'; readonly ids: readonly string[] };

export interface Span {
  readonly name: string;
  /** `server`: we were called. `client`: we called. `internal`: neither. */
  readonly role: 'server' | 'client' | 'internal';
  readonly subject: SpanSubject;
  /** It began the transaction: all others of its trace are below it. */
  readonly isRoot?: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Which transaction a reference, or a text, belongs to. */
export type Owners = ReadonlyMap<string, string>;

const ROLES = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;

/** As JSON of the OpenTelemetry protocol; what belongs to no transaction is left out. */
export function encodeSpans(
  spans: readonly Span[],
  owners: Owners,
  resource: Readonly<Record<string, string>>,
): object {
  const encoded = spans.flatMap((span) => encodeSpan(span, owners));
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'momo' }, spans: encoded }],
      },
    ],
  };
}

function encodeSpan(span: Span, owners: Owners): readonly object[] {
  const ids = idsOf(span, owners);
  if (ids === null) return [];
  const { name, role, startMs, endMs, failed, attributes } = span;
  return [
    {
      ...ids,
      name,
      kind: ROLES[role],
      startTimeUnixNano: nanoseconds(startMs),
      endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
      attributes: attributesOf(attributes),
      ...(failed ? { status: { code: FAILED } } : {}),
    },
  ];
}

function idsOf({ subject, isRoot }: Span, owners: Owners): object | null {
  if (subject.kind === 'batch') {
    const links = subject.ids.map((id) => ({ traceId: traceIdOf(id), spanId: rootSpanOf(id) }));
    return { traceId: randomHex(16), spanId: randomHex(8), links };
  }
  const id = subject.kind === 'transaction' ? subject.id : owners.get(subject.id);
  if (id === undefined) return null;
  const traceId = traceIdOf(id);
  if (isRoot === true) return { traceId, spanId: rootSpanOf(id) };
  return { traceId, spanId: randomHex(8), parentSpanId: rootSpanOf(id) };
}

/** A UUID has the sixteen bytes of a trace id, so each gives the other. */
function traceIdOf(transactionId: string): string {
  return transactionId.replaceAll('-', '').toLowerCase();
}

/** Its last eight bytes are random, so every process knows the first span by itself. */
function rootSpanOf(transactionId: string): string {
  return traceIdOf(transactionId).slice(16);
}

function attributesOf(values: Readonly<Record<string, string | number>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value },
  }));
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
