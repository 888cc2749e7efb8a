import type { ReactNode } from 'react';
import { Unloaded } from '../states/loaded.tsx';
import type { Shape } from '../states/loading.tsx';
import { StaleNote } from '../states/problem.tsx';
import { LiveList, SteadyList } from './steady-list.tsx';
import type { Identified, SteadyRow } from './steady-rows.ts';

/** A live list in pages: placeholders while it loads, errors, the rows, and a button for more. */
export function PagedList<T extends Identified>({
  query,
  shape,
  lines,
  ...list
}: PagedListProps<T>) {
  const items = itemsOf(query);
  if (items === undefined) {
    return (
      // Replaced as a whole: an empty queue takes the width of both columns, and its head reflows.
      <LiveList key="loading">
        <div className="steady">
          {list.head}
          <Unloaded query={query} shape={shape} lines={lines} />
        </div>
      </LiveList>
    );
  }
  return (
    <LiveList>
      <StaleNote query={query} />
      <SteadyList
        {...list}
        items={items}
        hasMore={query.hasNextPage}
        isLoadingMore={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </LiveList>
  );
}

export interface PagedListProps<T> {
  readonly query: PagedQuery<T>;
  readonly listId: string;
  readonly label: string;
  readonly head?: ReactNode;
  /** What is shown when there is no row. */
  readonly empty: ReactNode;
  readonly shape: Shape;
  /** How many rows are drawn while nothing has come yet. */
  readonly lines?: number;
  readonly render: (row: SteadyRow<T>) => ReactNode;
}

/** What the list needs of an infinite query. */
interface PagedQuery<T> extends Pages<T> {
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface Pages<T> {
  readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
}

export function itemsOf<T>({ data }: Pages<T>): readonly T[] | undefined {
  return data?.pages.flatMap((page) => page.items);
}
