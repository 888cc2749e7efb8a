import type { Socket } from 'node:net';
import { detailOf, errorBodyOf, type Problem, statusOf } from '../../contract/problems.ts';
import type { App } from '../app.ts';
import { RequestRefused } from '../errors.ts';

/** Every limit of the server. */
export const REQUEST_LIMITS = {
  bodyBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  /** As long as a header block may be, so that an id of any length gets its 422. */
  pathParameterCharacters: 16 * 1024,
  /** A client that sends its headers or body too slowly is dropped after this time. */
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 10_000,
  connectionsCheckMs: 2_000,
  keepAliveTimeoutMs: 65_000,
  /** A client that takes nothing of its answer for this long is dropped. */
  answerTimeoutMs: 30_000,
  maxConnections: 10_000,
  /** Of one address (of IPv6 one /64 network), shared equally among the processes. */
  connectionsPerAddress: 500,
  /** Of one person; a screen makes three of what is typed. */
  searchesPerSecond: 10,
  /** Requests that constantly wait longer get a 503; short bursts may wait twice as long. */
  overloadDelayMs: 100,
  /** While so many requests wait for a database connection, no more are begun. */
  waitForDatabase: 100,
  /** Connections of the pool for all callers that have not shown who they are, and how many wait. */
  strangersAtOnce: 2,
  strangersWaiting: 500,
  /** How long a client whose request could not be read may take to read the answer. */
  goodbyeMs: 500,
} as const satisfies Record<string, number>;

/** A body that is announced as too large is refused before any other check. */
export function refuseLargeBodies(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const { bodyLimit } = request.routeOptions;
    done(announced > bodyLimit ? new RequestRefused({ code: 'body_too_large' }) : undefined);
  });
}

/** Node would refuse such a request itself, but without a body and without a request id. */
export function refuseMissingHosts(app: App): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const missing = raw.httpVersion === '1.1' && raw.headers.host === undefined;
    done(missing ? new RequestRefused({ code: 'bad_request' }) : undefined);
  });
}

/** An unknown `Expect` may be ignored (RFC 9110), and Node's own 417 would have no body. */
export function ignoreExpectations({ server }: App): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const TRANSPORT_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { code: 'header_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout' },
};

/** Answers input that is not even HTTP in the same JSON form as everything else, and closes. */
export function answerTransportError(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(TRANSPORT_PROBLEMS[error.code ?? ''] ?? { code: 'bad_request' }));
  closeSoon(socket);
}

/**
 * A client that never closes its side would keep the connection open. It is cut off a moment after
 * its answer: cut off at once, its remaining data would make the system drop the answer.
 */
function closeSoon(socket: Socket): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), REQUEST_LIMITS.goodbyeMs);
  socket.once('close', () => clearTimeout(timer));
}

function rawAnswer(problem: Problem): string {
  const body = JSON.stringify(errorBodyOf(problem));
  return [
    `HTTP/1.1 ${statusOf(problem)} ${detailOf(problem)}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${crypto.randomUUID()}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
