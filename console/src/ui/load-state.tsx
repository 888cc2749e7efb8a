import { Button, Skeleton } from '@mantine/core';
import { ApiError } from '../api/client.ts';
import { sayRefusal } from '../words/service/say-refusal.ts';
import { useWords, type Words } from '../words/words.tsx';

/** What a screen shows before it has data: placeholders for the rows, or what went wrong. */
export function LoadState({ query, lines = 5 }: LoadStateProps) {
  const words = useWords();
  if (query.error === null) {
    return (
      <div className="loading" aria-busy="true">
        {Array.from({ length: lines }, (_, line) => (
          // The lines are all alike and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Skeleton key={line} height={36} radius="sm" />
        ))}
      </div>
    );
  }
  return (
    <div className="problem" role="alert">
      <p>{describeProblem(query.error, words)}</p>
      <Button variant="default" size="sm" onClick={() => void query.refetch()}>
        {words.errors.retry}
      </Button>
    </div>
  );
}

interface LoadStateProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  readonly lines?: number;
}

/** What is on screen is old, since the service no longer answers. */
export function StaleNote({ query }: Pick<LoadStateProps, 'query'>) {
  const words = useWords();
  if (query.error === null) return null;
  return (
    <p className="stale" role="alert">
      {describeProblem(query.error, words)}
    </p>
  );
}

export function Empty({ text }: { readonly text: string }) {
  return <p className="empty">{text}</p>;
}

export function describeProblem(error: Error, words: Words): string {
  if (!(error instanceof ApiError)) return words.errors.crash;
  if (error.status === 0) return words.errors.offline;
  // A proxy in between gives no code; the service says why.
  if (error.status === 403 && error.refusal.code === '') return words.errors.forbidden;
  if (error.status === 404) return words.errors.notFound;
  if (error.status === 429) {
    return words.signIn.locked(Math.max(1, Math.ceil((error.retryAfterS ?? 60) / 60)));
  }
  if (error.status >= 500) return words.errors.server;
  const said = sayRefusal(error, words);
  return error.refusal.code === '' ? words.errors.other(said) : said;
}
