import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent, type Dispatcher, ProxyAgent, request } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { findUrlProblem, type UrlPolicy } from './url-policy.ts';

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly answer: string }
  | { readonly kind: 'failed'; readonly error: string };

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

const ANSWER_BYTES = 1_024;
/** The status line has decided; the beginning of the body is only kept for people to read. */
const ANSWER_PATIENCE_MS = 250;
const KEEP_ALIVE_MS = 20_000;
const MAX_HEADER_BYTES = 16 * 1_024;

/** Posts to receivers: keeps connections, follows no redirect, reads no body whole. */
export function createPoster(options: PosterOptions): Poster {
  const dispatcher = createDispatcher(options);
  return {
    post: async (message) => {
      const url = new URL(message.url);
      const problem = findUrlProblem(options.policy, url);
      if (problem !== null) return { kind: 'failed', error: `refused: the address ${problem}` };
      return send(dispatcher, url, message);
    },
    close: () => dispatcher.destroy(),
  };
}

async function send(dispatcher: Dispatcher, url: URL, message: PostRequest): Promise<PostResult> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), message.timeoutMs);
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: message.headers,
      body: message.body,
      signal: limit.signal,
    });
    clearTimeout(timer);
    const answer = await beginningOf(response.body);
    return { kind: 'answered', status: response.statusCode, answer };
  } catch (error) {
    if (limit.signal.aborted) {
      return { kind: 'failed', error: `no answer within ${message.timeoutMs} ms` };
    }
    return { kind: 'failed', error: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The first kilobyte of an answer. A short body is read to its end, so the connection can be kept.
 */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const timer = setTimeout(() => body.destroy(), ANSWER_PATIENCE_MS);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      parts.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > ANSWER_BYTES) break;
    }
  } catch {
    // A body that breaks off changes nothing: the status has arrived.
  } finally {
    clearTimeout(timer);
  }
  // PostgreSQL cannot store U+0000 in a text.
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}

function createDispatcher({ policy, proxyUrl, lookup = dnsLookup }: PosterOptions): Dispatcher {
  const limits = {
    connections: 128,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Our own timer covers the whole attempt; these only catch what it cannot see.
    headersTimeout: 0,
    bodyTimeout: 10_000,
  };
  // A proxy resolves names itself and has to apply the same rule.
  if (proxyUrl !== null) return new ProxyAgent({ ...limits, uri: proxyUrl });
  const connect = policy.publicOnly ? { lookup: publicLookup(lookup) } : {};
  return new Agent({ ...limits, connect: { ...connect, timeout: 5_000 } });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Resolves a name and lets only public addresses through. The socket connects to what this returns,
 * so the address that was checked is the address that is used, whatever DNS answers next time.
 */
function publicLookup(lookup: typeof dnsLookup) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new Error('refused: the name resolves to a private address'), []);
      }
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
