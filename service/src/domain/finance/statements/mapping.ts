import { type Fields, fieldsOf } from '../../json.ts';
import type { Message } from '../../messages/message.ts';
import { OPERATORS, type Operator } from '../../operators/operator.ts';
import { isTextPattern, isValuePattern } from './text-pattern.ts';

/** What a column of an operator's export means to us. */
export const COLUMNS = [
  'id',
  /** The day and the time, or only the day where `time` has the rest. */
  'at',
  'time',
  'status',
  /** Words for money that came and for money that left. */
  'direction',
  'from',
  'to',
  /** The other side, whichever way the money went. */
  'party',
  'amount',
  'debit',
  'credit',
  'fee',
  'balance',
] as const;
export type Column = (typeof COLUMNS)[number];

/** How an operator's export is read: data, since the wording differs by contract. */
export interface StatementMapping {
  readonly id: string;
  readonly version: number;
  readonly operator: Operator;
  /** The column that names the operator of each line, where one wallet has money of several. */
  readonly operators?: OperatorColumn;
  /** The names that a column may have, ignoring accents and capitals. */
  readonly columns: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** Where in its cell a value is, such as `Transfert vers {value} {skip}`: the first that fits. */
  readonly patterns?: Readonly<Partial<Record<Column, readonly string[]>>>;
  /** What says whether money came or left; otherwise our number in `from` or `to`. */
  readonly directionBy?: DirectionBy;
  /** The words of the column `direction`. */
  readonly directionWords?: { readonly in: readonly string[]; readonly out: readonly string[] };
  /** Whether 03/04/2026 is in April. */
  readonly dayFirst: boolean;
  /** Whether 26-11-17 is in 2026. */
  readonly yearFirst?: boolean;
  /** The day stands alone in a row above the lines, and `time` has the rest. */
  readonly dateAbove?: boolean;
  /** The exact statuses of a payment that happened. */
  readonly succeeded: readonly string[];
  /** How the status of a payment that did not happen begins; a reason may follow. */
  readonly failed: readonly string[];
  /** Exports of this form have no status: every line in them happened. */
  readonly hasNoStatus?: boolean;
  /** Payments that did not happen, where no column is the status but a text says so. */
  readonly failedRows?: readonly RowPattern[];
  /** Columns that are no status, although they may contain a word of failure. */
  readonly notStatus?: readonly string[];
  /** Whether a minus marks what left the wallet; otherwise it marks what was taken back. */
  readonly minusMeansOut?: boolean;
  /** Whether the fee is in the amount: the file says by how much the balance changed. */
  readonly amountHasFee?: boolean;
  /** Rows that are no payments: totals, units, an opening balance. */
  readonly leftOut?: readonly RowPattern[];
  /** Rows that are the fee of the payment with their id, or with the id where `{value}` stands. */
  readonly feeRows?: readonly RowPattern[];
  /** Rows that take back the payment with the id that stands where `{value}` is. */
  readonly reversalRows?: readonly RowPattern[];
  /** What a column must say in every line, by its name; `{number}` is the wallet's own number. */
  readonly expected?: Readonly<Record<string, readonly string[]>>;
  /** Texts that a cell above the table must contain; `{number}` is the wallet's own number. */
  readonly expectedAbove?: readonly string[];
  /** CSV files of this form have no line break after their last line. */
  readonly endsWithoutBreak?: boolean;
}

export interface OperatorColumn {
  /** Its name, ignoring accents and capitals. */
  readonly column: string;
  /** What it says for each operator. */
  readonly words: Readonly<Partial<Record<Operator, readonly string[]>>>;
}

/** Rows by what a cell of them says. */
export interface RowPattern {
  /** The name of the column that has the text; otherwise the first cell that is not empty. */
  readonly column?: string;
  readonly pattern: string;
}

/** What the direction of a line is read from, and the columns that it takes. */
const DIRECTION_COLUMNS = {
  numbers: ['from', 'to', 'amount'],
  columns: ['debit', 'credit'],
  words: ['direction', 'amount'],
  sign: ['amount'],
} as const satisfies Record<string, readonly Column[]>;
export type DirectionBy = keyof typeof DIRECTION_COLUMNS;

/** As people see it, and as an import keeps it. */
export function mappingName({ id, version }: Pick<StatementMapping, 'id' | 'version'>): string {
  return `${id} v${version}`;
}

/** What the direction is read from, by the columns that were chosen. */
export function impliedDirection(columns: Readonly<Partial<Record<Column, unknown>>>): DirectionBy {
  const has = (column: Column) => columns[column] !== undefined;
  if (has('debit') || has('credit')) return 'columns';
  if (has('direction')) return 'words';
  return has('from') || has('to') ? 'numbers' : 'sign';
}

/** Whether it says which lines did not happen, or that all of them did. */
export function knowsFailures({ hasNoStatus, failedRows = [] }: StatementMapping): boolean {
  return hasNoStatus === true || failedRows.length > 0;
}

