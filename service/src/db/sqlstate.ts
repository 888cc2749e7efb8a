import pg from 'pg';

/** The SQLSTATEs that the service decides by, named after what they mean. */
export const SQLSTATE = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  undefinedTable: '42P01',
  readOnlyTransaction: '25006',
  invalidPassword: '28P01',
  invalidAuthorization: '28000',
  unknownDatabase: '3D000',
} as const;

export type Sqlstate = (typeof SQLSTATE)[keyof typeof SQLSTATE];

/**
 * PostgreSQL cannot serve now but may soon: connection trouble (08), resources used up (53),
 * shutting down or starting (57P), a standby that is still read-only (25006), an I/O error (58),
 * and our own time limits.
 */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P|58)|^(25006|57014|55P03)$/;

const UNAVAILABLE_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);

/** The driver reports a lost or late connection by message only. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool/;

/**
 * No connection could be opened. Whatever the server said meanwhile (PostgreSQL 15 on a full disk
 * says XX000), the service can only wait for one that opens.
 */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly code: string | null;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = codeOf(cause);
  }
}

export function hasSqlstate(error: unknown, ...states: readonly Sqlstate[]): boolean {
  const code = codeOf(error);
  return states.some((state) => state === code);
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof NotConnected || endsSession(error)) return true;
  const code = codeOf(error);
  if (code !== null && (UNAVAILABLE_SYSTEM_ERRORS.has(code) || UNAVAILABLE_SQLSTATE.test(code))) {
    return true;
  }
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}

/** PostgreSQL gave the session up, not only the query. */
function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(FATAL|PANIC)$/.test(error.severity ?? '');
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
