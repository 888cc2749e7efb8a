import { fieldsOf, parseJson } from '../json.ts';
import { LINE_MESSAGES, SIM_MESSAGES } from './line-messages.ts';
import {
  CHANNEL_MESSAGES,
  CONTRADICTION_MESSAGES,
  DECISION_MESSAGES,
  QUARANTINE_MESSAGES,
  RECEIPT_MESSAGES,
  STATEMENT_MESSAGES,
  TRANSACTION_MESSAGES,
} from './message-codes.ts';
import { POLICY_MESSAGES } from './policy-messages.ts';
import { PROVIDER_MESSAGES } from './provider-messages.ts';
import {
  type AnyMessage,
  type CodesWith,
  type Filled,
  fillSentence,
  fitsGap,
  type GapValues,
  gapsOf,
} from './sentence.ts';

/**
 * Every message of the service to staff, by code, with its English sentence. The console has the
 * same codes in French; nothing else in the service makes such a sentence.
 */
export const MESSAGES = {
  /** A person's own text, or a sentence that was stored before there were codes. */
  prose: '{text}',
  ...TRANSACTION_MESSAGES,
  ...RECEIPT_MESSAGES,
  ...LINE_MESSAGES,
  ...SIM_MESSAGES,
  ...PROVIDER_MESSAGES,
  ...CHANNEL_MESSAGES,
  ...DECISION_MESSAGES,
  ...CONTRADICTION_MESSAGES,
  ...QUARANTINE_MESSAGES,
  ...STATEMENT_MESSAGES,
  ...POLICY_MESSAGES,
} as const;

export type MessageCode = keyof typeof MESSAGES;

/** A sentence for staff: its code, and what fills its gaps. */
export type Message = Filled<typeof MESSAGES>;

/** Codes of sentences without gaps. */
export type PlainMessageCode = CodesWith<typeof MESSAGES, never>;

/** Codes of sentences that name an outside system and nothing else. */
export type SystemMessageCode = CodesWith<typeof MESSAGES, 'system'>;

/** The English sentence, for platforms, the command line and files. */
export function sentenceOf({ code, params }: AnyMessage): string {
  return isCode(code) ? fillSentence(MESSAGES[code], params, sentenceOf) : code;
}

/**
 * Whether a platform may read the sentence: it is made of the service's own words. What an
 * operator, a network or a person said stays inside, in the history and as evidence, and so does
 * the id of another transaction, which may be of another application.
 */
export function isForPlatforms({ code, params }: AnyMessage): boolean {
  // A platform reads in the sandbox what it will read in live.
  if (!isCode(code) || code === 'simulated') return false;
  return gapsOf(MESSAGES[code]).every((name) => {
    const value = params?.[name];
    if (Array.isArray(value)) return value.every(isForPlatforms);
    if (typeof value === 'object') return isForPlatforms(value as AnyMessage);
    return !NOT_FOR_PLATFORMS.has(name);
  });
}

const NOT_FOR_PLATFORMS: ReadonlySet<string> = new Set([
  'adapter',
  'assumed_xaf',
  'error',
  'had_xaf',
  'staff',
  'text',
  'their_words',
  'transaction',
] satisfies readonly (keyof GapValues)[]);

export function prose(text: string): Message {
  return { code: 'prose', params: { text } };
}

/**
 * A message as one text for a column that only staff read. It includes the sentence, so that a
 * person, or an older release that lacks the code, can read it too.
 */
export function writeMessage(message: Message): string {
  if (message.code === 'prose') return message.params.text;
  return JSON.stringify({ ...message, text: sentenceOf(message) });
}

/**
 * Reads what `writeMessage` wrote. Anything else is prose: sentences of releases without codes, or
 * any other content, because no stored text may stop the service.
 */
export function readMessage(stored: string): Message {
  const value = stored.startsWith('{') ? parseJson(stored) : null;
  if (isMessage(value)) return strip(value);
  const { text } = fieldsOf(value);
  return prose(typeof text === 'string' ? text : stored);
}

/** The code is known, and every value that its sentence needs is there. */
function isMessage(value: unknown): value is Message {
  const { code, params } = fieldsOf(value);
  if (typeof code !== 'string' || !isCode(code)) return false;
  const given = fieldsOf(params);
  return gapsOf(MESSAGES[code]).every((name) => fitsGap(name, given[name], isMessage));
}

function strip({ code, params }: Message): Message {
  return (params === undefined ? { code } : { code, params }) as Message;
}

function isCode(code: string): code is MessageCode {
  return Object.hasOwn(MESSAGES, code);
}

/**
 * A message as stored in the history, beside the sentence that platforms read. The sentence is
 * stored there, so only code and values are written; a person's own text has neither.
 */
export function writeMoveMessage(message: Message | null): string | null {
  return message === null || message.code === 'prose' ? null : JSON.stringify(message);
}

/** History without codes, and anything unreadable, is shown as its sentence. */
export function readMoveMessage(reason: string, stored: string | null): Message {
  const message = stored === null ? null : readMessage(stored);
  return message === null || message.code === 'prose' ? prose(reason) : message;
}
