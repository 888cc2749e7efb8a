import type { Transaction, ValidationIssue } from './types.ts';

/** The service answered, but not with success. Branch on `status`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problems of the request if a 422 lists them; otherwise empty. */
  readonly issues: readonly ValidationIssue[];
  /** Quote it to support. */
  readonly requestId: string | null;
  /** Seconds until a retry makes sense, if the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const detail = detailOf(body);
    const issues = Array.isArray(detail) ? (detail as ValidationIssue[]) : [];
    super(`${response.status}: ${messageOf(detail, issues, response.statusText)}`);
    this.status = response.status;
    this.issues = issues;
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
  }
}

/** No answer: the connection failed, or the time for the whole call ran out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** `waitFor` ran out of time; the transaction may still reach an outcome. */
export class NotSettledError extends Error {
  override readonly name = 'NotSettledError';
  /** As it was read last, or `null` if no read was answered. */
  readonly transaction: Transaction | null;

  /** The cause is the error of the last read, if it failed. */
  constructor(id: string, transaction: Transaction | null, cause: Error | null) {
    const status = transaction === null ? 'could not be read' : `is still ${transaction.state}`;
    super(`The transaction ${id} ${status}`, cause === null ? {} : { cause });
    this.transaction = transaction;
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
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem) {
    super(`The webhook is not to be trusted: ${problem}`);
    this.problem = problem;
  }
}

function detailOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;
}

function messageOf(detail: unknown, issues: readonly ValidationIssue[], fallback: string): string {
  if (typeof detail === 'string') return detail;
  if (issues.length === 0) return fallback;
  return issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

function secondsOf(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