/** A file without these is not such an export. */
export function neededColumns({
  directionBy = 'numbers',
  dateAbove,
}: StatementMapping): readonly Column[] {
  return ['id', dateAbove === true ? 'time' : 'at', ...DIRECTION_COLUMNS[directionBy]];
}

/** The columns that it names itself: without one of them, rows would be taken for what they are not. */
export function namedColumns(mapping: StatementMapping): readonly string[] {
  const { operators, leftOut = [], failedRows = [], feeRows = [], reversalRows = [] } = mapping;
  const rows = [...leftOut, ...failedRows, ...feeRows, ...reversalRows];
  return [operators, ...rows].flatMap((one) => one?.column ?? []);
}

export interface StatementProblem {
  /** From 1; 0 for the whole file. */
  readonly row: number;
  readonly problem: Message;
}

export type MappingRead =
  | { readonly kind: 'mapping'; readonly mapping: StatementMapping }
  /** The fields that are missing, wrong or unknown. */
  | { readonly kind: 'wrong'; readonly fields: readonly string[] };

/** Checks a mapping that a person or a file has given. */
export function readMapping(json: unknown): MappingRead {
  if (!isObject(json)) return { kind: 'wrong', fields: ['mapping'] };
  const names = new Set([...Object.keys(FIELDS), ...Object.keys(json)]);
  const fields = [...names].filter((name) => !isField(name) || !FIELDS[name](json[name]));
  if (fields.length > 0) return { kind: 'wrong', fields };
  const mapping = json as unknown as StatementMapping;
  const together = wrongTogether(mapping);
  return together.length > 0 ? { kind: 'wrong', fields: together } : { kind: 'mapping', mapping };
}

/** A mapping that a person gives has no version yet, and its columns imply the direction. */
export function checkMapping(
  json: Fields,
  {
    operator,
    name,
    version,
  }: { readonly operator: Operator; readonly name: string; readonly version: number },
): MappingRead {
  const directionBy = json['directionBy'] ?? impliedDirection(fieldsOf(json['columns']));
  return readMapping({ ...json, directionBy, id: name, version, operator });
}

/** What is right alone, but not beside the rest. */
function wrongTogether(mapping: StatementMapping): readonly string[] {
  const { columns, directionBy, directionWords, minusMeansOut, patterns = {} } = mapping;
  const named = Object.values(mapping.operators?.words ?? {}).flat();
  const differing = new Set(named.map((word) => word.trim().toLowerCase()));
  const needsWords = directionBy === 'words' && directionWords === undefined;
  return [
    ...neededColumns(mapping)
      .filter((column) => (columns[column]?.length ?? 0) === 0)
      .map((column) => `columns.${column}`),
    ...(Object.keys(patterns) as readonly Column[])
      .filter((column) => columns[column] === undefined)
      .map((column) => `columns.${column}`),
    ...(needsWords ? ['directionWords'] : []),
    ...(differing.size < named.length ? ['operators'] : []),
    ...(directionBy === 'sign' && minusMeansOut === false ? ['minusMeansOut'] : []),
  ];
}

type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isPattern: Check = (value) => typeof value === 'string' && isTextPattern(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const byColumn =
  (check: Check): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) => (COLUMNS as readonly string[]).includes(name) && check(one),
    );

const areRows = listOf(
  (row) => isObject(row) && orNone(isText)(row['column']) && isPattern(row['pattern']),
);

/** What each field may be. */
const FIELDS = {
  id: isText,
  version: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  operator: (value) => (OPERATORS as readonly unknown[]).includes(value),
  operators: orNone(
    (value) =>
      isObject(value) &&
      isText(value['column']) &&
      isObject(value['words']) &&
      Object.entries(value['words']).every(
        ([name, words]) => (OPERATORS as readonly string[]).includes(name) && listOf(isText)(words),
      ),
  ),
  columns: byColumn(listOf(isText)),
  patterns: orNone(byColumn(listOf((value) => typeof value === 'string' && isValuePattern(value)))),
  directionBy: orNone((value) => Object.keys(DIRECTION_COLUMNS).includes(String(value))),
  directionWords: orNone(
    (value) => isObject(value) && listOf(isText)(value['in']) && listOf(isText)(value['out']),
  ),
  dayFirst: isBoolean,
  yearFirst: orNone(isBoolean),
  dateAbove: orNone(isBoolean),
  succeeded: listOf(isText),
  failed: listOf(isText),
  hasNoStatus: orNone(isBoolean),
  failedRows: orNone(areRows),
  notStatus: orNone(listOf(isText)),
  minusMeansOut: orNone(isBoolean),
  amountHasFee: orNone(isBoolean),
  leftOut: orNone(areRows),
  feeRows: orNone(areRows),
  reversalRows: orNone(areRows),
  expected: orNone((value) => isObject(value) && Object.values(value).every(listOf(isText))),
  expectedAbove: orNone(listOf(isText)),
  endsWithoutBreak: orNone(isBoolean),
} as const satisfies Record<keyof StatementMapping, Check>;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}
