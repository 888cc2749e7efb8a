import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { fieldsOf, parseJson } from '../json.ts';

/** Where the service receives messages, and the secret that identifies this gateway. */
export interface ServiceAddress {
  readonly url: string;
  readonly secret: string;
  /** The only CA whose certificates are believed, or `null` for those that Node knows. */
  readonly ca: string | null;
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
/** More than any answer of the service, in bytes. */
const LONGEST_ANSWER = 16_384;

export async function post(
  service: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  stopping: AbortSignal,
): Promise<Posted> {
  const answer = await exchange(service, fields, { stopping, deadlineMs: DEADLINE_MS });
  switch (answer.kind) {
    case 'answered':
      return readAnswer(answer.status, answer.text);
    case 'unproven':
      // The service refuses what is too long before it reads it, so it cannot sign that refusal.
      return answer.status === 413
        ? { kind: 'failed' }
        : { kind: 'away', problem: describeUnproven(answer) };
    case 'away':
      return answer;
  }
}

export type Answer =
  /** Signed by the service, as the answer to this question. */
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  /** Nothing is done because of it: anyone between could have written it. */
  | { readonly kind: 'unproven'; readonly status: number; readonly isSigned: boolean }
  | { readonly kind: 'away'; readonly problem: string };

/** What the service of release 0.2 answers without a signature, and later ones never do. */
const SIGNED_STATUSES: ReadonlySet<number> = new Set([200, 422, 425]);

export function describeUnproven({
  status,
  isSigned,
}: Extract<Answer, { readonly kind: 'unproven' }>): string {
  if (isSigned) return `status ${status} with a wrong signature: another program answers`;
  return SIGNED_STATUSES.has(status)
    ? `status ${status} without a signature: upgrade the service before this program`
    : `status ${status}`;
}

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
  if (answer.kind !== 'answered' || answer.status !== CLOCK_WRONG) return null;
  const { timestamp } = fieldsOf(parseJson(answer.text));
  return typeof timestamp === 'string' && /^\d{1,12}$/.test(timestamp) ? timestamp : null;
}

async function exchangeOnce(
  { url, secret, ca }: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  { stopping, deadlineMs, timestamp }: Limits & { readonly timestamp: string },
): Promise<Answer> {
  if (stopping.aborted) return { kind: 'away', problem: 'stopping' };
  // No two questions are the same, so no answer is recorded for another one.
  const body = Buffer.from(JSON.stringify({ ...fields, question: randomUUID() }));
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
    const reply = await send(new URL(url), { body, headers, ca, signal: limit.signal });
    return prove(reply, { secret, signature });
  } catch (error) {
    return { kind: 'away', problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}

interface Reply {
  readonly status: number;
  readonly signature: string | null;
  readonly body: Buffer;
}

/** Whether the service wrote the answer, for this question, as it arrived. */
function prove(
  { status, signature, body }: Reply,
  question: { readonly secret: string; readonly signature: string },
): Answer {
  if (signature === null) return { kind: 'unproven', status, isSigned: false };
  const expected = createHmac('sha256', question.secret)
    .update(`answer ${status} ${question.signature}\n`)
    .update(body)
    .digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? { kind: 'answered', status, text: body.toString('utf8') }
    : { kind: 'unproven', status, isSigned: true };
}

interface Message {
  readonly body: Buffer;
  readonly ca: string | null;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
}

/**
 * Follows no redirect, which would receive the texts. Uses Node's own client and not `fetch`, which
 * takes 15 MB more of a small computer's memory. The certificate is checked whatever
 * NODE_TLS_REJECT_UNAUTHORIZED says.
 */
function send(url: URL, { body, headers, ca, signal }: Message): Promise<Reply> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const trust = { rejectUnauthorized: true, ...(ca === null ? {} : { ca }) };
  return new Promise((resolve, reject) => {
    const request = start(url, { method: 'POST', headers, signal, ...trust }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const signature = answered['x-signature'];
      const pieces: Buffer[] = [];
      let length = 0;
      response.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length <= LONGEST_ANSWER) pieces.push(piece);
        else response.destroy();
      });
      response.on('error', reject);
      response.on('close', () =>
        resolve({
          status,
          signature: typeof signature === 'string' ? signature : null,
          body: Buffer.concat(pieces),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A proxy's own page with status 200 is not the service's answer. */
export function readAnswer(status: number, text: string): Posted {
  if (status === 200 && /"status":\s*"(?:stored|alive)"/.test(text)) return { kind: 'taken' };
  if (status === 422) return { kind: 'refused', status };
  return status === 500 ? { kind: 'failed' } : { kind: 'away', problem: `status ${status}` };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
