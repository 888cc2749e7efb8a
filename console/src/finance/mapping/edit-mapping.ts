import type { FoundWord, StatementColumn, StatementMapping } from '../../api/types.ts';

// What a person changes in a mapping. What follows from it, the service works out.

/** It may lack what a file needs. */
export type EditedMapping = Partial<Omit<StatementMapping, 'columns'>> &
  Pick<StatementMapping, 'columns'>;

/** A column may be one thing, or its texts may have several in them: `parts`. */
export type Meaning = StatementColumn | 'parts' | 'not_status' | null;

export function readEdited(json: string): EditedMapping {
  return { columns: {}, ...(JSON.parse(json) as Partial<StatementMapping>) };
}

/** What the column of this name is. */
export function meaningOf(mapping: EditedMapping, name: string): Meaning {
  const { patterns = {}, notStatus = [] } = mapping;
  const meanings = meaningsOf(mapping, name);
  const whole = meanings.find((column) => patterns[column] === undefined);
  if (whole !== undefined) return whole;
  if (meanings.length > 0) return 'parts';
  return notStatus.includes(name) ? 'not_status' : null;
}

/** Everything that is read from the column of this name. */
function meaningsOf({ columns }: EditedMapping, name: string): readonly StatementColumn[] {
  return (Object.keys(columns) as StatementColumn[]).filter((column) =>
    columns[column]?.some((one) => isSame(one, name)),
  );
}

/** Says what a column is, and of the column that it was, or that was it, nothing more. */
export function withMeaning(
  mapping: EditedMapping,
  { name, meaning }: { readonly name: string; readonly meaning: Meaning },
): EditedMapping {
  const { directionBy: _follows, hasNoStatus, dateAbove, ...others } = mapping;
  const dropped = new Set<string | null>([...meaningsOf(mapping, name), meaning]);
  const column = meaning === 'not_status' || meaning === 'parts' ? null : meaning;
  const notStatus = (mapping.notStatus ?? []).filter((one) => one !== name);
  const chosen = {
    ...others,
    ...(hasNoStatus === undefined || meaning === 'status' ? {} : { hasNoStatus }),
    ...(dateAbove === undefined || meaning === 'at' ? {} : { dateAbove }),
    columns: {
      ...without(mapping.columns, dropped),
      ...(column === null ? {} : { [column]: [name] }),
    },
    patterns: without(mapping.patterns ?? {}, dropped),
    notStatus: meaning === 'not_status' ? [...notStatus, name] : notStatus,
    ...(meaning === 'direction' ? { directionWords: { in: [], out: [] } } : {}),
  };
  return meaning === 'parts' ? withPart(chosen, name) : chosen;
}

/** What was read from another column, or from none any longer, once a mapping was changed. */
export interface ReplacedColumn {
  readonly column: StatementColumn;
  readonly was: string;
  /** `null`: nothing is it now. */
  readonly is: string | null;
}

export function replacedColumns(
  before: EditedMapping,
  after: EditedMapping,
): readonly ReplacedColumn[] {
  return (Object.keys(before.columns) as StatementColumn[]).flatMap((column) => {
    const [was] = before.columns[column] ?? [];
    const [is = null] = after.columns[column] ?? [];
    return was === undefined || was === is ? [] : [{ column, was, is }];
  });
}

/** What rows may be besides payments that happened. */
export const ROW_KINDS = ['leftOut', 'failedRows', 'feeRows', 'reversalRows'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What is most often a part of a text, the likeliest first. */
const PARTS = ['id', 'party', 'amount', 'fee', 'balance', 'status'] as const;

/** The next value that a text may have, and that no column is yet. */
export function freePart({ columns }: EditedMapping): StatementColumn | null {
  const isKnown = (column: StatementColumn) => columns[column] !== undefined;
  const hasAmount = (['amount', 'debit', 'credit'] as const).some(isKnown);
  const hasParty = (['party', 'from', 'to'] as const).some(isKnown);
  return (
    PARTS.find(
      (part) =>
        !(isKnown(part) || (part === 'amount' && hasAmount) || (part === 'party' && hasParty)),
    ) ?? null
  );
}

/** Reads one more value from the texts of a column. The service proposes how. */
export function withPart(mapping: EditedMapping, name: string): EditedMapping {
  const free = freePart(mapping) ?? 'party';
  return {
    ...mapping,
    columns: { ...mapping.columns, [free]: [name] },
    patterns: { ...mapping.patterns, [free]: [] },
  };
}

/** Says what a part of a text is; how it is found is proposed anew. */
export function withPartMeaning(
  mapping: EditedMapping,
  { was, is }: { readonly was: StatementColumn; readonly is: StatementColumn },
): EditedMapping {
  const { directionBy: _follows, ...others } = mapping;
  const dropped = new Set<string | null>([was, is]);
  return {
    ...others,
    columns: { ...without(mapping.columns, dropped), [is]: mapping.columns[was] ?? [] },
    patterns: { ...without(mapping.patterns ?? {}, dropped), [is]: [] },
  };
}

/** Changes how a part of a text is found; without a pattern it is read no longer. */
export function withPatterns(
  mapping: EditedMapping,
  column: StatementColumn,
  patterns: readonly string[],
): EditedMapping {
  const dropped = new Set<string | null>([column]);
  if (patterns.length > 0) {
    return { ...mapping, patterns: { ...mapping.patterns, [column]: patterns } };
  }
  const { directionBy: _follows, ...others } = mapping;
  return {
    ...others,
    columns: without(mapping.columns, dropped),
    patterns: without(mapping.patterns ?? {}, dropped),
  };
}

function without<T extends object>(fields: T, dropped: ReadonlySet<string | null>): Partial<T> {
  const kept = Object.entries(fields).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept) as Partial<T>;
}

/** Says what a word of the status or the direction means. */
export function withWord(
  mapping: EditedMapping,
  { column, word }: Pick<FoundWord, 'column' | 'word'>,
  means: FoundWord['means'],
): EditedMapping {
  const put = (words: readonly string[], wanted: FoundWord['means']) => {
    const others = words.filter((one) => !isSame(one, word));
    return means === wanted ? [...others, word] : others;
  };
  if (column === 'status') {
    const { succeeded = [], failed = [] } = mapping;
    return {
      ...mapping,
      succeeded: put(succeeded, 'succeeded'),
      failed: put(failed, 'failed'),
    };
  }
  const { in: came, out: left } = mapping.directionWords ?? { in: [], out: [] };
  return { ...mapping, directionWords: { in: put(came, 'in'), out: put(left, 'out') } };
}

/** Accents, capitals and marks do not matter. */
function isSame(a: string, b: string): boolean {
  return a.localeCompare(b, undefined, { sensitivity: 'base', ignorePunctuation: true }) === 0;
}

export const DATE_ORDERS = ['day', 'month', 'year'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export function dateOrderOf({ dayFirst, yearFirst }: EditedMapping): DateOrder {
  if (yearFirst === true) return 'year';
  return dayFirst === false ? 'month' : 'day';
}

export function withDateOrder(mapping: EditedMapping, order: DateOrder): EditedMapping {
  return { ...mapping, dayFirst: order !== 'month', yearFirst: order === 'year' };
}
