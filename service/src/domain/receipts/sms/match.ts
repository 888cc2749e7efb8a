import { readOperatorId } from './operator-ids.ts';
import type { ReviewReason } from './reading.ts';
import { type LabelledValues, scanLabels } from './scan-labels.ts';
import {
  type HeadField,
  OPEN_FIELDS,
  type Segment,
  type SmsKind,
  type SmsTemplate,
} from './template.ts';
import { type SmsText, standsAt, touches } from './tokens.ts';
import { looksLikeValue, readMoney, readNumberOfPhone, readTime } from './values.ts';
import { DENIAL_PHRASES, DENIAL_WORDS, REVERSAL_STEMS } from './vocabulary.ts';

/**
 * Compares a text with one template. One cursor goes through the head and never back, and each open
 * field is searched once, so the work is at most the length of the text for each segment.
 */
export function matchTemplate(text: SmsText, template: SmsTemplate): TemplateMatch {
  const head: HeadValues = {};
  const end = matchHead(text, template, head);
  if (end.kind === 'absent' || end.kind === 'elsewhere') return end;
  const amountIsInHead = hasAmount(template);
  const labelled = scanLabels(text, { from: end.next, template, amountIsInHead });
  const needsId = !WITHOUT_CREDIT.has(template.kind);
  const doubt = end.kind === 'stopped' ? end.doubt : needsId ? labelled.doubt : null;
  return { kind: doubt === null ? 'matched' : 'doubtful', doubt, head, labelled };
}

export type TemplateMatch =
  /** The text is of another kind. */
  | { readonly kind: 'absent' }
  /** The text is of this kind, but of another country or about something else than money. */
  | { readonly kind: 'elsewhere'; readonly reason: 'other_currency' | 'not_money' }
  | {
      readonly kind: 'matched' | 'doubtful';
      readonly doubt: ReviewReason | null;
      readonly head: HeadValues;
      readonly labelled: LabelledValues;
    };

export interface HeadValues {
  amount?: number;
  balance?: number;
  payer?: string;
  payee?: string;
  payerName?: string;
  payeeName?: string;
  time?: Date;
  original?: string;
}

type HeadEnd =
  | { readonly kind: 'absent' }
  | { readonly kind: 'elsewhere'; readonly reason: 'other_currency' | 'not_money' }
  | { readonly kind: 'ended'; readonly next: number }
  | { readonly kind: 'stopped'; readonly next: number; readonly doubt: ReviewReason };

function matchHead(text: SmsText, template: SmsTemplate, head: HeadValues): HeadEnd {
  let next = 0;
  // Until a first value has been seen, the words may be those of an advert.
  let hasBegun = false;
  let isDenied = false;
  for (const [index, segment] of template.head.entries()) {
    const step = takeSegment({ text, template, head, index, segment, next });
    if (step.kind === 'taken') {
      isDenied ||= segment.kind === 'field' && denies(text, next, step.next);
      next = step.next;
      continue;
    }
    if (step.kind === 'elsewhere') return step;
    const isValue = segment.kind === 'field' && !OPEN_FIELDS.has(segment.field);
    hasBegun ||= Object.keys(head).length > 0 || (isValue && looksLikeValue(text, next));
    return hasBegun ? { kind: 'stopped', next, doubt: step.doubt } : { kind: 'absent' };
  }
  isDenied ||= denies(text, next, endOfSentence(text, next));
  if (template.kind === 'reversal' && !saysReversal(text, endOfSentence(text, next))) {
    return { kind: 'stopped', next, doubt: 'not_reversed' };
  }
  const isDoubtful = isDenied && !MAY_DENY.has(template.kind);
  return isDoubtful ? { kind: 'stopped', next, doubt: 'denied' } : { kind: 'ended', next };
}

/**
 * Whether something between these tokens says that it did not happen: a field without a form of its
 * own would take `non` for a part of the name before `reussi`.
 */
function denies(text: SmsText, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (DENIAL_WORDS.has(text.tokens[at]?.text ?? '')) return true;
    if (DENIAL_PHRASES.some((words) => standsAt(text, at, words))) return true;
  }
  return false;
}

/** The sentence that names the transaction says that it was reversed, and not just that it exists. */
function saysReversal({ tokens }: SmsText, end: number): boolean {
  return tokens
    .slice(0, end)
    .some(({ text }) => REVERSAL_STEMS.some((stem) => text.startsWith(stem)));
}

/** Up to a full stop or a colon: what comes after it may have been written by the payer. */
function endOfSentence(text: SmsText, from: number): number {
  // The marks of `18:34` and `500.25` end nothing.
  const endsAt = (at: number) =>
    ENDS_OF_SENTENCE.has(text.tokens[at]?.text ?? '') &&
    !(touches(text, at) && text.tokens[at + 1]?.kind === 'digits');
  let end = from;
  while (end < text.tokens.length && !endsAt(end)) end += 1;
  return end;
}

interface Location {
  readonly text: SmsText;
  readonly template: SmsTemplate;
  readonly head: HeadValues;
  readonly index: number;
  readonly segment: Segment;
  readonly next: number;
}

type Step =
  | { readonly kind: 'taken'; readonly next: number }
  | { readonly kind: 'elsewhere'; readonly reason: 'other_currency' | 'not_money' }
  | { readonly kind: 'refused'; readonly doubt: ReviewReason };

function takeSegment(location: Location): Step {
  const { text, segment, next } = location;
  if (segment.kind === 'field') return takeField(location, segment.field);
  const end = endOfWords(text, next, segment.choices);
  if (end !== null) return { kind: 'taken', next: end };
  if (segment.kind === 'optional') return { kind: 'taken', next };
  return { kind: 'refused', doubt: 'wording_unclear' };
}

