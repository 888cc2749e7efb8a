import type { StatementColumn, StatementMapping } from '../api/types.ts';
import { useWords, type Words } from '../words/words.tsx';

/** Everything that a mapping says, for the person who has to agree with it. */
export function MappingInWords({ json }: { readonly json: string }) {
  const words = useWords();
  const mapping = JSON.parse(json) as StatementMapping;
  const sentences = Object.values(SAID).flatMap((say) => say(mapping, words));
  return (
    <ul className="mapping-said">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

type Say = (mapping: StatementMapping, words: Words) => readonly string[];

const nothing: Say = () => [];
const listed = (words: readonly string[]) => words.join(', ');

/** What each field says, so that none is forgotten. */
const SAID: Readonly<Record<keyof Required<StatementMapping>, Say>> = {
  // They stand beside it.
  id: nothing,
  version: nothing,
  operator: nothing,
  operators: ({ operators }, { mapping: { says } }) =>
    operators === undefined
      ? []
      : Object.entries(operators.words).map(([operator, words]) =>
          says.operator(operator, operators.column, listed(words)),
        ),
  columns: ({ columns, patterns = {} }, { mapping: own, colon }) =>
    Object.entries(columns)
      .filter(([column]) => patterns[column as StatementColumn] === undefined)
      .map(
        ([column, names]) => `${own.columns[column as StatementColumn]}${colon} ${listed(names)}`,
      ),
  patterns: ({ columns, patterns = {} }, { mapping: own }) =>
    Object.entries(patterns).flatMap(([column, wordings]) => {
      const heading = listed(columns[column as StatementColumn] ?? []);
      const name = `${own.columns[column as StatementColumn]} (${heading})`;
      return wordings.map((wording) => own.says.part(name, wording));
    }),
  directionBy: ({ directionBy = 'numbers' }, { mapping: { says } }) => [
    says.direction[directionBy],
  ],
  directionWords: ({ directionWords }, { mapping: { means, says } }) =>
    (['in', 'out'] as const).flatMap((way) => {
      const words = directionWords?.[way] ?? [];
      return words.length > 0 ? [says.words(means[way], listed(words))] : [];
    }),
  dayFirst: ({ dayFirst, yearFirst }, { mapping: { dates, dateOrders }, colon }) => {
    const order = yearFirst === true ? 'year' : dayFirst ? 'day' : 'month';
    return [`${dates}${colon} ${dateOrders[order]}`];
  },
  yearFirst: nothing,
  dateAbove: ({ dateAbove }, { mapping: own }) => (dateAbove === true ? [own.dateAbove] : []),
  succeeded: ({ succeeded, columns }, { mapping: { means, says } }) =>
    columns.status === undefined ? [] : [says.words(means.succeeded, listed(succeeded))],
  failed: ({ failed, columns }, { mapping: { means, says } }) =>
    columns.status === undefined ? [] : [says.begins(means.failed, listed(failed))],
  hasNoStatus: ({ hasNoStatus }, { mapping: own }) =>
    hasNoStatus === true ? [own.everyLinePaid] : [],
  failedRows: ({ failedRows }, words) =>
    saidRows(failedRows, words).map(words.mapping.says.failedRow),
  notStatus: ({ notStatus = [] }, { mapping: { says } }) =>
    notStatus.length > 0 ? [says.notStatus(listed(notStatus))] : [],
  minusMeansOut: ({ minusMeansOut, directionBy }, { mapping: { says } }) =>
    minusMeansOut === undefined || directionBy === 'sign'
      ? []
      : [minusMeansOut ? says.minus.out : says.minus.back],
  amountHasFee: ({ amountHasFee, columns }, { mapping: { feeIs, fees } }) =>
    columns.fee === undefined
      ? []
      : [`${feeIs} ${amountHasFee === true ? fees.within : fees.besides}`],
  leftOut: ({ leftOut }, words) => saidRows(leftOut, words).map(words.mapping.says.leftOut),
  feeRows: ({ feeRows }, words) => saidRows(feeRows, words).map(words.mapping.says.feeRow),
  reversalRows: ({ reversalRows }, words) =>
    saidRows(reversalRows, words).map(words.mapping.says.reversalRow),
  expected: ({ expected = {} }, { mapping: { says } }) =>
    Object.entries(expected).map(([name, values]) =>
      says.expected(name, listed(values.map((value) => value.replace(OWN, says.number)))),
    ),
  expectedAbove: ({ expectedAbove = [] }, { mapping: { says } }) =>
    expectedAbove.map((text) => says.above(text.replace(OWN, says.number))),
  endsWithoutBreak: ({ endsWithoutBreak }, { mapping: { says } }) =>
    endsWithoutBreak === true ? [says.openEnd] : [],
};

const OWN = '{number}';

function saidRows(rows: StatementMapping['leftOut'], { colon }: Words): readonly string[] {
  return (rows ?? []).map(({ column, pattern }) =>
    column === undefined ? pattern : `${column}${colon} ${pattern}`,
  );
}
