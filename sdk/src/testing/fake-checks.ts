import type { ValidationIssue } from '../types.ts';
import {
  compileBody,
  compileIgnored,
  compilePath,
  compileQuery,
  errorBodyOf,
  type Formats,
  hintsFor,
  JSON_TYPE,
  normaliseMsisdn,
  type Problem,
  parseJsonText,
  readDay,
  readDayOrMoment,
  readReason,
  retryAfterOf,
  statusOf,
  withHint,
} from './service-rules.ts';

export interface FakeAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with a refusal of the service. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly answer: FakeAnswer;

  constructor(
    problem: Problem,
    more: Pick<FakeAnswer, 'headers'> & { readonly facts?: object } = {},
  ) {
    super(`The fake service refuses: ${problem.code}`);
    const status = statusOf(problem);
    const isPassing = status === 429 || status === 503;
    const after = isPassing ? { 'retry-after': String(retryAfterOf(problem)) } : {};
    const body = { ...errorBodyOf(problem), ...more.facts };
    this.answer = { status, body, headers: { ...after, ...more.headers } };
  }
}

const FORMATS: Formats = {
  reason: readReason,
  msisdn: (text) => {
    const number = normaliseMsisdn(text);
    return number.kind === 'valid' ? { value: number.msisdn } : { error: number.reason };
  },
  date: (text) => {
    const day = readDay(text);
    return day === null ? { error: 'must be a day, written as 2026-03-01' } : { value: day };
  },
  'day-or-moment': (text) => {
    const time = readDayOrMoment(text);
    const error = 'must be a day as 2026-03-01 or a time as 2026-03-01T09:30:00Z';
    return time === null ? { error } : { value: time };
  },
};

type ObjectSchema = Parameters<typeof compileBody>[0];

/** The part of a route's schema by which its requests are checked. */
export interface RouteSchema {
  readonly params?: ObjectSchema;
  readonly querystring?: ObjectSchema;
  readonly body?: ObjectSchema;
}

export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly headers: Headers;
  readonly setHeader: (name: string, value: string) => void;
}

/** A request that its schema accepts; the route that has the schema knows what is in it. */
export interface CheckedRequest {
  readonly params: never;
  readonly query: never;
  readonly body: never;
}

/** All problems of a request at once, as the service lists them. */
export function compileCheck(schema: RouteSchema): (request: RawRequest) => CheckedRequest {
  const options = { formats: FORMATS };
  const checkPath = schema.params && compilePath(schema.params, options);
  const checkQuery = schema.querystring && compileQuery(schema.querystring, options);
  const checkBody = schema.body && compileBody(schema.body, options);
  const findIgnored = compileIgnored(schema);
  return (request) => {
    const { value: sent, hint } = readBody(request, schema);
    const ignored = findIgnored({ query: request.query, body: sent });
    if (ignored !== null) request.setHeader('ignored-parameters', ignored);
    const parts = {
      params: checkPath?.(request.params),
      query: checkQuery?.(request.query),
      body: checkBody?.(sent),
    };
    const issues = Object.entries(parts).flatMap(([part, parsed]) => {
      if (parsed?.kind !== 'invalid') return [];
      return part === 'body' ? hint(parsed.issues) : parsed.issues;
    });
    if (issues.length > 0) refuseIssues(issues);
    const valueOf = (parsed: { readonly kind: string } | undefined) =>
      (parsed && 'value' in parsed ? parsed.value : undefined) as never;
    return {
      params: valueOf(parts.params),
      query: valueOf(parts.query),
      body: valueOf(parts.body),
    };
  };
}

type Issues = Parameters<typeof withHint>[0];

function readBody({ text, headers }: RawRequest, schema: RouteSchema) {
  const asGiven = (issues: Issues) => issues;
  if (text === '' || schema.body === undefined) return { value: undefined, hint: asGiven };
  const sent = {
    'content-type': headers.get('content-type') ?? undefined,
    'content-encoding': headers.get('content-encoding') ?? undefined,
  };
  const hinted = (issues: Issues) => withHint(issues, sent);
  // A body of another type is no object, whatever it contains.
  if (!JSON_TYPE.test(sent['content-type'] ?? '')) return { value: text, hint: hinted };
  const parsed = parseJsonText(text);
  if (parsed.kind === 'invalid') return refuseIssues(hinted(parsed.issues));
  return { value: parsed.value, hint: asGiven };
}

export function refuseIssues(issues: Issues): never {
  throw new Refused(
    { code: 'request_invalid' },
    { facts: { detail: issues as ValidationIssue[], ...hintsFor(issues) } },
  );
}

/** What the answer to a repeat says of it, in the body and in headers. */
export function replayed(
  kind: 'created' | 'existing',
  differs: readonly string[],
  setHeader: RawRequest['setHeader'],
): object {
  if (kind === 'created') return {};
  setHeader('idempotent-replayed', 'true');
  if (differs.length === 0) return {};
  setHeader('idempotent-differs', differs.join(', '));
  return { differs };
}
