import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  detailOf,
  errorBodyOf,
  type Problem,
  retryAfterOf,
  statusOf,
} from '../contract/problems.ts';
import { hintsFor } from '../contract/validation/hints.ts';
import type { ValidationIssue } from '../contract/validation/issue.ts';
import { DatabaseUnavailable } from '../db/client.ts';
import { SealBroken } from '../domain/seals/seal-broken.ts';
import type { RefusedAttempt } from '../flows/access/access-services.ts';
import { ipNetworkOf } from '../flows/access/ip-network.ts';
import type { Logger } from '../settings/log.ts';
import type { App } from './app.ts';

/** The request does not have the documented form: a 422 that lists everything wrong with it. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly issues: readonly ValidationIssue[];
  constructor(issues: readonly ValidationIssue[]) {
    super('The request is not valid');
    this.issues = issues;
  }
}

/** A hook or a cursor reader cannot return an expected problem, so it throws this. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(detailOf(problem));
    this.problem = problem;
  }
}

/** Turns everything that is thrown into an answer; nothing else does. */
export function handleErrors(
  app: App,
  log: Logger,
  onRefused: (attempt: RefusedAttempt) => void,
): void {
  app.setErrorHandler<FastifyError | Error>((error, request, reply) => {
    reportForeign(error, request, onRefused);
    return sendError(log, error, reply);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, { code: 'not_found' }));
}

/** What no page or program of ours asks for by itself. */
const FOREIGN = new Set<Problem['code']>(['not_same_origin', 'foreign_host', 'role_required']);

function reportForeign(
  error: Error,
  request: FastifyRequest,
  onRefused: (attempt: RefusedAttempt) => void,
): void {
  if (!(error instanceof RequestRefused) || !FOREIGN.has(error.problem.code)) return;
  const route = request.routeOptions.url ?? 'unknown';
  const network = ipNetworkOf(request.ip);
  onRefused({ kind: error.problem.code, network, route, staffId: request.staff?.id ?? null });
}

export function sendError(
  log: Logger,
  error: FastifyError | Error,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof InvalidRequest) {
    const detail = withoutSecrets(reply, error);
    return send(reply, { code: 'request_invalid' }, { detail, ...hintsFor(error.issues) });
  }
  const problem = problemOf(error);
  if (problem.code === 'internal' || problem.code === 'not_confirmed') {
    log.error({ err: error, requestId: reply.request.id }, 'request failed');
  }
  return sendProblem(reply, problem);
}

/** What is sent to sign in is a password or a code, whatever is wrong with its form. */
function withoutSecrets(reply: FastifyReply, { issues }: InvalidRequest) {
  if (!reply.request.url.startsWith('/internal/v1/session')) return issues;
  return issues.map(({ input: _input, ...issue }) => issue);
}

/** `facts` are further members of the body, for programs. */
export function sendProblem(
  reply: FastifyReply,
  problem: Problem,
  facts: Readonly<Partial<Record<string, string | readonly string[]>>> = {},
): FastifyReply {
  const status = statusOf(problem);
  if (status === 503 || status === 429) {
    reply.header('retry-after', retryAfterOf(problem));
  }
  return send(reply, problem, facts);
}

/** A gateway whose clock is wrong signs again with the time that it gets here. */
export function sendRightTime(reply: FastifyReply, now: Date): FastifyReply {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return sendProblem(reply, { code: 'gateway_clock_wrong' }, { timestamp });
}

function send(reply: FastifyReply, problem: Problem, facts: object): FastifyReply {
  const isForStaff = reply.request.url.startsWith('/internal/');
  const body = isForStaff ? staffBodyOf(problem) : errorBodyOf(problem);
  return reply
    .code(statusOf(problem))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...body, ...facts }));
}

/** Staff get the values, so that the console can show the sentence in their language. */
function staffBodyOf(problem: Problem) {
  return { detail: detailOf(problem), code: problem.code, params: problem.params };
}

/** Fastify's own refusals, as our problems. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body_too_large' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'bad_request' },
  FST_ERR_BAD_URL: { code: 'path_invalid' },
  FST_ERR_REOPENED_CLOSE_SERVER: { code: 'database_unavailable' },
};

function problemOf(error: FastifyError | Error): Problem {
  if (error instanceof RequestRefused) return error.problem;
  if (error instanceof DatabaseUnavailable) return { code: 'database_unavailable' };
  if (error instanceof SealBroken) return { code: 'not_confirmed' };
  const known = 'code' in error ? FRAMEWORK_PROBLEMS[error.code] : undefined;
  if (known !== undefined) return known;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // The client broke off, or sent something that the HTTP parser refuses.
  if (status !== undefined && status >= 400 && status < 500) return { code: 'bad_request' };
  return { code: 'internal' };
}
