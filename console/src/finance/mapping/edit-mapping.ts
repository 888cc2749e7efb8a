import type { FoundWord, StatementColumn, StatementMapping } from '../../api/types.ts';

// What a person changes in a mapping. What follows from it, the service works out.

/** It may lack what a file needs. */
export type EditedMapping = Partial<Omit<StatementMapping, 'columns'>> &
  Pick<StatementMapping, 'columns'>;

export type Meaning = StatementColumn | 'not_status' | null;

export function readEdited(json: string): EditedMapping {
  return { columns: {}, ...(JSON.parse(json) as Partial<StatementMapping>) };
}

/** What the column of this name is. */
export function meaningOf({ columns, notStatus = [] }: EditedMapping, name: string): Meaning {
  const found = Object.entries(columns).find(([, names]) => names.some((one) => isSame(one, name)));
  if (found !== undefined) return found[0] as StatementColumn;
  return notStatus.includes(name) ? 'not_status' : null;
}

/** Says what a column is, and of the column that it was, or that was it, nothing more. */
export function withMeaning(
  mapping: EditedMapping,
  { name, meaning }: { readonly name: string; readonly meaning: Meaning },
): EditedMapping {
  const { directionBy: _follows, hasNoStatus, ...others } = mapping;
  const dropped = new Set<string | null>([meaningOf(mapping, name), meaning]);
  const column = meaning === 'not_status' ? null : meaning;
  const notStatus = (mapping.notStatus ?? []).filter((one) => one !== name);
  return {
    ...others,
    ...(hasNoStatus === undefined || meaning === 'status' ? {} : { hasNoStatus }),
    columns: {
      ...without(mapping.columns, dropped),
      ...(column === null ? {} : { [column]: [name] }),
    },
    patterns: without(mapping.patterns ?? {}, dropped),
    notStatus: meaning === 'not_status' ? [...notStatus, name] : notStatus,
    ...(meaning === 'direction' ? { directionWords: { in: [], out: [] } } : {}),
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
