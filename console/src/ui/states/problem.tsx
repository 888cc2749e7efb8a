import { Button } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { useWords } from '../../words/words.tsx';
import { CopyText } from '../figures.tsx';
import { describeProblem } from './describe-problem.ts';
import { StateMark } from './state-mark.tsx';

/** Nothing could be loaded: what went wrong, what to do, and under which id it was logged. */
export function Problem({ error, onRetry }: ProblemProps) {
  const words = useWords();
  const isNowhere = error instanceof ApiError && error.status === 404;
  return (
    <div className="state state-problem" role="alert">
      <StateMark kind={isNowhere ? 'search' : 'broken'} />
      <p className="state-text">{describeProblem(error, words)}</p>
      {isFinal(error) ? (
        // A plain link, since signing in has no router yet.
        <a href="/console" className="quiet-button">
          {words.empty.goTo(words.nav.home)}
        </a>
      ) : (
        <Button variant="default" size="sm" onClick={onRetry}>
          {words.errors.retry}
        </Button>
      )}
      <RequestId error={error} />
    </div>
  );
}

/** The same question gets the same answer, however often it is asked. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404);
}

interface ProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Only for faults: the operator of the service finds the cause in its log by this id. */
function RequestId({ error }: Pick<ProblemProps, 'error'>) {
  const { errors, colon } = useWords();
  const isFault = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  if (!isFault || error.requestId === null) return null;
  return (
    <p className="state-id">
      {errors.quote} {errors.requestId}
      {colon} <span className="code">{error.requestId}</span>{' '}
      <CopyText value={error.requestId} label={errors.requestId} />
    </p>
  );
}

/** What is on screen is old, since the service no longer answers. */
export function StaleNote({ query }: StaleNoteProps) {
  const words = useWords();
  if (query.error === null) return null;
  return (
    <div className="stale" role="alert">
      <p>{describeProblem(query.error, words)}</p>
      {!isFinal(query.error) && (
        <button type="button" className="quiet-button" onClick={() => void query.refetch()}>
          {words.errors.retry}
        </button>
      )}
    </div>
  );
}

export interface StaleNoteProps {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
}
