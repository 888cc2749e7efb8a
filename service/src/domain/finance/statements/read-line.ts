import { normaliseLine } from '../../lines/line.ts';
import type { Message } from '../../messages/message.ts';
import type { STATEMENT_MESSAGES } from '../../messages/message-codes.ts';
import type { CodesWith } from '../../messages/sentence.ts';
import { OPERATORS, type Operator, spellId } from '../../operators/operator.ts';
import { type FoundTable, type SheetRow, type StatusReader, statusReader } from './find-table.ts';
import type { Column, DirectionBy, StatementMapping } from './mapping.ts';
import { compilePattern } from './text-pattern.ts';
import { fold, readCents, readStatementTime } from './values.ts';

/** A line of an operator's statement. */
export interface StatementLine {
  /** The row in the file, from 1. */
  readonly row: number;
  readonly operator: Operator;
  readonly operatorTxId: string;
  readonly direction: 'in' | 'out';
  readonly other: string | null;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly at: Date;
  readonly balanceCents: number | null;
  /** The operator says that it did not happen. */
  readonly isFailed: boolean;
  /** A cell of it is a formula: the file reckons, the operator may not have said it. */
  readonly isComputed: boolean;
}

/** A line with the sign that the file gives its amount. */
export interface SignedLine extends StatementLine {
  readonly isNegative: boolean;
}

/** Reads a row, or returns what is wrong with it. */
export type LineReader = (row: SheetRow) => SignedLine | Message;

export function lineReader(table: FoundTable, number: string): LineReader {
  const { mapping, places } = table;
  const own = normaliseLine(number);
  const words = directionWords(mapping);
  const readStatus = statusReader(table);
  const textIn = cellReader(table);
  const readOperator = operatorReader(table);
  const used = new Set(Object.values(places));
  return ({ row, cells, formulas = [], day = '' }) => {
    const operator = readOperator(cells);
    if (isMessage(operator)) return operator;
    const context = { mapping, operator, own, words, readStatus, text: textIn(cells), places, day };
    const values: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(READERS)) {
      const value = read(context);
      if (isMessage(value)) return value;
      values[name] = value;
    }
    const { move, ...read } = values as unknown as LineValues;
    return {
      row,
      operator,
      ...read,
      ...move,
      isComputed: formulas.some((place) => used.has(place)),
    };
  };
}

/** A line whose operator is not known could be a payment of any of them. */
function operatorReader({
  mapping,
  head,
}: FoundTable): (cells: readonly string[]) => Operator | Message {
  const { operators, operator } = mapping;
  if (operators === undefined) return () => operator;
  const place = head.findIndex((name) => fold(name) === fold(operators.column));
  const meanings = new Map(
    OPERATORS.flatMap((one) => (operators.words[one] ?? []).map((word) => [fold(word), one])),
  );
  return (cells) => {
    const said = cells[place] ?? '';
    return meanings.get(fold(said)) ?? unclear('row_operator_unclear', said);
  };
}

interface LineContext {
  readonly mapping: StatementMapping;
  readonly operator: Operator;
  readonly places: FoundTable['places'];
  readonly own: string;
  readonly words: ReadonlyMap<string, 'in' | 'out'>;
  readonly readStatus: StatusReader;
  readonly text: (column: Column) => string;
  /** Of the row above that has only a day. */
  readonly day: string;
}

type Read<Value> = (context: LineContext) => Value | Message;
type Move = Pick<SignedLine, 'direction' | 'other' | 'amountCents' | 'isNegative'>;

/** What a line is made of. */
interface LineValues {
  readonly operatorTxId: string;
  readonly at: Date;
  readonly move: Move;
  readonly feeCents: number;
  readonly balanceCents: number | null;
  readonly isFailed: boolean;
}

/** How each of it is read, in the order in which faults are reported. */
const READERS: { readonly [Name in keyof LineValues]: Read<LineValues[Name]> } = {
  operatorTxId: ({ text, operator }) => spellId(operator, text('id')) || { code: 'row_without_id' },
  at: ({ text, mapping, places, day: above }) => {
    const time = places.time === undefined ? undefined : text('time');
    const day = mapping.dateAbove === true ? above : text('at');
    const shown = `${day} ${time ?? ''}`.trim();
    const at = readStatementTime(day, mapping, time);
    return at ?? unclear('row_time_unclear', shown);
  },
  move: (context) => {
    const { mapping } = context;
    return MOVES[mapping.directionBy ?? 'numbers'](context);
  },
  feeCents: ({ text }) => {
    const cents = text('fee') === '' ? 0 : readCents(text('fee'));
    return cents === null ? unclear('row_fee_unclear', text('fee')) : Math.abs(cents);
  },
  balanceCents: ({ text }) => {
    if (text('balance') === '') return null;
    return readCents(text('balance')) ?? unclear('row_balance_unclear', text('balance'));
  },
  isFailed: ({ text, readStatus }) => {
    const status = readStatus(text('status'));
    return status === null ? unclear('row_status_unclear', text('status')) : status === 'failed';
  },
};

