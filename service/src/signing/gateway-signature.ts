import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** A gateway's request as far as its signature covers it. */
export interface SignedRequest {
  readonly raw: Buffer;
  readonly signature: string | null;
  /** Unix seconds, as text; part of what is signed. */
  readonly timestamp: string | null;
}

/** `late` and `early`: the right secret, but the time differs too much from ours. */
export type SignatureVerdict = 'trusted' | 'late' | 'early' | 'forged';

/** If the time differs by more than this, the message may be a recorded one. */
const MAX_CLOCK_SKEW_SECONDS = 300;

/** The signature of android-sms-gateway, which our own form uses too: body and time stamp. */
export function signBody(secret: string, { raw, timestamp }: Omit<SignedRequest, 'signature'>) {
  return createHmac('sha256', secret)
    .update(raw)
    .update(timestamp ?? '')
    .digest('hex');
}

export function checkSignature(
  secret: string,
  request: SignedRequest,
  nowMs: number,
): SignatureVerdict {
  const { signature, timestamp } = request;
  if (signature === null || timestamp === null) return 'forged';
  if (!isSame(signature.toLowerCase(), signBody(secret, request))) return 'forged';
  const lateSeconds = nowMs / 1_000 - Number(timestamp);
  if (Math.abs(lateSeconds) <= MAX_CLOCK_SKEW_SECONDS) return 'trusted';
  return lateSeconds < 0 ? 'early' : 'late';
}

/** An answer to a gateway as far as its signature covers it. */
export interface AnswerToGateway {
  readonly status: number;
  readonly body: string;
}

/**
 * Made with the gateway's own secret over its question and our answer, so that only we can answer,
 * and each answer fits one question. It begins with a word that no question begins with: neither
 * can pass for the other.
 */
export function signAnswer(
  secret: string,
  question: Omit<SignedRequest, 'signature'>,
  { status, body }: AnswerToGateway,
): string {
  return createHmac('sha256', secret)
    .update(`answer ${status} ${signBody(secret, question)}\n`)
    .update(body)
    .digest('hex');
}

/** Where a gateway cannot sign, the secret itself is in the address that it calls. */
export function checkSecret(secret: string, given: string): SignatureVerdict {
  return isSame(given, secret) ? 'trusted' : 'forged';
}

/** In constant time, whatever the lengths. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
