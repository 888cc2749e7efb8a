import { formatXaf } from '../money.ts';
import { NOTHING_REASONS, REVIEW_REASONS } from './sms-reasons.ts';

/**
 * The values for the gaps of a sentence, by the name of the gap: ids, figures and other people's
 * words; nothing that a language would spell differently, except another message.
 */
export interface GapValues {
  readonly adapter: string;
  readonly amount_xaf: number;
  /** What a text says that its line had before. */
  readonly assumed_xaf: number;
  /** The cause, as a separate message. */
  readonly because: AnyMessage;
  readonly days: number;
  readonly deposit: string;
  /** The name of the field in which two sides differ. */
  readonly difference: string;
  /** The unchanged message of a network or a system. */
  readonly error: string;
  /** What a line had by its other texts. */
  readonly had_xaf: number;
  /** The largest that something takes. */
  readonly max: number;
  readonly min: number;
  readonly ms: number;
  readonly nothing_reason: string;
  readonly operator: string;
  readonly operator_tx_id: string;
  readonly outcome: string;
  readonly percent: number;
  /** Where in a request something was found. */
  readonly place: string;
  /** Several messages about one thing. */
  readonly problems: readonly AnyMessage[];
  readonly review_reason: string;
  /** Of a file, from 1. */
  readonly row: number;
  readonly staff: string;
  /** How a text begins. */
  readonly start: string;
  readonly state: string;
  /** The HTTP status of an answer. */
  readonly status: number;
  /** The outside system, as people call it. */
  readonly system: string;
  readonly text: string;
  readonly their_words: string;
  readonly transaction: string;
  readonly wait_s: number;
}

/** A message whose code the compiler does not know, such as one that was read back. */
export interface AnyMessage {
  readonly code: string;
  readonly params?: Params | undefined;
}

export type Params = Readonly<Record<string, GapValue>>;
export type GapValue = string | number | AnyMessage | readonly AnyMessage[];

/** The names in braces in a text. */
export type Gaps<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Gaps<Rest>
  : never;

type Texts = Readonly<Record<string, string>>;

/** The codes of a table whose sentences have just these gaps. */
export type CodesWith<Table extends Texts, Names extends string> = {
  [Code in keyof Table]: [Gaps<Table[Code]>, Names] extends [Names, Gaps<Table[Code]>]
    ? Code
    : never;
}[keyof Table];

/** Each code of a table with what fills its gaps; a gap without a kind cannot be filled. */
export type Filled<Table extends Texts> =
  | { readonly code: CodesWith<Table, never>; readonly params?: undefined }
  | { readonly code: CodesWith<Table, 'system'>; readonly params: { readonly system: string } }
  | {
      [Code in Exclude<keyof Table, CodesWith<Table, never> | CodesWith<Table, 'system'>>]: {
        readonly code: Code;
        readonly params: {
          readonly [Name in Gaps<Table[Code]>]: Name extends keyof GapValues
            ? GapValues[Name]
            : never;
        };
      };
    }[Exclude<keyof Table, CodesWith<Table, never> | CodesWith<Table, 'system'>>];

/** Looked up for every payment; the sentences are few. */
const KNOWN_GAPS = new Map<string, readonly string[]>();

/** The names of the gaps of a sentence that stands in a table. */
export function gapsOf(text: string): readonly string[] {
  let gaps = KNOWN_GAPS.get(text);
  if (gaps === undefined) {
    gaps = [...text.matchAll(GAP)].map(([, name = '']) => name);
    KNOWN_GAPS.set(text, gaps);
  }
  return gaps;
}

/** The English sentence; `say` turns a message in a gap into a sentence. */
export function fillSentence(
  text: string,
  params: Params | undefined,
  say: (message: AnyMessage) => string,
): string {
  if (params === undefined) return text;
  return text.replaceAll(GAP, (_, name: string) => {
    const value = params[name];
    if (value === undefined) return '';
    if (Array.isArray(value)) return value.map(say).join('; ');
    if (typeof value === 'object') return say(value as AnyMessage);
    return typeof value === 'number' ? formatNumber(name, value) : nameValue(name, value);
  });
}

const GAP = /\{(\w+)\}/g;

function formatNumber(name: string, value: number): string {
  if (name.endsWith('_xaf')) return formatXaf(value);
  if (name === 'days') return `${value} ${value === 1 ? 'day' : 'days'}`;
  if (name === 'wait_s') return value < 60 ? `${value} s` : `${Math.ceil(value / 60)} min`;
  return String(value);
}

/** A stored reason of an older release may have no sentence any more. */
function nameValue(name: string, value: string): string {
  const names = new Map(Object.entries(NAMES[name] ?? {}));
  return names.get(value) ?? value;
}

const NAMES: Readonly<Record<string, Texts>> = {
  review_reason: REVIEW_REASONS,
  nothing_reason: NOTHING_REASONS,
} satisfies Partial<Record<keyof GapValues, Texts>>;

const NUMBERS: ReadonlySet<string> = new Set([
  'amount_xaf',
  'assumed_xaf',
  'days',
  'had_xaf',
  'max',
  'min',
  'ms',
  'percent',
  'row',
  'status',
  'wait_s',
] satisfies readonly (keyof GapValues)[]);

/** Whether a value from outside may fill a gap; `isMessage` checks a message within it. */
export function fitsGap(
  name: string,
  value: unknown,
  isMessage: (value: unknown) => boolean,
): boolean {
  if (name === 'because') return isMessage(value);
  if (name === 'problems') return Array.isArray(value) && value.every(isMessage);
  if (!NUMBERS.has(name)) return typeof value === 'string';
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
