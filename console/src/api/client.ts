import { type ApiPath, searchPath, withQuery } from './path.ts';
import type { Said, State } from './types.ts';

/** The longest wait for an answer; without one, it is unknown what happened. */
const DEADLINE_MS = 10_000;

/** An event of the window: a request did not reach the service. */
export const UNREACHED = 'unreached';

/** An event of the window: the service answered a request, whatever it said. */
export const REACHED = 'reached';

/** Calls the staff interface. The session travels in a cookie of the same origin. */
export async function callApi<T>(method: Method, path: ApiPath, body?: object): Promise<T> {
  const requestId = createRequestId();
  try {
    const response = await send(method, path, requestId, body);
    if (!response.ok) throw await toError(response);
    // The service checks its answers against the schemas that our types come from.
    return (await response.json()) as T;
  } catch (error) {
    throw error instanceof ApiError ? error : toSilence(error, requestId);
  }
}

/**
 * Reads what filters leave. What a person typed goes in the body of a POST, since it may be a
 * number and addresses are logged.
 */
export function searchApi<T>(
  path: ApiPath,
  { q, ...filters }: { readonly q?: string | undefined; readonly limit?: number },
): Promise<T> {
  return q === undefined
    ? callApi<T>('GET', withQuery(path, filters))
    : callApi<T>('POST', searchPath(path), { ...filters, q });
}

/** Sends bytes as they are, and gives the answer to be read as it comes. */
export async function sendRaw(
  method: 'PUT' | 'POST',
  path: ApiPath,
  body: Blob | null,
): Promise<Response> {
  const response = await reach(path, {
    method,
    ...(body === null ? {} : { body, headers: { 'content-type': 'application/octet-stream' } }),
  }).catch((error: unknown) => {
    throw toSilence(error);
  });
  if (!response.ok) throw await toError(response);
  return response;
}

/** A stream of what the service reports. */
export function openEvents(path: ApiPath): EventSource {
  return new EventSource(path);
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class ApiError extends Error {
  /** Zero when no answer came at all. */
  readonly status: number;
  /** Why it was refused. */
  readonly refusal: Refusal;
  /** The state that another person's decision led to; only with 409. */
  readonly state: State | null;
  readonly retryAfterS: number | null;
  /** Under which the service logs it. */
  readonly requestId: string | null;

  constructor(facts: Pick<ApiError, 'status' | 'refusal' | 'state' | 'retryAfterS' | 'requestId'>) {
    super(facts.refusal.text);
    this.status = facts.status;
    this.refusal = facts.refusal;
    this.state = facts.state;
    this.retryAfterS = facts.retryAfterS;
    this.requestId = facts.requestId;
  }
}

/** Answers of the service to a fault that say for certain that nothing was done. */
const NOTHING_DONE = new Set(['no_provider_available', 'overloaded', 'not_confirmed']);

/** Whether a change was carried out is not known; every other error is a refusal. */
export function isInDoubt({ status, refusal }: Pick<ApiError, 'status' | 'refusal'>): boolean {
  return status === 0 || (status >= 500 && !NOTHING_DONE.has(refusal.code));
}

/** Why the service refused; `issues` are the fields that it does not accept. */
export interface Refusal extends Said {
  readonly text: string;
  readonly issues: readonly Issue[];
}

export interface Issue {
  readonly type: string;
  readonly msg: string;
  readonly loc: readonly (string | number)[];
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Ours, so that even a request without an answer can be found in the log of the service. */
function createRequestId(): string {
  // `randomUUID` is missing on a page that came without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function send(method: Method, path: ApiPath, requestId: string, body?: object): Promise<Response> {
  const isRead = method === 'GET' || path.endsWith('/search');
  return reach(path, {
    method,
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: {
      'x-request-id': requestId,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isRead && isBackground() ? { 'x-background': 'true' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function reach(path: ApiPath, request: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...request });
    dispatchEvent(new Event(REACHED));
    return answer;
  } catch (error) {
    // A browser gives a TypeError if it reached nothing, and another one after the deadline.
    if (error instanceof TypeError) dispatchEvent(new Event(UNREACHED));
    throw error;
  }
}

/** No answer, or not the whole of it, within the deadline. */
function toSilence(error: unknown, requestId: string | null = null): ApiError {
  const text = error instanceof Error ? error.message : String(error);
  const refusal = { code: '', text, issues: [] };
  return new ApiError({ status: 0, refusal, state: null, retryAfterS: null, requestId });
}

interface ErrorAnswer {
  readonly detail?: string | readonly Issue[];
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly state?: State;
}

async function toError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body = await readErrorBody(response);
  return new ApiError({
    status: response.status,
    refusal: toRefusal(body, response.statusText),
    state: body.state ?? null,
    retryAfterS: retryAfter > 0 ? retryAfter : null,
    requestId: response.headers.get('x-request-id'),
  });
}

async function readErrorBody(response: Response): Promise<ErrorAnswer> {
  try {
    return (await response.json()) as ErrorAnswer;
  } catch {
    // A proxy in between may answer with an error page.
    return {};
  }
}

/** A proxy in between, or an older service, gives no code. */
function toRefusal({ detail, code = '', params = {} }: ErrorAnswer, status: string): Refusal {
  if (detail === undefined || typeof detail === 'string') {
    return { code, params, text: detail ?? status, issues: [] };
  }
  const text = detail.map(({ msg, loc }) => `${loc.slice(1).join('.')}: ${msg}`).join(' · ');
  return { code, params, text, issues: detail };
}

/** A refresh this long after the last input comes from the browser, not from the person. */
const ATTENTIVE_MS = 20_000;

let lastInputAt = 0;

/** Notes when the person last touched the page. */
export function watchPresence(): void {
  const note = () => {
    lastInputAt = performance.now();
  };
  note();
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(kind, note, { passive: true, capture: true });
  }
}

/** An open page that refreshes by itself must not keep a session alive. */
function isBackground(): boolean {
  return performance.now() - lastInputAt > ATTENTIVE_MS;
}
