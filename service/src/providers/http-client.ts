import { Agent, type Dispatcher } from 'undici';
import { parseJson } from '../domain/json.ts';
import type { Message } from '../domain/messages/message.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For the whole call: connecting, sending and reading the last byte of the answer. */
  readonly timeoutMs: number;
}

export type HttpAnswer =
  | Answered
  /** Some of the request may have been written, so the system may have acted on it. */
  | { readonly kind: 'lost'; readonly status: number | null; readonly trouble: Message }
  /** Not one byte of the request was sent. */
  | { readonly kind: 'not_sent'; readonly trouble: Message };

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly text: string;
  /** `null` if the text is not JSON. */
  readonly json: unknown;
}

export interface HttpClient {
  /** Sends once, whatever happens, and never throws. */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

/** No answer of an operator is nearly as long; a longer one is not an operator's answer. */
const MAX_BODY_BYTES = 64 * 1_024;
const MAX_HEADER_BYTES = 16 * 1_024;
/** If a server closes an idle connection while a payment is being sent, its outcome is doubtful. */
const KEEP_ALIVE_MS = 4_000;
const CONNECT_MS = 5_000;

/**
 * Calls the systems that move money. The one thing that matters here is whether a request may have
 * arrived: undici announces a request just before its first byte is written, so everything that
 * ends before that is `not_sent` and everything after it is `lost` or `answered`.
 */
export function createHttpClient(): HttpClient {
  const agent = new Agent({
    connections: 128,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own timer covers the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Written out because an environment variable of Node can turn the check off.
    connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
  });
  return {
    send: async (request) => {
      const [address = ''] = request.url.split('?');
      const isRefused = findAddressProblem(address) !== null;
      if (isRefused) return { kind: 'not_sent', trouble: { code: 'address_refused' } };
      // An open connection would be written to before the shortest timer ends.
      if (!(request.timeoutMs > 0)) return { kind: 'not_sent', trouble: { code: 'no_time_left' } };
      return dispatch(agent, request);
    },
    close: () => agent.destroy(),
  };
}

/** Says what is wrong with the address of a system, as "must …", or `null`. */
export function findAddressProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'must be an https address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must not contain a query or a fragment';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return null;
  return 'must be an https address (plain http is only for this machine)';
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function dispatch(agent: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
  const { promise, resolve } = Promise.withResolvers<HttpAnswer>();
  const url = new URL(request.url);
  const endsAt = performance.now() + request.timeoutMs;
  const parts: Buffer[] = [];
  let size = 0;
  let status: number | null = null;
  let isOver = false;
  let controller: Dispatcher.DispatchController | null = null;

  const end = (answer: HttpAnswer) => {
    isOver = true;
    clearTimeout(timer);
    resolve(answer);
  };
  const fail = (trouble: Message) => {
    if (isOver) return;
    end(controller === null ? { kind: 'not_sent', trouble } : { kind: 'lost', status, trouble });
    controller?.abort(new Error(trouble.code));
  };
  const timer = setTimeout(() => {
    fail({ code: 'no_answer_within', params: { ms: Math.round(request.timeoutMs) } });
  }, request.timeoutMs);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      // A call that was given up while it connected must not be sent later, and none may be sent
      // twice. A process that was frozen gets here before its timer fires.
      const isLate = performance.now() >= endsAt;
      if (isOver || isLate || controller !== null) return given.abort(new Error('given up'));
      controller = given;
    },
    onResponseStart: (_, statusCode) => {
      if (statusCode >= 200) status = statusCode;
    },
    onResponseData: (_, chunk) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) fail({ code: 'answer_too_long' });
      else parts.push(chunk);
    },
    onResponseEnd: () => {
      if (isOver || status === null) return fail({ code: 'answer_without_status' });
      const text = Buffer.concat(parts).toString('utf8');
      end({ kind: 'answered', status, text, json: parseJson(text) });
    },
    onResponseError: (_, error) => fail(describe(error)),
  };
  const { method, headers, body } = request;
  const { origin, pathname, search } = url;
  const path = `${pathname}${search}`;
  try {
    agent.dispatch({ origin, path, method, headers: { ...headers }, body }, handler);
  } catch (error) {
    fail(describe(error));
  }
  return promise;
}

/** The message of a network error is shown as it is. */
function describe(error: unknown): Message {
  return { code: 'technical', params: { error: wordsOf(error) } };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : '';
  return `${code}${cause.message}`.replaceAll('\0', '').slice(0, 300);
}
