import { fieldsOf, parseJson } from '../json.ts';
import { PROVIDER_REMARKS } from './provider-messages.ts';
import {
  CHANNEL_REMARKS,
  CONTRADICTION_REMARKS,
  DECISION_REMARKS,
  LINE_REMARKS,
  QUARANTINE_REMARKS,
  RECEIPT_REMARKS,
  SIM_REMARKS,
  STATEMENT_REMARKS,
  TRANSACTION_REMARKS,
} from './message-codes.ts';
import {
  type AnyRemark,
  type CodesWith,
  type Filled,
  fillSentence,
  fitsGap,
  type GapValues,
  gapsOf,
} from './sentence.ts';

/**
 * Everything that the service remarks to staff, by code, with its English sentence. The console has
 * the same codes in French; nothing else in the service makes such a sentence.
 */
export const REMARKS = {
  /** A person's own text, or a sentence that was stored before there were codes. */
  prose: '{text}',
  ...TRANSACTION_REMARKS,
  ...RECEIPT_REMARKS,
  ...LINE_REMARKS,
  ...SIM_REMARKS,
  ...PROVIDER_REMARKS,
  ...CHANNEL_REMARKS,
  ...DECISION_REMARKS,
  ...CONTRADICTION_REMARKS,
  ...QUARANTINE_REMARKS,
  ...STATEMENT_REMARKS,
} as const;

export type RemarkCode = keyof typeof REMARKS;

/** A sentence for staff: its code, and what fills its gaps. */
export type Remark = Filled<typeof REMARKS>;

/** Codes of sentences without gaps. */
export type PlainRemarkCode = CodesWith<typeof REMARKS, never>;

/** Codes of sentences that name an outside system and nothing else. */
export type SystemRemarkCode = CodesWith<typeof REMARKS, 'system'>;

/** The English sentence, for platforms, the command line and files. */
export function sentenceOf({ code, params }: AnyRemark): string {
  return isCode(code) ? fillSentence(REMARKS[code], params, sentenceOf) : code;
}

/**
 * Whether a platform may read the sentence: it is made of the service's own words. What an
 * operator, a network or a person said stays inside, in the history and as evidence, and so does
 * the id of another transaction, which may be of another application.
 */
export function isForPlatforms({ code, params }: AnyRemark): boolean {
  // A platform reads in the sandbox what it will read in live.
  if (!isCode(code) || code === 'simulated') return false;
  return gapsOf(REMARKS[code]).every((name) => {
    const value = params?.[name];
    if (Array.isArray(value)) return value.every(isForPlatforms);
    if (typeof value === 'object') return isForPlatforms(value as AnyRemark);
    return !NOT_FOR_PLATFORMS.has(name);
  });
}

const NOT_FOR_PLATFORMS: ReadonlySet<string> = new Set([
  'adapter',
  'error',
  'staff',
  'text',
  'their_words',
  'transaction',
] satisfies readonly (keyof GapValues)[]);

export function prose(text: string): Remark {
  return { code: 'prose', params: { text } };
}

/**
 * A remark as one text for a column that only staff read. The sentence is included, so that a
 * person who reads the table, or an older release that lacks the code, can read it too.
 */
export function writeRemark(remark: Remark): string {
  if (remark.code === 'prose') return remark.params.text;
  return JSON.stringify({ ...remark, text: sentenceOf(remark) });
}

/**
 * Reads what `writeRemark` wrote. Anything else is prose: sentences of releases without codes, or
 * any other content, because no stored text may stop the service.
 */
export function readRemark(stored: string): Remark {
  const value = stored.startsWith('{') ? parseJson(stored) : null;
  if (isRemark(value)) return strip(value);
  const { text } = fieldsOf(value);
  return prose(typeof text === 'string' ? text : stored);
}

/** The code is known, and every value that its sentence needs is there. */
function isRemark(value: unknown): value is Remark {
  const { code, params } = fieldsOf(value);
  if (typeof code !== 'string' || !isCode(code)) return false;
  const given = fieldsOf(params);
  return gapsOf(REMARKS[code]).every((name) => fitsGap(name, given[name], isRemark));
}

function strip(remark: Remark): Remark {
  const { code, params } = remark;
  return (params === undefined ? { code } : { code, params }) as Remark;
}

function isCode(code: string): code is RemarkCode {
  return Object.hasOwn(REMARKS, code);
}
