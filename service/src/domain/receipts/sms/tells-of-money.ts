import type { Operator } from '../../operators/operator.ts';
import { hasPlainId, readOperatorId } from './operator-ids.ts';
import type { Label, SmsTemplate } from './template.ts';
import { type SmsText, standsAt } from './tokens.ts';
import { readMoney } from './values.ts';
import { ID_LABELS, NEW_WORDS, RECEIVED_WORDS } from './vocabulary.ts';

/**
 * Whether a text of an operator is about money although nobody could read it: it has an id or a new
 * balance, or it speaks of received money and of an id. Adverts have none of these.
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

/** `solde` alone is a word of adverts too. */
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
