import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { TObject } from 'typebox';
import {
  compileBody,
  compilePath,
  compileQuery,
  type Formats,
  type Parsed,
} from '../../contract/validation/compile.ts';
import { withHint } from '../../contract/validation/hints.ts';
import { compileIgnored } from '../../contract/validation/ignored-parameters.ts';
import type { ValidationIssue } from '../../contract/validation/issue.ts';
import type { App } from '../app.ts';
import { InvalidRequest, sendProblem } from '../errors.ts';
import { NotJson } from './request-body.ts';

interface RouteSchema {
  readonly params?: TObject;
  readonly querystring?: TObject;
  readonly body?: TObject;
}

type Part = 'params' | 'query' | 'body';

/**
 * Every route with schemas gets one hook that checks path, query and body, so that a caller sees
 * all problems at once. Fastify's own validation would stop at the first part.
 */
export function validateRequests(app: App, formats: Formats): void {
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = (route.schema ?? {}) as RouteSchema;
    const parts = compileParts(schema, formats);
    const checks = [
      ...(schema.params === undefined && route.url.includes('/:') ? [refuseNulInPath] : []),
      ...(route.url.startsWith(PUBLIC) ? [nameIgnored(schema)] : []),
      ...(parts.length === 0 ? [] : [checkOf(parts, route.config?.findMoreIssues)]),
    ];
    const earlier = route.preValidation ?? [];
    route.preValidation = [...(Array.isArray(earlier) ? earlier : [earlier]), ...checks];
  });
}

const PUBLIC = '/api/v1/';

/** PostgreSQL stores no U+0000, so it names nothing. A path with a schema says so by its issues. */
function refuseNulInPath(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const parts = Object.values(request.params as Record<string, string>);
  if (parts.some((part) => part.includes('\0'))) {
    return void sendProblem(reply, { code: 'not_found' });
  }
  done();
}

/** Before the check, which leaves unknown members out. */
function nameIgnored(schema: RouteSchema): preValidationHookHandler {
  const findIgnored = compileIgnored(schema);
  return (request, reply, done) => {
    const { query, body } = request;
    const ignored = findIgnored({ query, body: body instanceof NotJson ? null : body });
    if (ignored !== null) reply.header('ignored-parameters', ignored);
    done();
  };
}

/** Awaits nothing if there is nothing more to find: a promise for each request would cost more. */
function checkOf(
  parts: readonly CompiledPart[],
  findMore: FastifyContextConfig['findMoreIssues'],
): preValidationHookHandler {
  return (request, _reply, done) => {
    const issues = validate(request, parts);
    if (issues.length === 0) return done();
    const refuse = (more: readonly ValidationIssue[]): void =>
      done(new InvalidRequest([...issues, ...more]));
    if (findMore === undefined) return refuse([]);
    findMore(request.body).then(refuse, done);
  };
}

type CompiledPart = readonly [part: Part, parse: (input: unknown) => Parsed<unknown>];

function compileParts(schema: RouteSchema, formats: Formats): readonly CompiledPart[] {
  const parts: CompiledPart[] = [];
  if (schema.params) {
    const parse = compilePath(schema.params, { formats });
    parts.push(['params', (input) => parse(input as Record<string, string>)]);
  }
  if (schema.querystring) {
    const parse = compileQuery(schema.querystring, { formats });
    parts.push(['query', (input) => parse(input as Record<string, unknown>)]);
  }
  if (schema.body) {
    const parse = compileBody(schema.body, { formats });
    parts.push(['body', (input) => parse(input instanceof NotJson ? input.text : input)]);
  }
  return parts;
}

function validate(
  request: FastifyRequest,
  parts: readonly CompiledPart[],
): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const [part, parse] of parts) {
    const raw = request[part];
    const parsed = parse(raw);
    if (parsed.kind === 'invalid') {
      issues.push(
        ...(raw instanceof NotJson ? withHint(parsed.issues, request.headers) : parsed.issues),
      );
    } else request[part] = parsed.value;
  }
  return issues;
}
