import type { ReactNode } from 'react';
import { Loading, type Shape } from './loading.tsx';
import { Problem, StaleNote, type StaleNoteProps } from './problem.tsx';

/** What a query brought; before that its shape, and what went wrong if nothing came. */
export function Loaded<T>({ query, shape, lines, children }: LoadedProps<T>) {
  if (query.data === undefined) return <Unloaded query={query} shape={shape} lines={lines} />;
  return (
    <>
      <StaleNote query={query} />
      {children(query.data)}
    </>
  );
}

interface LoadedProps<T> extends UnloadedProps {
  readonly query: StaleNoteProps['query'] & { readonly data: T | undefined };
  readonly children: (data: T) => ReactNode;
}

export function Unloaded({ query, shape, lines }: UnloadedProps) {
  const { error } = query;
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />;
  return <Loading shape={shape} {...(lines === undefined ? {} : { lines })} />;
}

interface UnloadedProps extends StaleNoteProps {
  readonly shape: Shape;
  /** How many rows are drawn while nothing has come yet. */
  readonly lines?: number | undefined;
}
