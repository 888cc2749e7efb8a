import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.tsx';
import type { Identified, SteadyRow } from './steady-rows.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** A live list in which nothing moves by itself; it stands in a `LiveList`. */
export function SteadyList<T extends Identified>(props: SteadyListProps<T>) {
  const { list } = useWords();
  const steady = useSteadyRows(props.items, props.listId);
  return (
    <div className="steady" {...steady.hold}>
      <div className="fresh-place" role="status">
        {steady.waiting > 0 && (
          <button type="button" className="fresh" onClick={steady.showWaiting}>
            {list.fresh(steady.waiting)}
          </button>
        )}
      </div>
      {props.head}
      {steady.rows.length === 0 && props.empty}
      {steady.rows.length > 0 && props.table?.(steady.rows)}
      {steady.rows.length > 0 && props.render !== undefined && (
        <ul className="rows" aria-label={props.label} data-rows>
          {steady.rows.map(props.render)}
        </ul>
      )}
      {props.hasMore && (
        <Button variant="default" onClick={props.onMore} loading={props.isLoadingMore}>
          {list.more}
        </Button>
      )}
    </div>
  );
}

/** Around a live list, and around its shape while it loads: the room of the button of new rows. */
export function LiveList({ children }: { readonly children: ReactNode }) {
  return <div className="live-list">{children}</div>;
}

interface SteadyListProps<T> {
  readonly items: readonly T[] | undefined;
  /** Another list starts from the beginning instead of changing into this one. */
  readonly listId: string;
  readonly label: string;
  /** Stands above the rows, and below the button of new ones. */
  readonly head?: ReactNode;
  readonly empty: ReactNode;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly render?: (row: SteadyRow<T>) => ReactNode;
  /** Instead of a list. */
  readonly table?: (rows: readonly SteadyRow<T>[]) => ReactNode;
  readonly onMore: () => void;
}
