import { sentenceOf } from '../domain/messages/message.ts';
import type { HttpAnswer } from './http-client.ts';
import type { Account, AccountSetting, Exchange } from './provider.ts';

export interface Scrubber {
  readonly describe: (
    request: {
      readonly method: string;
      readonly path: string;
      readonly isConfidential?: boolean;
    },
    answer: HttpAnswer,
    latencyMs: number,
  ) => Exchange;
  /** Adds a secret that the system gave us during a call, such as a token. */
  readonly learn: (secret: string) => void;
}

const MAX_ANSWER_BYTES = 4_096;
/** A token lives an hour; an answer that contains an old one reveals nothing. */
const TOKENS_REMEMBERED = 8;

/** Turns exchanges into evidence without secrets: systems repeat what they were sent in errors. */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const fixed = secrets.filter((secret) => secret !== '');
  const learned: string[] = [];
  const scrub = (text: string) =>
    [...fixed, ...learned].toSorted((a, b) => b.length - a.length).reduce(without, text);
  return {
    describe: ({ method, path, isConfidential }, answer, latencyMs) => ({
      request: scrub(`${method} ${path}`),
      status: answer.kind === 'not_sent' ? null : answer.status,
      answer:
        answer.kind === 'answered' && isConfidential !== true
          ? beginningOf(scrub(answer.text))
          : null,
      error: answer.kind === 'answered' ? null : scrub(sentenceOf(answer.trouble)),
      latencyMs,
    }),
    learn: (secret) => {
      if (learned.includes(secret)) return;
      learned.push(secret);
      if (learned.length > TOKENS_REMEMBERED) learned.shift();
    },
  };
}

/** The secret values of an account. */
export function secretsOf(settings: readonly AccountSetting[], account: Account): string[] {
  return settings
    .filter(({ secret }) => secret)
    .map(({ name }) => account[name] ?? '')
    .filter((value) => value !== '');
}

function without(text: string, secret: string): string {
  const spellings = new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]);
  let clean = text;
  for (const spelling of spellings) {
    // A PIN of four digits also occurs inside longer numbers, and there it reveals nothing.
    if (spelling.length >= 8) clean = clean.replaceAll(spelling, MASK);
    else clean = clean.replaceAll(wordOf(spelling), MASK);
  }
  return clean;
}

function wordOf(text: string): RegExp {
  return new RegExp(`(?<![0-9A-Za-z])${RegExp.escape(text)}(?![0-9A-Za-z])`, 'g');
}

const MASK = '***';

function beginningOf(text: string): string {
  // PostgreSQL cannot store U+0000 in a text.
  const bytes = Buffer.from(text.replaceAll('\0', ''));
  if (bytes.length <= MAX_ANSWER_BYTES) return bytes.toString('utf8');
  return bytes
    .subarray(0, MAX_ANSWER_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}
