import type { Message } from '../domain/messages/message.ts';
import { createTokenCache } from './bearer-token.ts';
import { createScrubber } from './exchange.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from './http-client.ts';
import type { Call } from './provider.ts';

export interface SessionOptions {
  readonly http: HttpClient;
  readonly baseUrl: string;
  /** Every text that must not be kept, besides the bearer tokens, which the session knows. */
  readonly secrets: readonly string[];
  readonly tokenRequest: SessionRequest;
}

export interface SessionRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** True if only the status of the answer is kept, because the rest is secret or personal. */
  readonly isConfidential?: boolean;
}

export interface ProviderSession {
  /** Sends with a token. Without one nothing is sent, and the answer is `not_sent`. */
  readonly send: (request: SessionRequest, call: Call) => Promise<HttpAnswer>;
  /** Asks for a new token, to check that the system answers and accepts our credentials. */
  readonly signIn: (call: Call) => Promise<{ readonly problem: Message | null }>;
}

/** One set of credentials with one system: its token, its evidence, its second try after a 401. */
export function createSession(options: SessionOptions): ProviderSession {
  const { http, baseUrl, tokenRequest } = options;
  const scrubber = createScrubber(options.secrets);

  const exchange = async (request: SessionRequest, call: Call, endsAt: number) => {
    const startedAt = performance.now();
    const { method, path, headers, body } = request;
    const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
    const timeoutMs = endsAt - startedAt;
    const answer = await http.send({ method, url, headers, body, timeoutMs });
    const latencyMs = Math.round(performance.now() - startedAt);
    call.keep(scrubber.describe(request, answer, latencyMs));
    return answer;
  };

  const tokens = createTokenCache(async (call, endsAt) => {
    const answer = await exchange({ ...tokenRequest, isConfidential: true }, call, endsAt);
    return { answer, learn: scrubber.learn };
  });

  return {
    send: async (request, call) => {
      const endsAt = performance.now() + call.timeoutMs;
      const first = await tokens.get(call, endsAt);
      if (first.kind === 'none') return { kind: 'not_sent', trouble: first.problem };
      const answer = await exchange(withToken(request, first.token), call, endsAt);
      if (answer.kind !== 'answered' || answer.status !== 401) return answer;
      // A 401 comes before the request is processed, so the same request may be sent again.
      tokens.drop(first.token);
      const second = await tokens.get(call, endsAt);
      if (second.kind === 'none') return answer;
      return exchange(withToken(request, second.token), call, endsAt);
    },
    signIn: async (call) => {
      const token = await tokens.renew(call, performance.now() + call.timeoutMs);
      return { problem: token.kind === 'none' ? token.problem : null };
    },
  };
}

function withToken(request: SessionRequest, token: string): SessionRequest {
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}
