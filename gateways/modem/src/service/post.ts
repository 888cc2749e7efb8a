import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { fieldsOf, parseJson } from '../json.ts';

/** Where the service receives messages, and the secret that identifies this gateway. */
export interface ServiceAddress {
  readonly url: string;
  readonly secret: string;
}

export type Posted =
  | { readonly kind: 'taken' }
  /** It will never accept this message. */
  | { readonly kind: 'refused'; readonly status: number }
  /** It accepts nothing now: unreachable, busy, or does not know this gateway. */
  | { readonly kind: 'away'; readonly problem: string }
  /** It fails at this message. */
  | { readonly kind: 'failed' };

const DEADLINE_MS = 20_000;
/** More than any answer of the service, in characters. */
const LONGEST_ANSWER = 16_384;

export async function post(
  service: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  stopping: AbortSignal,
): Promise<Posted> {
  const answer = await exchange(service, fields, { stopping, deadlineMs: DEADLINE_MS });
  return answer.kind === 'away' ? answer : readAnswer(answer.status, answer.text);
}

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'away'; readonly problem: string };

interface Limits {
  readonly stopping: AbortSignal;
  readonly deadlineMs: number;
}

/**
 * Each attempt has a new signature: one lasts five minutes. A small computer without a battery has
 * the wrong time after a power cut; then the service refuses with the right one.
 */
export async function exchange(
  service: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  limits: Limits,
): Promise<Answer> {
  const ownTime = String(Math.floor(Date.now() / 1_000));
  const answer = await exchangeOnce(service, fields, { ...limits, timestamp: ownTime });
  const timestamp = readRightTime(answer);
  return timestamp === null ? answer : exchangeOnce(service, fields, { ...limits, timestamp });
}

/** "Too early": the service takes the message for a recorded one. */
const CLOCK_WRONG = 425;

function readRightTime(answer: Answer): string | null {
  if (answer.kind === 'away' || answer.status !== CLOCK_WRONG) return null;
  const { timestamp } = fieldsOf(parseJson(answer.text));
  return typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp) ? timestamp : null;
}

async function exchangeOnce(
  { url, secret }: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  { stopping, deadlineMs, timestamp }: Limits & { readonly timestamp: string },
): Promise<Answer> {
  if (stopping.aborted) return { kind: 'away', problem: 'stopping' };
  const body = Buffer.from(JSON.stringify(fields));
  const signature = createHmac('sha256', secret).update(body).update(timestamp).digest('hex');
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, deadlineMs);
  stopping.addEventListener('abort', abort);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  try {
    return await send(new URL(url), { body, headers, signal: limit.signal });
  } catch (error) {
    return { kind: 'away', problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}

interface Message {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
}

/**
 * Follows no redirect, which would receive the texts. Uses Node's own client and not `fetch`, which
 * takes 15 MB more of a small computer's memory.
 */
function send(url: URL, { body, headers, signal }: Message): Promise<Answer> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = start(url, { method: 'POST', headers, signal }, (response) => {
      const { statusCode: status = 0 } = response;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        if (text.length < LONGEST_ANSWER) text += piece;
        else response.destroy();
      });
      response.on('error', reject);
      response.on('close', () =>
        resolve({ kind: 'answered', status, text: text.slice(0, LONGEST_ANSWER) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A proxy's own page with status 200 is not the service's answer. */
export function readAnswer(status: number, text: string): Posted {
  if (status === 200 && /"status":\s*"(?:stored|alive)"/.test(text)) return { kind: 'taken' };
  if (status === 413 || status === 422) return { kind: 'refused', status };
  return status === 500 ? { kind: 'failed' } : { kind: 'away', problem: `status ${status}` };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
