import type { ReactNode } from 'react';
import { useWords } from '../../words/words.tsx';

/** What is being loaded, drawn in its own shape, so that nothing moves when it comes. */
export function Loading({ shape, lines = 5 }: LoadingProps) {
  const { errors } = useWords();
  return (
    <div className="loading" aria-busy="true">
      <span className="unseen">{errors.loading}</span>
      {SHAPES[shape](Array.from({ length: lines }, (_, line) => line))}
    </div>
  );
}

interface LoadingProps {
  readonly shape: Shape;
  readonly lines?: number;
}

export type Shape =
  | 'queue'
  | 'table'
  | 'fold'
  | 'texts'
  | 'cards'
  | 'facts'
  | 'panel'
  | 'short'
  | 'charts';

/** They use the classes of the real thing, whose heights and columns they must have. */
const SHAPES = {
  queue: (lines) => <Rows lines={lines} row={<QueueBones />} />,
  table: (lines) => <Rows lines={lines} row={<TableBones />} />,
  fold: (lines) => <Rows lines={lines} row={<FoldBones />} />,
  texts: (lines) => <Rows lines={lines} row={<FoldBones text={<Bone size="l" />} />} />,
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
} satisfies Record<Shape, (lines: readonly number[]) => ReactNode>;

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

function FoldBones({ text }: { readonly text?: ReactNode }) {
  return (
    <div className="webhook">
      <div className="webhook-head">
        <span>
          <Bone size="s" />
        </span>
        <span>
          <Bone size="l" />
        </span>
        {text !== undefined && <span className="sms-reason">{text}</span>}
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
