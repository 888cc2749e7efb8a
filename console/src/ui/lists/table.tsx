import { ChevronRight } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { showInView } from '../../hooks/show-in-view.ts';

/**
 * A table that keeps its columns at every width. Where there is no room for all of them, those that
 * matter less go below the row with their names, so that nothing is cut off or scrolls sideways.
 */
export function Table<T>({ label, caption, columns, rows, ...rest }: TableProps<T>) {
  return (
    <div className="table-place">
      <table className="table" aria-label={label} style={tracksOf(columns)}>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-rows>
          {rows.map((row) => (
            <Row key={rest.keyOf(row)} row={row} columns={columns} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableProps<T> extends RowRules<T> {
  readonly label: string;
  /** The label as it is seen, where no heading says it. */
  readonly caption?: string;
  /** The first one names the row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

interface RowRules<T> {
  readonly isTotal?: (row: T) => boolean;
  readonly isLeaving?: (row: T) => boolean;
  /** A search led to this row. */
  readonly isWanted?: (row: T) => boolean;
  /** What a row has below it once it is opened. */
  readonly opens?: (row: T) => ReactNode;
}

export interface Column<T> extends ColumnPlace {
  readonly cell: (row: T) => ReactNode;
}

export interface ColumnPlace {
  readonly head: string;
  /** Figures are aligned on the right and never broken, ids are broken anywhere. */
  readonly kind?: 'text' | 'figure' | 'id' | 'acts';
  /** From which width on it has a column: 1 on every phone, 2 on a tablet, 3 on a wide screen. */
  readonly from?: Breadth;
}

type Breadth = 1 | 2 | 3;

function Row<T>({ row, columns, opens, ...rules }: RowRules<T> & RowParts<T>) {
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = columns;
  if (first === undefined) return null;
  return (
    <tr
      ref={rules.isWanted?.(row) ? showInView : undefined}
      data-here={rules.isWanted?.(row) || undefined}
      data-total={rules.isTotal?.(row) || undefined}
      data-leaving={rules.isLeaving?.(row) || undefined}
      data-opens={opens !== undefined || undefined}
    >
      <th scope="row" className={classOf(first)}>
        {opens === undefined ? (
          first.cell(row)
        ) : (
          <button
            type="button"
            className="row-opener"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            data-row
          >
            <ChevronRight className="icon" aria-hidden="true" />
            {first.cell(row)}
          </button>
        )}
      </th>
      {others.map((column) => (
        <td key={column.head} className={classOf(column)} data-head={column.head}>
          {column.cell(row)}
        </td>
      ))}
      {isOpen && <td className="table-fold">{opens?.(row)}</td>}
    </tr>
  );
}

interface RowParts<T> {
  readonly row: T;
  readonly columns: readonly Column<T>[];
}

export function classOf({ kind = 'text', from = 1 }: ColumnPlace): string {
  return `cell-${kind} cell-from-${from}`;
}

/** The columns that have room at each breadth. */
export function tracksOf(columns: readonly ColumnPlace[]): CSSProperties {
  const tracksFrom = (breadth: Breadth) =>
    columns
      .filter(({ from = 1 }) => from <= breadth)
      .map(({ kind = 'text' }) => TRACKS[kind])
      .join(' ');
  return {
    '--tracks-1': tracksFrom(1),
    '--tracks-2': tracksFrom(2),
    '--tracks-3': tracksFrom(3),
  } as CSSProperties;
}

const TRACKS = {
  // However wide its neighbours are, a text is never broken letter by letter.
  text: 'minmax(10ch, auto)',
  id: 'minmax(8ch, auto)',
  figure: 'max-content',
  acts: 'max-content',
} as const;
