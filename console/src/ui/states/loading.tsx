import type { ReactNode } from 'react';
import { useWords } from '../../words/words.tsx';
import { type ColumnPlace, classOf, tracksOf } from '../lists/table.tsx';

/** What is being loaded, drawn in its own shape, so that nothing moves when it comes. */
export function Loading({ shape, lines = 5 }: LoadingProps) {
  const { errors } = useWords();
  const drawn = Array.from({ length: lines }, (_, line) => line);
  return (
    <div className="loading" aria-busy="true">
      <span className="unseen">{errors.loading}</span>
      {typeof shape === 'string' ? (
        SHAPES[shape](drawn)
      ) : (
        <ListBones columns={shape} lines={drawn} />
      )}
    </div>
  );
}

interface LoadingProps {
  readonly shape: Shape;
  readonly lines?: number;
}

/** A table is drawn with its own columns, under their heads. */
export type Shape = NamedShape | readonly ColumnPlace[];

type NamedShape = 'queue' | 'table' | 'texts' | 'cards' | 'facts' | 'panel' | 'short' | 'charts';

/** They use the classes of the real thing, whose heights and columns they must have. */
const SHAPES = {
  queue: (lines) => <Rows lines={lines} row={<QueueBones />} />,
  table: (lines) => <Rows lines={lines} row={<TableBones />} />,
  texts: (lines) => <Rows lines={lines} row={<FoldBones />} />,
  cards: (lines) => (
    <div className="stack">
      {lines.map((line) => (
        <div key={line} className="card">
          <p className="card-bone">
            <Bone size="m" />
          </p>
          <FactBones count={3} />
        </div>
      ))}
    </div>
  ),
  facts: (lines) => <FactBones count={lines.length} />,
  panel: (lines) => (
    <div className="panel">
      <p>
        <Bone size="m" />
      </p>
      <p className="head-amount">
        <Bone size="m" />
      </p>
      <div className="card">
        <FactBones count={lines.length} />
      </div>
    </div>
  ),
  charts: () => (
    <div className="charts charts-waiting">
      {CHARTS.map((chart) => (
        <div key={chart} className="chart-bone" />
      ))}
    </div>
  ),
  short: (lines) => (
    <div className="key-lines">
      {lines.map((line) => (
        <p key={line}>
          <Bone size="l" />
        </p>
      ))}
    </div>
  ),
} satisfies Record<NamedShape, (lines: readonly number[]) => ReactNode>;

const CHARTS = [1, 2, 3, 4] as const;

function Rows({ lines, row }: { readonly lines: readonly number[]; readonly row: ReactNode }) {
  return (
    <div className="rows">
      {lines.map((line) => (
        <div key={line} className="row">
          {row}
        </div>
      ))}
    </div>
  );
}

function QueueBones() {
  return (
    <div className="row-link queue-line">
      <span className="line-amount">
        <Bone size="m" />
      </span>
      <span className="line-operator">
        <Bone size="s" />
      </span>
      <span className="line-number">
        <Bone size="m" />
      </span>
      <span className="line-time">
        <Bone size="s" />
      </span>
    </div>
  );
}

const COLUMNS = ['amount', 'state', 'direction', 'operator', 'number', 'reference', 'time'];

function TableBones() {
  return (
    <div className="row-link line">
      {COLUMNS.map((column) => (
        <span key={column} className={`line-${column}`}>
          <Bone size={column === 'operator' ? 's' : 'm'} />
        </span>
      ))}
    </div>
  );
}

function ListBones({ columns, lines }: ListBonesProps) {
  return (
    <div className="table-place">
      <table className="table" style={tracksOf(columns)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {columns.map((column) => (
                <td key={column.head} className={classOf(column)} data-head={column.head}>
                  <Bone size={column.kind === 'text' ? 'm' : 's'} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListBonesProps {
  readonly columns: readonly ColumnPlace[];
  readonly lines: readonly number[];
}

function FoldBones() {
  return (
    <div className="webhook">
      <div className="webhook-head">
        <span>
          <Bone size="s" />
        </span>
        <span>
          <Bone size="l" />
        </span>
        <span className="sms-reason">
          <Bone size="l" />
        </span>
      </div>
    </div>
  );
}

function FactBones({ count }: { readonly count: number }) {
  return (
    <div className="facts">
      {Array.from({ length: count }, (_, line) => (
        // They are all alike and never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={line} className="fact">
          <span>
            <Bone size="s" />
          </span>
          <span>
            <Bone size="m" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Room for a word. */
function Bone({ size }: { readonly size: 's' | 'm' | 'l' }) {
  return <span className={size === 'm' ? 'bone' : `bone bone-${size}`} />;
}
