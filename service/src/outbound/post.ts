import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent, type Dispatcher, Pool, ProxyAgent, request } from 'undici';
import { isPublicAddress, literalAddress } from './public-address.ts';
import { findUrlProblem, isAllowedAddress, type UrlPolicy } from './url-policy.ts';

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export type PostResult = (
  | { readonly kind: 'answered'; readonly status: number; readonly answer: string }
  | { readonly kind: 'failed'; readonly error: string }
) & {
  /** From the start to the head of the answer or the failure; the body does not count. */
  readonly latencyMs: number;
};

export interface Poster {
  post(request: PostRequest): Promise<PostResult>;
  close(): Promise<void>;
}

export interface PosterOptions {
  readonly policy: UrlPolicy;
  readonly proxyUrl: string | null;
  /** For tests of name resolution. */
  readonly lookup?: typeof dnsLookup;
}

/** Only this much of an answer is kept for people to read. */
const ANSWER_BYTES = 1_024;
/** If a body ends within these limits, the connection is used again; otherwise it is closed. */
const BODY_BYTES = 16 * 1_024;
const BODY_PATIENCE_MS = 250;
/** Many servers close after five idle seconds, and a request sent at that moment is lost. */
const KEEP_ALIVE_MS = 4_000;
/** A connection or tunnel that takes longer is of no use to any attempt. */
const CONNECT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1_024;
/** A name that is forgotten counts as private until it is resolved again. */
const MAX_NAMES = 10_000;

/** Posts to receivers: keeps connections, follows no redirect, reads only the start of a body. */
export function createPoster(options: PosterOptions): Poster {
  const { policy } = options;
  const publicNames = new Set<string>();
  const dispatcher = createDispatcher(options, publicNames);
  const isPublic = ({ hostname }: URL) => {
    const literal = literalAddress(hostname);
    return literal === null ? publicNames.has(hostname) : isPublicAddress(literal);
  };
  return {
    post: async (message) => {
      const url = new URL(message.url);
      const problem = findUrlProblem(policy, url);
      if (problem !== null) {
        return { kind: 'failed', error: `refused: the address ${problem}`, latencyMs: 0 };
      }
      const result = await send(dispatcher, url, message);
      // An application could read the insides of the network through its webhooks.
      const hides = result.kind === 'answered' && policy.hidesPrivateAnswers && !isPublic(url);
      return hides ? { ...result, answer: '' } : result;
    },
    close: () => dispatcher.destroy(),
  };
}

async function send(dispatcher: Dispatcher, url: URL, message: PostRequest): Promise<PostResult> {
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  const limit = new AbortController();
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    limit.abort();
    giveUp(null);
  }, message.timeoutMs);
  try {
    const { headers, body } = message;
    const signal = limit.signal;
    const answering = request(url, { dispatcher, method: 'POST', headers, body, signal });
    // While it connects, the client ignores the signal; so we do not wait for it.
    answering.catch(() => {});
    const response = await Promise.race([answering, tooLate]);
    clearTimeout(timer);
    const latency = latencyMs();
    if (response === null || signal.aborted) return noAnswer(message, latency);
    const answer = await beginningOf(response.body);
    return { kind: 'answered', status: response.statusCode, latencyMs: latency, answer };
  } catch (error) {
    if (limit.signal.aborted) return noAnswer(message, latencyMs());
    return { kind: 'failed', error: describe(error), latencyMs: latencyMs() };
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer({ timeoutMs }: PostRequest, latencyMs: number): PostResult {
  return { kind: 'failed', error: `no answer within ${timeoutMs} ms`, latencyMs };
}

/** The first kilobyte of an answer. The status has decided, so the rest does not matter. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const timer = setTimeout(() => body.destroy(), BODY_PATIENCE_MS);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < ANSWER_BYTES) parts.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > BODY_BYTES) break;
    }
  } catch {
    // A body that breaks off changes nothing: the status has arrived.
  } finally {
    clearTimeout(timer);
  }
  // PostgreSQL cannot store U+0000 in a text.
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}

function createDispatcher(
  { policy, proxyUrl, lookup = dnsLookup }: PosterOptions,
  publicNames: Set<string>,
): Dispatcher {
  const limits = {
    // Above what is ever under way to one receiver, so that no attempt waits here for a connection
    // while its time runs.
    connections: 1_024,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own timer covers the whole attempt; these only catch what it cannot see.
    headersTimeout: 0,
    bodyTimeout: 10_000,
  };
  // A proxy resolves names itself and has to apply the same rule.
  if (proxyUrl !== null) {
    return new ProxyAgent({
      ...limits,
      uri: proxyUrl,
      connectTimeout: CONNECT_MS,
      clientFactory: (origin, options) =>
        new Pool(origin, { ...options, headersTimeout: CONNECT_MS }),
    });
  }
  const connect = { lookup: guardedLookup({ policy, lookup }, publicNames), timeout: CONNECT_MS };
  return new Agent({ ...limits, connect });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Resolves a name and lets only allowed addresses through. The socket connects to what this
 * returns, so the address that was checked is used, whatever DNS answers next time.
 */
function guardedLookup(
  { policy, lookup }: Pick<PosterOptions, 'policy'> & { readonly lookup: typeof dnsLookup },
  publicNames: Set<string>,
) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (!addresses.every(({ address }) => isAllowedAddress(policy, address))) {
        const kind = policy.publicOnly ? 'private' : 'link-local';
        return callback(new Error(`refused: the name resolves to a ${kind} address`), []);
      }
      if (publicNames.size >= MAX_NAMES) publicNames.clear();
      if (addresses.every(({ address }) => isPublicAddress(address))) publicNames.add(hostname);
      else publicNames.delete(hostname);
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else if (first === undefined) callback(new Error('the name has no address'), []);
      else callback(null, first.address, first.family);
    });
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? `${cause.code}: ` : '';
  return `${code}${cause.message}`.replaceAll('\0', '').slice(0, 300);
}
