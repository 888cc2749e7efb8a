import type { Message } from '../domain/messages/message.ts';
import { createScrubber } from './exchange.ts';
import type { Answered, HttpAnswer, HttpClient, HttpRequest } from './http-client.ts';
import type { Call } from './provider.ts';
import { readAmount, readObject, readText } from './wire.ts';

export interface SessionOptions {
  readonly http: HttpClient;
  readonly baseUrl: string;
  /** Every text that must not be kept, besides the tokens, which the session learns. */
  readonly secrets: readonly string[];
  readonly credentials: Credentials;
  /** Whether an answer that is no 401 says all the same that the token is not taken. */
  readonly isUnauthorised?: (answer: Answered) => boolean;
}

/** How the system knows us: by headers that stay the same, or by a token that it gives for a while. */
export type Credentials =
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> }
  | ({ readonly kind: 'token' } & TokenDescription);

export interface TokenDescription {
  readonly request: SessionRequest;
  /** The address that gives tokens, if it is not that of the system. */
  readonly baseUrl?: string;
  /** Where the token is in the answer. */
  readonly field: 'access_token' | 'token';
  /** The header that a request has it in, and the word before it. */
  readonly header: string;
  readonly scheme: string;
}

/** A token as OAuth 2.0 gives it. */
export function bearerToken(request: SessionRequest): Credentials {
  const description = { field: 'access_token', header: 'Authorization', scheme: 'Bearer' } as const;
  return { kind: 'token', request, ...description };
}

export interface SessionRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** True if only the status of the answer is kept, because the rest is secret or personal. */
  readonly isConfidential?: boolean;
  /** True if sending it a second time might pay twice. */
  readonly isPayment?: boolean;
}

export interface ProviderSession {
  /** Sends with a token. Without one nothing is sent, and the answer is `not_sent`. */
  readonly send: (request: SessionRequest, call: Call) => Promise<HttpAnswer>;
  /** Asks for a new token, to check that the system answers and accepts our credentials. */
  readonly signIn: (call: Call) => Promise<{ readonly problem: Message | null }>;
}

/** One set of credentials with one system: its token, its evidence, its second try after a 401. */
export function createSession(options: SessionOptions): ProviderSession {
  const { http, baseUrl, credentials } = options;
  const scrubber = createScrubber(options.secrets);

  const exchange = async (
    request: SessionRequest,
    call: Call,
    { endsAt, at = baseUrl }: { readonly endsAt: number; readonly at?: string | undefined },
  ) => {
    const startedAt = performance.now();
    const { method, path, headers, body } = request;
    const url = `${at.replace(/\/+$/, '')}${path}`;
    const timeoutMs = endsAt - startedAt;
    const answer = await http.send({ method, url, headers, body, timeoutMs });
    const latencyMs = Math.round(performance.now() - startedAt);
    call.keep(scrubber.describe(request, answer, latencyMs));
    return answer;
  };
  const endOf = ({ timeoutMs }: Call) => performance.now() + timeoutMs;

  if (credentials.kind === 'headers') {
    return {
      send: (request, call) =>
        exchange(withHeaders(request, credentials.headers), call, { endsAt: endOf(call) }),
      signIn: async () => ({ problem: null }),
    };
  }

  const { header, scheme, field } = credentials;
  const withToken = (request: SessionRequest, token: string) =>
    withHeaders(request, { [header]: `${scheme} ${token}` });
  const tokens = createTokenCache(async (call, endsAt) => {
    const asked = { ...credentials.request, isConfidential: true };
    const answer = await exchange(asked, call, { endsAt, at: credentials.baseUrl });
    const found = readToken(answer, field);
    if (found.kind === 'token') scrubber.learn(found.token);
    return found;
  });

  return {
    send: async (request, call) => {
      const endsAt = endOf(call);
      const first = await tokens.get(call, endsAt);
      if (first.kind === 'none') return { kind: 'not_sent', trouble: first.problem };
      const answer = await exchange(withToken(request, first.token), call, { endsAt });
      if (answer.kind !== 'answered') return answer;
      const is401 = answer.status === 401;
      if (!is401 && options.isUnauthorised?.(answer) !== true) return answer;
      tokens.drop(first.token);
      // A 401 comes before the request is processed, so the same request may be sent again. Words
      // in another answer do not prove that.
      if (!is401 && request.isPayment === true) return answer;
      const second = await tokens.get(call, endsAt);
      if (second.kind === 'none') return answer;
      return exchange(withToken(request, second.token), call, { endsAt });
    },
    signIn: async (call) => {
      const token = await tokens.renew(call, endOf(call));
      return { problem: token.kind === 'none' ? token.problem : null };
    },
  };
}

