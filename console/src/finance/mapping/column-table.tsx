import { NativeSelect } from '@mantine/core';
import type { StatementColumn, StatementLook } from '../../api/types.ts';
import { ScrollingTable } from '../../ui/lists/scrolling-table.tsx';
import { useWords } from '../../words/words.tsx';
import { type EditedMapping, type Meaning, meaningOf, withMeaning } from './edit-mapping.ts';

const ROWS_SHOWN = 8;

/** The first rows of a file as it is; above each column a person says what it is. */
export function ColumnTable({ look, mapping, onEdit }: ColumnTableProps) {
  const { mapping: words } = useWords();
  const names = namesIn(look);
  const below = look.rows.slice(look.header, look.header + ROWS_SHOWN);
  return (
    <ScrollingTable label={words.firstRows}>
      <table className="file-table">
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {names.map((name, place) => (
              <th key={`${place} ${name}`} scope="col">
                <span className="file-heading">{name.trim() === '' ? words.unnamed : name}</span>
                <ColumnMeaning {...{ look, mapping, onEdit, name, place }} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {below.map(({ row, cells }) => (
            <tr key={row}>
              <td>{row}</td>
              {names.map((name, place) => (
                <td key={`${place} ${name}`} title={cells[place]} data-clips>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}

function namesIn({ rows, header }: StatementLook): readonly string[] {
  return rows[header - 1]?.cells ?? [];
}

function ColumnMeaning({ look, mapping, onEdit, name, place }: MeaningProps) {
  const { mapping: words } = useWords();
  const now = meaningOf(mapping, name);
  // A mapping finds a column by its name: the first of two.
  const isFound = name.trim() !== '' && namesIn(look).indexOf(name) === place;
  const choose = (value: string) => {
    const meaning = (value === '' ? null : value) as Meaning;
    onEdit(withMeaning(mapping, { name, meaning }));
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={words.meaningOf(name)}
      value={now ?? ''}
      disabled={!isFound}
      data={[
        { value: '', label: words.notUsed },
        ...Object.entries(words.columns).map(([value, label]) => ({ value, label })),
        { value: 'parts' satisfies Meaning, label: words.parts },
        { value: 'not_status' satisfies Meaning, label: words.notStatus },
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

export interface ColumnTableProps {
  readonly look: StatementLook;
  readonly mapping: EditedMapping;
  readonly onEdit: (mapping: EditedMapping) => void;
}

interface MeaningProps extends ColumnTableProps {
  readonly name: string;
  readonly place: number;
}

/** What a mapping still has to name, as people call it. */
export function useColumnNames(columns: readonly StatementColumn[]): string {
  const { mapping: words } = useWords();
  return columns.map((column) => words.columns[column]).join(', ');
}
