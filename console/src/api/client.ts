import { isBackground } from './presence.ts';
import type { State } from './types.ts';

/** Calls the staff interface. The session travels in a cookie of the same origin. */
export async function callApi<T>(method: Method, path: string, body?: object): Promise<T> {
  const response = await send(method, path, body);
  if (!response.ok) throw await toError(response);
  // The service checks its answers against the schemas that our types come from.
  return (await response.json()) as T;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class ApiError extends Error {
  /** Zero when no answer came at all. */
  readonly status: number;
  readonly detail: string;
  /** The state that somebody else's decision led to; only with 409. */
  readonly state: State | null;
  readonly retryAfterS: number | null;

  constructor(facts: Pick<ApiError, 'status' | 'detail' | 'state' | 'retryAfterS'>) {
    super(facts.detail);
    this.status = facts.status;
    this.detail = facts.detail;
    this.state = facts.state;
    this.retryAfterS = facts.retryAfterS;
  }
}

/** The path with those parameters that have a value. */
export function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
    if (typeof value === 'number') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function send(method: Method, path: string, body?: object): Promise<Response> {
  try {
    return await fetch(`/internal/v1${path}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' && isBackground() ? { 'x-background': 'true' } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ApiError({ status: 0, detail, state: null, retryAfterS: null });
  }
}

interface ErrorAnswer {
  readonly detail?: string | readonly { readonly msg: string; readonly loc: readonly unknown[] }[];
  readonly state?: State;
}

async function toError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body = await readErrorBody(response);
  return new ApiError({
    status: response.status,
    detail: toSentence(body.detail) ?? response.statusText,
    state: body.state ?? null,
    retryAfterS: retryAfter > 0 ? retryAfter : null,
  });
}

async function readErrorBody(response: Response): Promise<ErrorAnswer> {
  try {
    return (await response.json()) as ErrorAnswer;
  } catch {
    // A proxy in between may answer with a page of its own.
    return {};
  }
}

function toSentence(detail: ErrorAnswer['detail']): string | null {
  if (detail === undefined) return null;
  if (typeof detail === 'string') return detail;
  return detail.map(({ msg, loc }) => `${loc.slice(1).join('.')}: ${msg}`).join(' · ');
}
