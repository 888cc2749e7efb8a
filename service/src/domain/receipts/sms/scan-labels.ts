import { hasTwoPlainIds, type IdRead, readOperatorId } from './operator-ids.ts';
import type { ReviewReason } from './reading.ts';
import type { Label, LabelField, SmsTemplate } from './template.ts';
import { type SmsText, standsAt } from './tokens.ts';
import { looksLikeValue, readMoney } from './values.ts';
import { UNITS } from './vocabulary.ts';

/**
 * Finds the labelled values after the head, in any order. In some transfers the payer can write
 * into the text, so a label that occurs twice is doubtful: the second may be the payer's.
 */
export function scanLabels(text: SmsText, scan: Scan): LabelledValues {
  const { template, amountIsInHead } = scan;
  const found = new Map<LabelField, Finding[]>();
  let at = 0;
  while (at < text.tokens.length) {
    const label = labelAt(text, at, scan);
    if (label === null) {
      at += 1;
      continue;
    }
    const finding = readValue(text, at + label.words.length, { label, template });
    at = finding.next;
    const list = found.get(label.field);
    if (list === undefined) found.set(label.field, [finding]);
    else list.push(finding);
  }
  const all = (field: LabelField) =>
    (found.get(field) ?? []).flatMap(({ hundredths }) => hundredths ?? []);
  const only = (field: LabelField) => {
    const findings = found.get(field) ?? [];
    return findings.length === 1 ? (findings[0]?.hundredths ?? null) : null;
  };
  const ids = found.get('id') ?? [];
  const doubt = hasTwoPlainIds(text) ? 'several_ids' : doubtAbout(found, { amountIsInHead });
  return {
    id: ids.length === 1 ? (ids[0]?.id ?? null) : null,
    amount: only('amount'),
    net: only('net'),
    fee: only('fee'),
    balances: all('balance'),
    doubt,
  };
}

export interface Scan {
  readonly from: number;
  readonly template: SmsTemplate;
  readonly amountIsInHead: boolean;
}

export interface LabelledValues {
  readonly id: IdRead | null;
  /** In hundredths, like all amounts here. */
  readonly amount: number | null;
  readonly net: number | null;
  readonly fee: number | null;
  /** Each of them may be the operator's own: the payer may have written the others. */
  readonly balances: readonly number[];
  readonly doubt: ReviewReason | null;
}

interface Finding {
  readonly next: number;
  readonly id: IdRead | null;
  readonly hundredths: number | null;
  readonly doubt: ReviewReason | null;
}

/**
 * A label begins a clause: `amount` in `net debit amount` is the end of another label. Only the
 * label of an id counts everywhere, even in the head, so that no second id goes unnoticed.
 */
function labelAt(text: SmsText, index: number, { from, template, amountIsInHead }: Scan) {
  const token = text.tokens[index];
  const before = text.tokens[index - 1];
  if (token?.kind !== 'word') return null;
  const begins =
    index === from ||
    token.startsTextLine ||
    before === undefined ||
    (before.kind === 'mark' && !INSIDE_WORDS.has(before.text)) ||
    before.kind === 'digits' ||
    UNITS.some((unit) => unit.at(-1) === before.text);
  const countsHere = index >= from && begins;
  return (
    template.labels.find(
      ({ field, words }) =>
        words[0] === token.text &&
        (countsHere || field === 'id') &&
        !(amountIsInHead && field === 'amount') &&
        standsAt(text, index, words) &&
        isFollowedByValue(text, index + words.length, template),
    ) ?? null
  );
}

/** Without a colon or a value after them, the words of a label are ordinary words. */
function isFollowedByValue(text: SmsText, index: number, template: SmsTemplate): boolean {
  if (text.tokens[index]?.text === ':' || looksLikeValue(text, index)) return true;
  return readId(text, index, template) !== null;
}

function readValue(
  text: SmsText,
  index: number,
  { label, template }: { readonly label: Label; readonly template: SmsTemplate },
): Finding {
  const at = text.tokens[index]?.text === ':' ? index + 1 : index;
  if (label.field === 'id') {
    const id = readId(text, at, template);
    const doubt = id === null ? 'id_unclear' : null;
    return { next: id?.next ?? at, id, hundredths: null, doubt };
  }
  const money = readMoney(text, at, template.unit);
  if (money.kind === 'money') {
    return { next: money.next, id: null, hundredths: money.hundredths, doubt: null };
  }
  const doubt = money.kind === 'refused' ? money.reason : 'unknown_currency';
  return { next: at, id: null, hundredths: null, doubt };
}

function readId(text: SmsText, index: number, template: SmsTemplate): IdRead | null {
  return readOperatorId(text, index, { operator: template.operator, kinds: template.idKinds });
}

/**
 * Id and amount must occur once and be clear, and so must the net amount if there is one. A fee
 * may occur twice, because adverts mention fees, and then it is unknown. So may a balance, because
 * payers write one into their notes; many of them would be guesses at what the line has.
 */
function doubtAbout(
  found: ReadonlyMap<LabelField, readonly Finding[]>,
  { amountIsInHead }: { readonly amountIsInHead: boolean },
): ReviewReason | null {
  const ids = found.get('id') ?? [];
  if (ids.length > 1) return 'several_ids';
  if (ids.length === 0) return 'id_missing';
  if (ids[0]?.doubt !== null) return 'id_unclear';
  const amounts = found.get('amount') ?? [];
  if (amounts.length > 1) return 'several_amounts';
  if (amounts.length === 0 && !amountIsInHead) return 'amount_missing';
  if (amounts[0] !== undefined && amounts[0].doubt !== null) return amounts[0].doubt;
  const nets = found.get('net') ?? [];
  if (nets.length > 1) return 'several_amounts';
  if (nets[0] !== undefined && nets[0].doubt !== null) return nets[0].doubt;
  if ((found.get('balance') ?? []).length > MAX_BALANCES) return 'several_balances';
  return null;
}

const MAX_BALANCES = 4;

const INSIDE_WORDS: ReadonlySet<string> = new Set(["'", '/', '-', '@', '&']);
