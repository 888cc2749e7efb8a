import type { Operator } from '../../operators/operator.ts';
import { readingOf } from './decide.ts';
import { matchTemplate, type TemplateMatch } from './match.ts';
import { hasPlainId, readOperatorId } from './operator-ids.ts';
import type { NothingReason, ReviewReason, SmsContext, SmsReading } from './reading.ts';
import { foldSender, type Label, type SmsTemplate } from './template.ts';
import { type SmsText, standsAt, tokenise } from './tokens.ts';
import { readMoney } from './values.ts';
import { FOREIGN_MARKS, ID_LABELS, NEW_WORDS, RECEIVED_WORDS } from './vocabulary.ts';

/**
 * Reads a text that came to one of our lines. It is linear in the length of the text, and returns a
 * payment only if one template explains the text from its first word to its id.
 *
 * The sender decides last. Anyone can write an operator's words from a phone, so such a text is
 * never a payment; but a gateway may also spell a sender in a new way, so a human sees it with all
 * that was read. A text of an operator with an id or a new balance is about money: if it cannot be
 * read, a human sees it, too.
 */
export function parseSms(
  templates: readonly SmsTemplate[],
  message: SmsMessage,
  context: SmsContext,
): SmsReading {
  const sender = foldSender(message.sender);
  const { acceptedFor = [] } = context;
  const accepting = templates.filter(
    ({ senders, operator }) => senders.includes(sender) || acceptedFor.includes(operator),
  );
  if (message.text.length > LONGEST_TEXT) {
    return accepting.length > 0 ? unknownReview('too_long') : nothing('too_long');
  }
  const text = tokenise(message.text);
  const reading = readText(text, { templates, accepting, context });
  if (reading.kind !== 'nothing' || !tellsOfMoney(text, accepting)) return reading;
  const { reason } = reading;
  return unknownReview(reason === 'no_template' ? 'wording_unknown' : reason);
}

function readText(text: SmsText, { templates, accepting, context }: Reader): SmsReading {
  const tried = templates.map((template) => ({ template, match: matchTemplate(text, template) }));
  const matched = tried.filter(isOf('matched'));
  const ours = matched.filter(({ template }) => accepting.includes(template));
  if (ours.length > 0) return agreed(ours.map((one) => readingOf(one, context)));
  if (matched.length > 0) return agreed(matched.map((one) => heldBack(readingOf(one, context))));

  const elsewhere = tried.find(isOf('elsewhere'));
  if (elsewhere?.match.kind === 'elsewhere') return nothing(elsewhere.match.reason);
  return withoutMatch(text, { tried, accepting, context });
}

interface Reader {
  readonly templates: readonly SmsTemplate[];
  /** The templates whose operator is the sender. */
  readonly accepting: readonly SmsTemplate[];
  readonly context: SmsContext;
}

export interface SmsMessage {
  readonly sender: string;
  readonly text: string;
}

/** More than six times as long as operators' texts. */
export const LONGEST_TEXT = 2_000;

interface Tried {
  readonly template: SmsTemplate;
  readonly match: TemplateMatch;
}

function isOf(kind: TemplateMatch['kind']): (one: Tried) => boolean {
  return ({ match }) => match.kind === kind;
}

/** Two templates that both fit must mean the same. */
function agreed(readings: readonly SmsReading[]): SmsReading {
  const [first, ...others] = readings;
  if (first === undefined) return nothing('no_template');
  const differs = others.some((other) => meaningOf(other) !== meaningOf(first));
  return differs ? unknownReview('several_readings') : first;
}

function meaningOf(reading: SmsReading): string {
  if (reading.kind !== 'payment') return reading.kind;
  const { kind, amountXaf, payer, payee, operatorTxId } = reading;
  return [kind, amountXaf, payer, payee, operatorTxId].join(' ');
}

/** The result for an operator's words from another sender. */
function heldBack(reading: SmsReading): SmsReading {
  switch (reading.kind) {
    case 'payment':
      return {
        ...reading,
        kind: 'review',
        reason: 'unknown_sender',
        moves: 'in',
        reversedTxId: null,
      };
    case 'review':
      return { ...reading, reason: 'unknown_sender', reversedTxId: null };
    case 'sent':
    case 'balance':
      return nothing('unknown_sender');
    case 'nothing':
      return reading;
  }
}

interface Rest {
  readonly tried: readonly Tried[];
  readonly accepting: readonly SmsTemplate[];
  readonly context: SmsContext;
}

/** A text that begins like a known one and then differs is shown to a person. */
function withoutMatch(text: SmsText, { tried, accepting, context }: Rest): SmsReading {
  const doubtful = tried.filter(isOf('doubtful'));
  const readings = doubtful
    .filter(({ template }) => accepting.includes(template))
    .map((one) => readingOf(one, context));
  const reading = readings.find(({ kind }) => kind === 'review') ?? readings[0];
  if (reading !== undefined) return reading;
  if (doubtful.length > 0 && accepting.length === 0) return nothing('unknown_sender');
  const isForeign = text.tokens.some((_, index) =>
    FOREIGN_MARKS.some((words) => standsAt(text, index, words)),
  );
  return nothing(isForeign ? 'other_country' : 'no_template');
}

function nothing(reason: NothingReason): SmsReading {
  return { kind: 'nothing', reason };
}

function unknownReview(reason: ReviewReason): SmsReading {
  return {
    kind: 'review',
    reason,
    operator: null,
    templateId: null,
    templateVersion: null,
    operatorTxId: null,
    amountXaf: null,
    payer: null,
    payee: null,
    payerName: null,
    operatorTime: null,
    feeCents: null,
    balancesCents: [],
    moves: null,
    reversedTxId: null,
  };
}

/**
 * Whether an unreadable text of an operator is about money: it has an id or a new balance, or it
 * mentions received money and an id. Adverts have none of these.
 */
export function tellsOfMoney(text: SmsText, templates: readonly SmsTemplate[]): boolean {
  if (templates.length === 0) return false;
  if (hasPlainId(text)) return true;
  const { tokens } = text;
  const signs = signsOf(templates);
  const hasValue = tokens.some((token, index) =>
    signs.some((sign) => sign.words[0] === token.text && isLabelledValue(text, index, sign)),
  );
  if (hasValue) return true;
  const isReceived = tokens.some((token) => RECEIVED_WORDS.has(token.text));
  return isReceived && tokens.some((_, at) => ID_LABELS.some((words) => standsAt(text, at, words)));
}

interface Sign extends Label {
  readonly operator: Operator;
}

/** The labels of ids and new balances; templates of one file share theirs. */
function signsOf(templates: readonly SmsTemplate[]): readonly Sign[] {
  const lists = new Map(templates.map(({ labels, operator }) => [labels, operator]));
  return [...lists].flatMap(([labels, operator]) =>
    labels.filter(isSign).map((label) => ({ ...label, operator })),
  );
}

/** Adverts also use `solde` alone. */
function isSign({ field, words }: Label): boolean {
  return field === 'id' || (field === 'balance' && words.some((word) => NEW_WORDS.has(word)));
}

function isLabelledValue(text: SmsText, index: number, sign: Sign): boolean {
  const { field, words, operator } = sign;
  if (!standsAt(text, index, words)) return false;
  const after = index + words.length;
  const at = text.tokens[after]?.text === ':' ? after + 1 : after;
  return field === 'id'
    ? readOperatorId(text, at, { operator, kinds: [] }) !== null
    : readMoney(text, at, 'optional').kind === 'money';
}