function withHeaders(
  request: SessionRequest,
  headers: Readonly<Record<string, string>>,
): SessionRequest {
  return { ...request, headers: { ...request.headers, ...headers } };
}

type TokenAnswer =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly problem: Message };

interface TokenCache {
  readonly get: (call: Call, endsAt: number) => Promise<TokenAnswer>;
  /** Fetches a new token even if the present one is still good. */
  readonly renew: (call: Call, endsAt: number) => Promise<TokenAnswer>;
  /** Forgets a token that the system no longer takes, unless a newer one is already here. */
  readonly drop: (token: string) => void;
}

type Fetch = (call: Call, endsAt: number) => Promise<Found>;

/** Keeps one token. Calls that need one at the same time wait for the same fetch. */
function createTokenCache(fetch: Fetch): TokenCache {
  let cached: { readonly token: string; readonly freshUntil: number } | null = null;
  let fetching: Promise<TokenAnswer> | null = null;

  const fetchOne = async (call: Call, endsAt: number): Promise<TokenAnswer> => {
    const askedAt = performance.now();
    const found = await fetch(call, endsAt);
    if (found.kind === 'none') return found;
    cached = { token: found.token, freshUntil: askedAt + freshMs(found.lifeMs) };
    return found;
  };

  const renew = (call: Call, endsAt: number) => {
    fetching ??= fetchOne(call, endsAt).finally(() => {
      fetching = null;
    });
    return within(fetching, endsAt);
  };

  return {
    get: async (call, endsAt) => {
      if (cached !== null && performance.now() < cached.freshUntil) {
        return { kind: 'token', token: cached.token };
      }
      return renew(call, endsAt);
    },
    renew,
    drop: (token) => {
      if (cached?.token === token) cached = null;
    },
  };
}

/** The fetch may belong to a call that has more time than this one. */
async function within(fetching: Promise<TokenAnswer>, endsAt: number): Promise<TokenAnswer> {
  const { promise: late, resolve } = Promise.withResolvers<TokenAnswer>();
  const timer = setTimeout(
    () => resolve({ kind: 'none', problem: { code: 'no_token_in_time' } }),
    Math.max(0, endsAt - performance.now()),
  );
  try {
    return await Promise.race([fetching, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Found =
  | { readonly kind: 'token'; readonly token: string; readonly lifeMs: number }
  | { readonly kind: 'none'; readonly problem: Message };

export function readToken(
  answer: HttpAnswer,
  field: TokenDescription['field'] = 'access_token',
): Found {
  if (answer.kind !== 'answered') return none(noToken(answer.trouble));
  if (answer.status !== 200) {
    return none({ code: 'no_token_status', params: { status: answer.status } });
  }
  const body = readObject(answer.json);
  const token = readText(body, field);
  // Our own HTTP client would refuse anything else in a header, with the token in the error.
  if (token === null || !/^[\x21-\x7e]{1,8192}$/.test(token)) {
    return none({ code: 'no_token_in_answer' });
  }
  const seconds = readAmount(body, 'expires_in') ?? UNSAID_LIFE_S;
  return { kind: 'token', token, lifeMs: Math.min(seconds, MAX_LIFE_S) * 1_000 };
}

/** What a system that refuses to sign us in says by the status; by any other one it is away. */
const REFUSED_SIGN_IN: Readonly<Record<string, RefusedSignIn>> = {
  400: 'system_refused_credentials',
  401: 'system_refused_credentials',
  // Operators let in known addresses only, and say so before they look at the credentials.
  403: 'system_bars_our_address',
};

type RefusedSignIn = 'system_refused_credentials' | 'system_bars_our_address';

/** Why nothing was sent: the system is not reached, or it refuses to sign us in. */
export function whyNotSent({
  trouble,
}: Exclude<HttpAnswer, { readonly kind: 'answered' }>): RefusedSignIn | 'system_unreachable' {
  const status = trouble.code === 'no_token_status' ? trouble.params.status : '';
  return REFUSED_SIGN_IN[status] ?? 'system_unreachable';
}

function noToken(because: Message): Message {
  return { code: 'no_token', params: { because } };
}

function none(problem: Message): Found {
  return { kind: 'none', problem };
}

/** A token is renewed a little early, so that none ends while it is on its way. */
function freshMs(lifeMs: number): number {
  return lifeMs - Math.min(EARLY_MS, lifeMs / 10);
}

const EARLY_MS = 30_000;
const UNSAID_LIFE_S = 60;
const MAX_LIFE_S = 3_600;
