import type { ApiError, ConnectionError } from './errors.ts';

/** The release of this package. */
export const VERSION = '0.3.0';

export interface ClientOptions {
  /** The address of the service, such as `https://pay.example`. */
  readonly baseUrl: string | undefined;
  /** The API key. It belongs only in a backend. A missing one is an error at once. */
  readonly apiKey: string | undefined;
  /** Time for a whole call with all its repeats; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Time for one attempt; 15 seconds by default, since a prompt may take the service nine. */
  readonly attemptTimeoutMs?: number;
  /** How often a call is repeated at most; 3 by default. */
  readonly retries?: number;
  /** Sent with every request, for instance a `User-Agent` of your own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For your log: what was sent, and what came back. */
  readonly hooks?: Hooks;
  /** Replaces the runtime's own, for tests and proxies. */
  readonly fetch?: typeof fetch;
}

/** For one call; what is left out is as in the client's options. */
export interface CallOptions
  extends Partial<Pick<ClientOptions, 'timeoutMs' | 'attemptTimeoutMs' | 'retries' | 'headers'>> {
  readonly signal?: AbortSignal;
  /** Another key than the client's, if you have several applications. */
  readonly apiKey?: string;
}

/** What a hook throws is ignored: a log must not stop a payment. */
export interface Hooks {
  /** Called before each attempt. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called after each attempt. */
  readonly onResponse?: (event: ResponseEvent) => void;
}

export interface RequestEvent {
  readonly method: 'GET' | 'POST';
  /** With the query, without the address. */
  readonly path: string;
  /** The first attempt is 1. */
  readonly attempt: number;
}

export interface ResponseEvent extends RequestEvent {
  readonly durationMs: number;
  /** The answer, if it was a success. */
  readonly response: LastResponse | null;
  /** What the caller gets, unless the call is repeated. */
  readonly error: ApiError | ConnectionError | null;
  /** The pause before the next attempt, or `null` if this was the last one. */
  readonly retryInMs: number | null;
}

/** What came with an answer beside its body. */
export interface LastResponse {
  readonly status: number;
  readonly headers: Headers;
  /** For your log: support finds the request by it. */
  readonly requestId: string | null;
  /** The `reference` was known, and this is the transaction or checkout that it has. */
  readonly isReplayed: boolean;
  /** What the request has different from what its `reference` has, such as `amount_xaf`. */
  readonly differs: readonly string[];
}

type Check = readonly [isRight: (value: unknown) => boolean, form: string];

const MILLISECONDS: Check = [
  (value) => Number.isFinite(value) && Number(value) > 0,
  'milliseconds above 0',
];
const OBJECT: Check = [(value) => Object(value) === value, 'an object or function'];

type OptionName = keyof ClientOptions | keyof CallOptions | 'intervalMs';

const CHECKS: Readonly<Record<OptionName, Check>> = {
  baseUrl: [(value) => /^https?:\/\/[^\s?#@]+$/.test(String(value)), 'an http or https address'],
  apiKey: [(value) => typeof value === 'string' && /^[!-~]+$/.test(value), 'a key without spaces'],
  timeoutMs: MILLISECONDS,
  attemptTimeoutMs: MILLISECONDS,
  intervalMs: MILLISECONDS,
  retries: [(value) => Number.isInteger(value) && Number(value) >= 0, 'a whole number from 0'],
  headers: OBJECT,
  hooks: OBJECT,
  fetch: OBJECT,
  signal: OBJECT,
};

type OptionNames = readonly OptionName[];
type Place = 'client' | 'call' | 'waitFor';

const OF_CALL: OptionNames = ['apiKey', 'timeoutMs', 'attemptTimeoutMs', 'retries', 'headers'];

/** The options of each place; one that is of another place would do nothing. */
const OPTIONS: Readonly<Record<Place, OptionNames>> = {
  client: ['baseUrl', ...OF_CALL, 'hooks', 'fetch'],
  call: [...OF_CALL, 'signal'],
  waitFor: ['timeoutMs', 'intervalMs', 'signal'],
};

/** A wrong option is a `TypeError` at once that names it, instead of a puzzle at the first call. */
export function checkOptions(place: Place, options: object): void {
  const names = OPTIONS[place];
  for (const [given, value] of Object.entries(options)) {
    const name = names.find((one) => one === given);
    if (name === undefined) {
      throw new TypeError(`No option ${given} here: there are ${names.join(', ')}`);
    }
    const [isRight, form] = CHECKS[name];
    if (!isRight(value)) {
      const hint = value === undefined ? ', but is not set: see your environment' : '';
      throw new TypeError(`The option ${name} must be ${form}${hint}`);
    }
  }
}

/** Without the members that are undefined: they count as left out. */
export function definedOf<Given extends object>(given: Given): Given {
  const all = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as Given;
}

/** Milliseconds of a clock that no one sets. */
export function clock(): number {
  return performance.now();
}
