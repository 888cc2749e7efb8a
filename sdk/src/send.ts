import { ApiError, ConnectionError } from './errors.ts';
import { pause } from './pause.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://pay.example`. */
  readonly baseUrl: string;
  /** The API key. It belongs only in a backend. */
  readonly apiKey: string;
  /** Time for a whole call with all its repeats; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Time for one attempt; 15 seconds by default, since a prompt may take the service nine. */
  readonly attemptTimeoutMs?: number;
  /** How often a call is repeated at most; 3 by default. */
  readonly retries?: number;
  /** Replaces the runtime's own, for tests and proxies. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /**
   * Repeating it is harmless: reads, and requests that a `reference` makes unique. Any other call
   * is repeated only if the service answers that it has not done it.
   */
  readonly isRepeatable: boolean;
  /** What was answered last, which the service need not send again while it is the same. */
  readonly memory?: Memory;
}

export interface Memory {
  last: { readonly tag: string; readonly answer: unknown } | null;
}

export type Send = <Answer>(call: Call, options?: CallOptions) => Promise<Answer>;

/** Statuses after which the same request is repeated (interface, "Errors"). */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** Time for a whole call with all its repeats, by default. */
export const CALL_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** Sends requests with a deadline, and again if that is safe. */
export function createSend(client: ClientOptions): Send {
  const most = client.retries ?? 3;
  return async <Answer>(call: Call, options: CallOptions = {}): Promise<Answer> => {
    const endsAt = performance.now() + (options.timeoutMs ?? client.timeoutMs ?? CALL_TIMEOUT_MS);
    for (let repeats = 0; ; repeats += 1) {
      const leftMs = endsAt - performance.now();
      const result = await attempt<Answer>(client, call, { leftMs, signal: options.signal });
      if (result.kind === 'answer') return result.answer;
      options.signal?.throwIfAborted();
      const pauseMs = pauseAfter(result.error, repeats);
      const isWorthIt = repeats < most && mayRepeat(call, result.error);
      if (!isWorthIt || performance.now() + pauseMs >= endsAt) throw result.error;
      await pause(pauseMs, options.signal);
    }
  };
}

type Result<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: ApiError | ConnectionError };

async function attempt<Answer>(
  client: ClientOptions,
  call: Call,
  { leftMs, signal }: { readonly leftMs: number; readonly signal: AbortSignal | undefined },
): Promise<Result<Answer>> {
  const timeoutMs = Math.max(0, Math.min(leftMs, client.attemptTimeoutMs ?? 15_000));
  const late = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const response = await (client.fetch ?? fetch)(addressOf(client.baseUrl, call.path), {
      method: call.method,
      headers: headersOf(client, call),
      // A redirect never receives the key.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    const text = await response.text();
    if (response.status === 304 && call.memory?.last) {
      return { kind: 'answer', answer: call.memory.last.answer as Answer };
    }
    if (response.ok) {
      const answer = JSON.parse(text) as Answer;
      const tag = response.headers.get('etag');
      if (call.memory) call.memory.last = tag === null ? null : { tag, answer };
      return { kind: 'answer', answer };
    }
    return { kind: 'failed', error: new ApiError(response, readJson(text)) };
  } catch (cause) {
    const problem = late.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed';
    const error = new ConnectionError(`${call.method} ${call.path}: ${problem}`, { cause });
    return { kind: 'failed', error };
  }
}

function addressOf(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}

function headersOf({ apiKey }: ClientOptions, { body, memory }: Call): Record<string, string> {
  return {
    accept: 'application/json',
    'x-api-key': apiKey,
    ...(memory?.last && { 'if-none-match': memory.last.tag }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function mayRepeat(call: Call, error: ApiError | ConnectionError): boolean {
  if (error instanceof ConnectionError) return call.isRepeatable;
  return call.isRepeatable ? PASSING.has(error.status) : error.status === 429;
}

/** As long as the service asks for, otherwise longer each time; spread over the clients. */
function pauseAfter(error: ApiError | ConnectionError, repeats: number): number {
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** repeats, LONGEST_PAUSE_MS);
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, grown / 2) + (Math.random() * grown) / 2;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
