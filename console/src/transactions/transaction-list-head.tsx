import { ArrowDown, ArrowUp } from 'lucide-react';
import { type TransactionFilters, type TransactionOrder, useTotals } from '../api/reads.ts';
import type { Totals as TotalsAnswer } from '../api/types.ts';
import { formatTime } from '../words/format.ts';
import { formatCount, formatMoney } from '../words/money.ts';
import { useWords, type Words } from '../words/words.tsx';
import { useChangeFilters } from './transaction-filters.tsx';

/** The columns of the list; two of them sort it. */
export function TransactionColumns({ search }: TransactionColumnsProps) {
  const { fields, finding } = useWords();
  const change = useChangeFilters(search);
  const { order = 'newest' } = search;
  return (
    <div className="list-head line" role="group" aria-label={finding.columns}>
      <SortButton
        name={fields.amount}
        orders={['largest', 'smallest']}
        order={order}
        onSort={(chosen) => change({ order: chosen })}
      />
      <span>{fields.state}</span>
      <span>{fields.direction}</span>
      <span>{fields.operator}</span>
      <span>{fields.number}</span>
      <span className="line-reference">{fields.reference}</span>
      <SortButton
        name={fields.created}
        orders={['newest', 'oldest']}
        order={order}
        onSort={(chosen) => change({ order: chosen === 'newest' ? undefined : chosen })}
      />
    </div>
  );
}

interface TransactionColumnsProps {
  readonly search: TransactionFilters;
}

function SortButton({ name, orders, order, onSort }: SortButtonProps) {
  const { finding } = useWords();
  const [first, other] = orders;
  const isSorted = order === first || order === other;
  const next = order === first ? other : first;
  const Arrow = order === other ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="sort-button"
      aria-pressed={isSorted}
      aria-label={`${finding.sortBy(name)}: ${finding.sorts[next]}`}
      title={finding.sorts[isSorted ? order : next]}
      onClick={() => onSort(next)}
    >
      {name}
      {isSorted && <Arrow className="icon" aria-hidden="true" />}
    </button>
  );
}

interface SortButtonProps {
  readonly name: string;
  /** The first click sorts by the first, the next by the other. */
  readonly orders: readonly [TransactionOrder, TransactionOrder];
  readonly order: TransactionOrder;
  readonly onSort: (order: TransactionOrder) => void;
}

/** What the list comes to; its filters are moments instead of days. */
export function Totals({ filters }: { readonly filters: TransactionFilters }) {
  const { finding, language } = useWords();
  const { data } = useTotals(filters);
  // Its room is reserved, so that nothing moves when it comes.
  if (data === undefined) return <p className="totals">…</p>;
  return (
    <p className="totals" role="status" aria-label={finding.totals}>
      <strong>{finding.count(formatCount(data.count), data.count === 1)}</strong>
      {sumsOf(data, filters, finding).map((sum) => (
        <span key={sum}> · {sum}</span>
      ))}
      {data.since !== null && (
        <span className="soft"> {finding.since(formatTime(data.since, language))}</span>
      )}
    </p>
  );
}

/**
 * What came in and what went out are two sums, and what failed is none of either: without a state
 * only what succeeded is added up, by direction.
 */
function sumsOf(
  totals: TotalsAnswer,
  { direction, state, under_way }: TransactionFilters,
  { succeeded, together }: Words['finding'],
): readonly string[] {
  const isOfOneWay = direction !== undefined || under_way !== undefined;
  if (under_way !== undefined || (state !== undefined && state !== 'succeeded')) {
    return isOfOneWay ? [together(formatMoney(totals.amount_xaf))] : [];
  }
  const { withdrawals_succeeded: out = 0, withdrawals_succeeded_xaf: outXaf = 0 } = totals;
  const deposits = [totals.succeeded - out, formatMoney(totals.succeeded_xaf - outXaf)] as const;
  return [
    ...(direction === 'withdrawal' ? [] : [succeeded.deposit(...deposits)]),
    ...(direction === 'deposit' ? [] : [succeeded.withdrawal(out, formatMoney(outXaf))]),
  ];
}
