import type { ErrorCode, Transaction, ValidationIssue } from './types.ts';

/**
 * The service answered, but not with success. Branch on `code`, or on `status` for a code that you
 * do not know. `isError` recognises it, also one of the other format of this package.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  /** What went wrong, for programs; `unknown` if the answer is not one of the service. */
  declare readonly code: ErrorCode | 'unknown' | (string & {});
  /** What to do about it, if the service says so. */
  declare readonly hint: string | null;
  /** The problems of the request if a 422 lists them; otherwise empty. */
  declare readonly issues: readonly ValidationIssue[];
  /** Quote it to support. */
  declare readonly requestId: string | null;
  /** Seconds until a retry makes sense, if the service says so. */
  declare readonly retryAfterSeconds: number | null;
  declare readonly headers: Headers;

  constructor({ status, statusText, headers }: Response, body: unknown) {
    const { detail, code, hint } = Object(body) as Readonly<Record<string, unknown>>;
    const issues = [detail].flat().filter(isIssue);
    const words =
      issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ||
      (stringOf(detail) ?? JSON.stringify(detail)) ||
      statusText ||
      'no service here: check baseUrl';
    super(`${status}: ${status > 299 && status < 400 ? 'check baseUrl: it redirects' : words}`);
    const seconds = headers.get('retry-after') ?? '';
    Object.assign(this, {
      status,
      code: stringOf(code) ?? 'unknown',
      hint: stringOf(hint),
      issues,
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: /^\d+$/.test(seconds) ? Number(seconds) : null,
      headers,
    });
  }
}

/** Another program than the service may have answered. */
function isIssue(one: unknown): one is ValidationIssue {
  return Array.isArray((Object(one) as Partial<ValidationIssue>).loc);
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The request is wrong, and wrong again if it is repeated: `issues` and `code` say why. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** The key is missing, wrong, revoked or of the other environment. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** There is no such thing for this key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** The transaction is in a state that does not allow this. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** Too many requests, or too many prompts on one phone: wait as long as it says. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** No provider takes this operator now, and nothing was stored: offer the other operator. */
export class NoProviderError extends ApiError {
  override readonly name = 'NoProviderError';
}

/** The service is busy, restarts or has failed, or the request did not reach it in time. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const KINDS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  404: NotFoundError,
  408: ServiceError,
  409: ConflictError,
  429: RateLimitError,
};

export function errorOf(response: Response, body: unknown): ApiError {
  const { code } = Object(body) as { readonly code?: unknown };
  const { status } = response;
  const otherwise = status >= 500 ? ServiceError : status >= 400 ? InvalidRequestError : ApiError;
  // By code, since a 503 has several meanings.
  const isWithoutProvider = code === 'no_provider_available';
  const Kind = isWithoutProvider ? NoProviderError : (KINDS[status] ?? otherwise);
  return new Kind(response, body);
}

/** No answer: the connection failed, or the time for the whole call ran out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  declare readonly code: 'connection_failed' | 'timed_out';

  constructor(code: ConnectionError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, { code });
  }
}

/** `waitFor` ran out of time; the transaction may still reach an outcome. */
export class NotSettledError extends Error {
  override readonly name = 'NotSettledError';
  readonly code = 'not_settled_in_time';
  /** As it was read last, or `null` if no read was answered. */
  declare readonly transaction: Transaction | null;

  /** The cause is the error of the last read, if it failed. */
  constructor(id: string, transaction: Transaction | null, cause: Error | null) {
    super(`${id} is still ${transaction?.state ?? 'unread'}`, cause ? { cause } : {});
    Object.assign(this, { transaction });
  }
}

export type WebhookProblem =
  | 'missing_signature'
  | 'malformed'
  | 'wrong_algorithm'
  | 'wrong_type'
  | 'unknown_key'
  | 'revoked_key'
  | 'wrong_signature'
  | 'too_old'
  | 'from_the_future'
  | 'other_sender'
  | 'other_body'
  | 'other_transaction'
  | 'other_event'
  | 'other_application';

/** The webhook is not genuine: answer 401 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  declare readonly code: WebhookProblem;
  /** The same as `code`. */
  declare readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem) {
    super(`The webhook is not trusted: ${problem}`);
    Object.assign(this, { code: problem, problem });
  }
}

export function refuse(problem: WebhookProblem): never {
  throw new WebhookError(problem);
}

interface ErrorsByName {
  readonly ApiError: ApiError;
  readonly InvalidRequestError: InvalidRequestError;
  readonly AuthenticationError: AuthenticationError;
  readonly NotFoundError: NotFoundError;
  readonly ConflictError: ConflictError;
  readonly RateLimitError: RateLimitError;
  readonly NoProviderError: NoProviderError;
  readonly ServiceError: ServiceError;
  readonly ConnectionError: ConnectionError;
  readonly NotSettledError: NotSettledError;
  readonly WebhookError: WebhookError;
}

/**
 * Recognises an error of this package by its name and code; every refusal is an `ApiError`. A
 * program may have loaded the package as a module and by `require`: each has classes of its own,
 * for which `instanceof` is false.
 */
export function isError<Name extends keyof ErrorsByName>(
  error: unknown,
  name: Name,
): error is ErrorsByName[Name] {
  const { name: own, code, issues } = Object(error) as Readonly<Record<string, unknown>>;
  return !!code && (own === name || (name === 'ApiError' && !!issues));
}