function takeField(location: Location, field: HeadField): Step {
  switch (field) {
    case 'amount':
    case 'balance':
      return takeMoney(location, field);
    case 'payer':
    case 'payee':
    case 'number': {
      const read = readNumberOfPhone(location.text, location.next);
      if (read === null) return { kind: 'refused', doubt: 'number_unclear' };
      if (field !== 'number') location.head[field] = read.msisdn;
      return { kind: 'taken', next: read.next };
    }
    case 'time':
      return takeTime(location);
    case 'original':
      return takeOriginal(location);
    case 'payer_name':
    case 'payee_name':
    case 'skip':
      return takeOpen(location, field);
  }
}

function takeMoney({ text, template, head, next }: Location, field: 'amount' | 'balance'): Step {
  const at = text.tokens[next]?.text === ':' ? next + 1 : next;
  const read = readMoney(text, at, template.unit);
  switch (read.kind) {
    case 'money':
      head[field] = read.hundredths;
      return { kind: 'taken', next: read.next };
    case 'elsewhere':
      return read;
    case 'refused':
      return { kind: 'refused', doubt: read.reason };
  }
}

function takeOriginal({ text, template: { operator }, head, next }: Location): Step {
  const at = text.tokens[next]?.text === ':' ? next + 1 : next;
  const read = readOperatorId(text, at, { operator, kinds: [] });
  if (read === null) return { kind: 'refused', doubt: 'id_unclear' };
  head.original = read.id;
  return { kind: 'taken', next: read.next };
}

/**
 * The time comes a few words later, after `sur votre compte mobile money à` or similar, and before
 * the first full stop: what comes after it may have been written by the payer.
 */
function takeTime({ text, head, next }: Location): Step {
  for (let at = next; at < next + MAX_WORDS_BEFORE_TIME; at += 1) {
    const token = text.tokens[at];
    if (token === undefined || token.text === '.' || token.text === ':') break;
    const read = token.kind === 'digits' ? readTime(text, at) : null;
    if (read === null) continue;
    head.time = read.time;
    return { kind: 'taken', next: read.next };
  }
  return { kind: 'taken', next };
}

/** Continues to the next words of the head, or at its end to the end of the sentence. */
function takeOpen({ text, template, head, index, next }: Location, field: HeadField): Step {
  const following = template.head[index + 1];
  let end = next;
  for (; ; end += 1) {
    const token = text.tokens[end];
    if (following === undefined) {
      if (token === undefined || ENDS_OF_NAME.has(token.text) || token.startsTextLine) break;
    } else if (following.kind === 'words' && endOfWords(text, end, following.choices) !== null) {
      break;
    }
    const tooFar = (token?.end ?? 0) - (text.tokens[next]?.start ?? 0) > LONGEST_NAME;
    // With a second number in place of a name it is unclear whose name or number it is.
    const isNumber = token?.kind === 'digits' && token.text.length >= DIGITS_OF_A_NUMBER;
    if (token === undefined || token.text === ':' || tooFar || isNumber) {
      return { kind: 'refused', doubt: 'wording_unclear' };
    }
  }
  const name = textBetween(text, next, end);
  if (name !== '' && field === 'payer_name') head.payerName = name;
  if (name !== '' && field === 'payee_name') head.payeeName = name;
  return { kind: 'taken', next: end };
}

/** Where these words end, if they are here; a full stop or colon before them is harmless. */
function endOfWords(
  text: SmsText,
  index: number,
  choices: readonly (readonly string[])[],
): number | null {
  const isHarmless = HARMLESS.has(text.tokens[index]?.text ?? '');
  for (const words of choices) {
    if (standsApart(text, index, words)) return index + words.length;
    if (isHarmless && standsApart(text, index + 1, words)) return index + 1 + words.length;
  }
  return null;
}

/** A digit that touches a word belongs to something that was damaged. */
function standsApart(text: SmsText, index: number, words: readonly string[]): boolean {
  if (!standsAt(text, index, words)) return false;
  const isGlued = (word: number, neighbour: number) =>
    text.tokens[word]?.kind === 'word' &&
    text.tokens[neighbour]?.kind === 'digits' &&
    touches(text, Math.min(word, neighbour));
  const last = index + words.length - 1;
  return !isGlued(index, index - 1) && !isGlued(last, last + 1);
}

function textBetween(text: SmsText, first: number, end: number): string {
  if (end <= first) return '';
  const [start, stop] = [text.tokens[first]?.start ?? 0, text.tokens[end - 1]?.end ?? 0];
  return text.raw.slice(start, stop).split(/\s+/).join(' ');
}

function hasAmount({ head }: SmsTemplate): boolean {
  return head.some((segment) => segment.kind === 'field' && segment.field === 'amount');
}

/** They never credit or book anything, so a missing id makes no difference. */
const WITHOUT_CREDIT: ReadonlySet<SmsKind> = new Set([
  'deposited',
  'reversal',
  'refusal',
  'balance',
]);
/** They report what did not happen, or nothing that happened. */
const MAY_DENY: ReadonlySet<SmsKind> = new Set(['reversal', 'refusal', 'balance']);
const MAX_WORDS_BEFORE_TIME = 12;
const LONGEST_NAME = 80;
const DIGITS_OF_A_NUMBER = 8;
const HARMLESS: ReadonlySet<string> = new Set(['.', ',', ':', ';', '!']);
const ENDS_OF_SENTENCE: ReadonlySet<string> = new Set(['.', ':']);
const ENDS_OF_NAME: ReadonlySet<string> = new Set(['.', ',', ':', ';']);