/** How much moved and which way, by what the form says of it. */
const MOVES: Readonly<Record<DirectionBy, Read<Move>>> = {
  numbers: ({ text, own }) => {
    const cents = amountIn(text('amount'));
    if (isMessage(cents)) return cents;
    const [from, to] = [partyOf(text('from')), partyOf(text('to'))];
    if (from !== own && to !== own) return unclear('row_of_others', own);
    const direction = from === own ? 'out' : 'in';
    return { direction, other: direction === 'out' ? to : from, ...signed(cents) };
  },
  columns: (context) => {
    const { text } = context;
    const [debit, credit] = [amountIn(text('debit')), amountIn(text('credit'))];
    const [isOut, isIn] = [!isNothing(text('debit')), !isNothing(text('credit'))];
    const cents = isOut ? debit : credit;
    if (isOut === isIn || isMessage(cents)) {
      return unclear('row_amount_unclear', `${text('debit')} / ${text('credit')}`);
    }
    const direction = isOut ? 'out' : 'in';
    return { direction, other: otherOf(context, direction), ...signed(cents) };
  },
  words: (context) => {
    const { text, words } = context;
    const cents = amountIn(text('amount'));
    if (isMessage(cents)) return cents;
    const direction = words.get(fold(text('direction')));
    if (direction === undefined) return unclear('row_direction_unclear', text('direction'));
    return { direction, other: otherOf(context, direction), ...signed(cents) };
  },
  sign: (context) => {
    const cents = amountIn(context.text('amount'));
    if (isMessage(cents)) return cents;
    const direction = cents < 0 ? 'out' : 'in';
    return { direction, other: otherOf(context, direction), ...signed(cents) };
  },
};

/** Nothing moves by an amount of zero, so it is no payment. */
function amountIn(text: string): number | Message {
  const cents = readCents(text);
  return cents === null || cents === 0 ? unclear('row_amount_unclear', text) : cents;
}

/** The column of the other direction is empty, zero or a dash. */
function isNothing(text: string): boolean {
  return /^[-–—]?$/.test(text) || readCents(text) === 0;
}

function signed(cents: number): Pick<Move, 'amountCents' | 'isNegative'> {
  return { amountCents: Math.abs(cents), isNegative: cents < 0 };
}

/** Never our own number where another column has the other side. */
function otherOf({ text, own, places }: LineContext, direction: 'in' | 'out'): string | null {
  const party = partyOf(text('party'));
  if (party !== null && party !== own) return party;
  const [from, to] = [partyOf(text('from')), partyOf(text('to'))];
  const [other, ours] = direction === 'out' ? [to, from] : [from, to];
  // What was taken back names both sides as they were before.
  if (other === own) return ours;
  return other ?? (places.from === undefined && places.to === undefined ? party : null);
}

/** Within a text: ours with or without the country, others with a plus. */
const PHONE_NUMBER = /(?<![\d+])(?:(?:(?:\+|00)?237 ?)?[26](?: ?\d){8}|\+\d(?: ?\d){7,14})(?!\d)/;

/** A merchant's code has fewer digits than a phone number, so it needs a label. */
const LABELLED_CODE = /(?<=[:/])\d{5,}/;

/**
 * `FRI:237670000001/MSISDN`, `ID:400100/MM` and `670 00 00 01` are numbers, and so is a code that
 * is the whole text; a name gives `null`, also where an account of a bank stands beside it.
 */
export function partyOf(text: string): string | null {
  const whole = /^\+?\d[\d ]{4,}$/.exec(text.trim());
  const digits = (whole ?? PHONE_NUMBER.exec(text) ?? LABELLED_CODE.exec(text))?.[0];
  return digits === undefined ? null : normaliseLine(digits.replaceAll(' ', ''));
}

function directionWords({ directionWords }: StatementMapping): ReadonlyMap<string, 'in' | 'out'> {
  return new Map(
    (['in', 'out'] as const).flatMap((way) =>
      (directionWords?.[way] ?? []).map((word) => [fold(word), way] as const),
    ),
  );
}

/** The text of a column in a row: the part that a pattern wants, if the column has patterns. */
function cellReader({ mapping, places }: FoundTable) {
  const patterns = new Map(
    Object.entries(mapping.patterns ?? {}).map(
      ([column, texts]) => [column, texts.map(compilePattern)] as const,
    ),
  );
  return (cells: readonly string[]) =>
    (column: Column): string => {
      const text = plainText(cells[places[column] ?? -1] ?? '');
      const wanted = patterns.get(column);
      if (wanted === undefined) return text;
      return (
        wanted
          .values()
          .map((valueIn) => valueIn(text))
          .find((value) => value !== null) ?? ''
      );
    };
}

/** Portals write `="26111709007"` or `'26111709007`, so that a spreadsheet takes it for a text. */
export function plainText(cell: string): string {
  const text = cell.trim();
  const [, inner = text] = /^=\s*"([^"]*)"$/.exec(text) ?? /^'(.*)$/.exec(text) ?? [];
  return inner.trim();
}

/** A cell may be as long as the file. */
const MAX_QUOTED = 100;

export function unclear(code: CodesWith<typeof STATEMENT_MESSAGES, 'text'>, text: string): Message {
  return { code, params: { text: text.slice(0, MAX_QUOTED) } };
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'code' in value;
}
