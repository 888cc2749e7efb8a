import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.tsx';
import type { Identified, SteadyRow } from './steady-rows.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/** A live list in which nothing moves by itself. */
export function SteadyList<T extends Identified>(props: SteadyListProps<T>) {
  const { list } = useWords();
  const steady = useSteadyRows(props.items, props.listId);
  return (
    <div className="steady" {...steady.hold}>
      {/* Its room is reserved, so that nothing moves when it appears. */}
      <div className="fresh-place" role="status">
        {steady.waiting > 0 && (
          <button type="button" className="fresh" onClick={steady.showWaiting}>
            {list.fresh(steady.waiting)}
          </button>
        )}
      </div>
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

interface SteadyListProps<T> {
  readonly items: readonly T[] | undefined;
  /** Another list starts from the beginning instead of changing into this one. */
  readonly listId: string;
  readonly label: string;
  readonly empty: ReactNode;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly render?: (row: SteadyRow<T>) => ReactNode;
  /** Instead of a list. */
  readonly table?: (rows: readonly SteadyRow<T>[]) => ReactNode;
  readonly onMore: () => void;
}
