import { createHmac } from 'node:crypto';

/** Where the service takes messages, and the secret that it knows this gateway by. */
export interface ServiceAddress {
  readonly url: string;
  readonly secret: string;
}

export type Posted =
  | { readonly kind: 'taken' }
  /** It will never take this one. */
  | { readonly kind: 'refused'; readonly status: number }
  /** It takes nothing now: it cannot be reached, is busy, or does not know this gateway. */
  | { readonly kind: 'away'; readonly problem: string }
  /** It fails at this one. */
  | { readonly kind: 'failed' };

const DEADLINE_MS = 20_000;
/** More than any answer of the service, in characters. */
const LONGEST_ANSWER = 16_384;

/** Hands something to the service. */
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

/** Each attempt is signed anew: a signature lasts five minutes. */
export async function exchange(
  { url, secret }: ServiceAddress,
  fields: Readonly<Record<string, unknown>>,
  { stopping, deadlineMs }: { readonly stopping: AbortSignal; readonly deadlineMs: number },
): Promise<Answer> {
  if (stopping.aborted) return { kind: 'away', problem: 'stopping' };
  const body = Buffer.from(JSON.stringify(fields));
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(body).update(timestamp).digest('hex');
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, deadlineMs);
  stopping.addEventListener('abort', abort);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
      body,
      // Who answers with another address could have the texts sent to themselves.
      redirect: 'error',
      signal: limit.signal,
    });
    const text = (await response.text()).slice(0, LONGEST_ANSWER);
    return { kind: 'answered', status: response.status, text };
  } catch (error) {
    return { kind: 'away', problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}

/** A proxy's own page with status 200 is not the service's word. */
export function readAnswer(status: number, text: string): Posted {
  if (status === 200 && /"status":\s*"(?:stored|alive)"/.test(text)) return { kind: 'taken' };
  if (status === 413 || status === 422) return { kind: 'refused', status };
  return status === 500 ? { kind: 'failed' } : { kind: 'away', problem: `status ${status}` };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
