import { JSON_TYPE, parseObject } from './encoding.ts';
import { ApiError, ConnectionError, errorOf, NoProviderError } from './errors.ts';
import {
  type CallOptions,
  type ClientOptions,
  checkOptions,
  clock,
  definedOf,
  type LastResponse,
  type RequestEvent,
  VERSION,
} from './options.ts';
import { pause } from './pause.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /**
   * Repeating it is not harmless, as it is for reads and requests that a `reference` makes unique:
   * it is repeated only if the service answers that it has not done it.
   */
  readonly isAct?: boolean;
  /** What was answered last, which the service need not send again while it is the same. */
  readonly memory?: Memory;
}

export interface Memory {
  tag: string | null;
  answer?: object;
}

/** An answer of the service with what came beside its body. */
export type Answer<Body> = Body & {
  /** Not listed among the members, so that it is neither stored nor compared with them. */
  readonly lastResponse: LastResponse;
};

export type Send = <Body extends object>(
  call: Call,
  options?: CallOptions,
) => Promise<Answer<Body>>;

/** Time for a whole call with all its repeats, by default. */
export const CALL_TIMEOUT_MS = 30_000;
const SHORTEST_PAUSE_MS = 125;
const LONGEST_PAUSE_MS = 8_000;

/** Sends requests with a deadline, and again if that is safe. */
export function createSend(client: ClientOptions): Send {
  const { baseUrl, apiKey, ...rest } = client;
  checkOptions('client', { baseUrl, apiKey, ...definedOf(rest) });
  return async <Body extends object>(
    call: Call,
    options: CallOptions = {},
  ): Promise<Answer<Body>> => {
    const own = definedOf(options);
    checkOptions('call', own);
    // It would be the path of another operation.
    if (/\/\.{0,2}(?![^/?])/.test(call.path)) {
      throw new TypeError(`No path ${call.path}: an id is empty, . or ..`);
    }
    // Once, so that every repeat is the same request whatever the caller does with the object; of
    // nothing it makes `undefined`.
    const content: string | undefined = JSON.stringify(call.body);
    const all: Settings = { ...client, ...own };
    const headers = { ...client.headers, ...options.headers };
    const { signal, hooks = {}, timeoutMs = CALL_TIMEOUT_MS, retries = 3 } = all;
    const endsAt = clock() + timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const event = { method: call.method, path: call.path, attempt };
      emit(hooks.onRequest, event);
      const startedAt = clock();
      const result = await ask({ ...all, headers }, call, content, endsAt - startedAt);
      const error = result instanceof Error ? result : null;
      const pauseMs = pauseAfter(
        error,
        Math.min(SHORTEST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS),
      );
      const mayGoOn = error && attempt <= retries && mayRepeat(call, error);
      const retryInMs = mayGoOn && clock() + pauseMs < endsAt ? pauseMs : null;
      const { lastResponse: response = null } = result as Partial<Answer<object>>;
      const durationMs = clock() - startedAt;
      emit(hooks.onResponse, { ...event, durationMs, response, error, retryInMs });
      if (!error) return result as Answer<Body>;
      signal?.throwIfAborted();
      if (retryInMs === null) throw error;
      await pause(retryInMs, signal);
    }
  };
}

type Settings = ClientOptions & Pick<CallOptions, 'signal'>;

function emit<Event extends RequestEvent>(
  hook: ((event: Event) => void) | undefined,
  event: Event,
): void {
  try {
    hook?.(event);
  } catch {
    // A log must not stop a payment.
  }
}

async function ask(
  { baseUrl = '', apiKey = '', headers, signal, ...client }: Settings,
  { method, path, memory }: Call,
  content: string | undefined,
  leftMs: number,
): Promise<Answer<object> | ApiError | ConnectionError> {
  const timeoutMs = Math.ceil(Math.max(0, Math.min(leftMs, client.attemptTimeoutMs ?? 15_000)));
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const sent = new Headers({ 'user-agent': `momo-sdk/${VERSION}` });
    for (const [name, value] of Object.entries({
      ...headers,
      accept: JSON_TYPE,
      'x-api-key': apiKey,
      ...(memory?.tag && { 'if-none-match': memory.tag }),
      ...(content && { 'content-type': JSON_TYPE }),
    })) {
      sent.set(name, value);
    }
    const response = await (client.fetch ?? fetch)(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: sent,
      // A redirect never receives the key; `error` would look like a connection that failed.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(content && { body: content }),
    });
    const text = await response.text();
    if (response.status === 304 && memory?.answer) return withResponse(memory.answer, response);
    const answer = parseObject(text);
    if (!response.ok || !answer) return errorOf(response, answer);
    if (memory) Object.assign(memory, { tag: response.headers.get('etag'), answer });
    return withResponse(answer, response);
  } catch (cause) {
    const words = late.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed';
    const code = late.aborted ? 'timed_out' : 'connection_failed';
    return new ConnectionError(code, `${method} ${path}: ${words}`, { cause });
  }
}

/** A copy, since an answer that is kept is given out several times. */
function withResponse<Body extends object>(
  body: Body,
  { status, headers }: Response,
): Answer<Body> {
  const lastResponse: LastResponse = {
    status,
    headers,
    requestId: headers.get('x-request-id'),
    isReplayed: headers.has('idempotent-replayed'),
    differs: headers.get('idempotent-differs')?.split(/[\s,]+/) ?? [],
  };
  return Object.defineProperty({ ...body }, 'lastResponse', {
    value: lastResponse,
  }) as Answer<Body>;
}

/** Without a provider nothing changes within seconds, and the player can take the other operator. */
function mayRepeat({ isAct }: Call, error: ApiError | ConnectionError): boolean {
  if (isAct) return error instanceof ApiError && NOT_BEGUN.has(error.status);
  return isPassing(error) && !(error instanceof NoProviderError);
}

/** Refused before anything was done: the request was late, or one too many. */
const NOT_BEGUN: ReadonlySet<number> = new Set([408, 429]);

/** Whether the same request may have another answer soon (interface, "Errors"). */
export function isPassing(error: unknown): error is ApiError | ConnectionError {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return NOT_BEGUN.has(error.status) || error.status >= 500;
}

/** At least as long as the service asks for; spread, so that clients do not ask all at once. */
export function pauseAfter(error: Error | null, growingMs: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, growingMs / 2) + (Math.random() * growingMs) / 2;
}
