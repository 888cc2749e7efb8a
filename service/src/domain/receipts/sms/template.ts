import type { Operator } from '../../operators/operator.ts';
import { wordsOf } from './tokens.ts';
import type { UnitRule } from './values.ts';

/**
 * How one kind of text is recognised: its head in order, then labelled values in any order, since
 * operators change their order and add adverts after them.
 */
export interface SmsTemplate {
  readonly id: string;
  readonly version: number;
  readonly operator: Operator;
  readonly language: 'fr' | 'en';
  readonly kind: SmsKind;
  /** Who may send it, in the form that `foldSender` gives. */
  readonly senders: readonly string[];
  readonly head: readonly Segment[];
  readonly labels: readonly Label[];
  /** Kinds that the operator's ids may name; empty where its ids name none, or any will do. */
  readonly idKinds: readonly string[];
  readonly unit: UnitRule;
}

/**
 * What a text is about, seen from the line that got it. In `transfer` both parties get the same
 * sentence and only their numbers show the direction; the same is true of `merchant_payment`, which
 * names only the payer. In `cash_out` the payer is the person who withdraws. `deposited` is money
 * from no player: of an agent, a card or the operator itself. A `refusal` says that nothing moved.
 */
export const SMS_KINDS = [
  'received',
  'transfer',
  'merchant_payment',
  'cash_in',
  'cash_out',
  'sent',
  'deposited',
  'reversal',
  'refusal',
  'balance',
] as const;
export type SmsKind = (typeof SMS_KINDS)[number];

/** A piece of a head. Only what is listed as `optional` may be missing. */
export type Segment =
  | { readonly kind: 'words'; readonly choices: readonly (readonly string[])[] }
  | { readonly kind: 'optional'; readonly choices: readonly (readonly string[])[] }
  | { readonly kind: 'field'; readonly field: HeadField };

const HEAD_FIELDS = [
  'amount',
  'balance',
  'payer',
  'payer_name',
  'payee',
  'payee_name',
  'time',
  // A phone that was neither paid nor paying, such as the one that airtime is for.
  'number',
  // The id of the transaction that is reversed.
  'original',
  'skip',
] as const;
export type HeadField = (typeof HEAD_FIELDS)[number];

/** Fields without a form of their own: they extend to the next words of the head. */
export const OPEN_FIELDS: ReadonlySet<HeadField> = new Set(['payer_name', 'payee_name', 'skip']);

export const LABEL_FIELDS = ['id', 'amount', 'net', 'fee', 'balance'] as const;
export type LabelField = (typeof LABEL_FIELDS)[number];

export interface Label {
  readonly field: LabelField;
  readonly words: readonly string[];
}

/** `Mobile Money` and `MOBILEMONEY` are one sender: phones and gateways spell it as they like. */
export function foldSender(sender: string): string {
  return sender
    .trim()
    .toLowerCase()
    .replaceAll(/[ \u00a0]/g, '');
}

/**
 * Reads a head such as `vous avez recu {amount} de {payer_name} ( {payer} {skip} )`. Its pieces are
 * separated by spaces: words, `{field}`, `<one|other>` for alternatives and `[one|other]` for what
 * may be missing.
 */
export function compileHead(head: string): CompiledHead {
  const segments: Segment[] = [];
  for (const [piece] of head.matchAll(/\{[^}]*\}|<[^>]*>|\[[^\]]*\]|[^{<[]+/g)) {
    if (piece.trim() === '') continue;
    if (piece.startsWith('{')) {
      const name = piece.slice(1, -1);
      const field = HEAD_FIELDS.find((field) => field === name);
      if (field === undefined) {
        return invalid(`the head has the unknown field {${name}}`);
      }
      segments.push({ kind: 'field', field });
      continue;
    }
    const isChoice = piece.startsWith('<') || piece.startsWith('[');
    if (!isChoice && /[}>\]|]/.test(piece))
      return invalid(`the head has a stray mark in "${piece}"`);
    const choices = (isChoice ? piece.slice(1, -1).split('|') : [piece]).map(wordsOf);
    if (choices.some(({ length }) => length === 0))
      return invalid(`"${piece}" has an empty choice`);
    segments.push({ kind: piece.startsWith('[') ? 'optional' : 'words', choices });
  }
  const problem = problemOfOrder(segments);
  return problem === null ? { kind: 'head', segments } : invalid(problem);
}

export type CompiledHead =
  | { readonly kind: 'head'; readonly segments: readonly Segment[] }
  | { readonly kind: 'invalid'; readonly problem: string };

function invalid(problem: string): CompiledHead {
  return { kind: 'invalid', problem };
}

function problemOfOrder(segments: readonly Segment[]): string | null {
  const first = segments.find(({ kind }) => kind !== 'optional');
  if (first?.kind !== 'words') return 'the head must begin with words, or any text would match';
  const seen = new Set<HeadField>();
  for (const [index, segment] of segments.entries()) {
    if (segment.kind !== 'field') continue;
    const { field } = segment;
    if (field !== 'skip' && seen.has(field)) return `the head has {${field}} twice`;
    seen.add(field);
    const next = segments[index + 1];
    // Where an open field ends must be certain without trying the rest of the head.
    if (OPEN_FIELDS.has(field) && next !== undefined && next.kind !== 'words') {
      return `{${field}} must be followed by words or end the head`;
    }
  }
  return null;
}
