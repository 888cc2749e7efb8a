import { useFigures, useLines, useOverview } from '../api/reads.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { linesInTrouble } from '../lines/line-trouble.ts';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { VerdictBones } from './home-bones.tsx';
import { sumOf, useWaiting } from './waiting.ts';

/** Whether everything is all right. It is never said to be before all of this has been read. */
export function Verdict() {
  const reads = { overview: useOverview(), lines: useLines(), figures: useFigures('24h') };
  const troubles = useTroubles(reads);
  const failed = PARTS.filter((part) => hasFailed(reads[part]));
  const isComplete = PARTS.every((part) => reads[part].data !== undefined);
  return (
    <>
      {(failed.length === 0 || troubles.length > 0) && (
        <Sentence troubles={troubles} isComplete={isComplete} />
      )}
      {failed.length > 0 && (
        <Unread
          parts={failed}
          onRetry={() => void Promise.all(failed.map((part) => reads[part].refetch()))}
        />
      )}
    </>
  );
}

/** All that the verdict is made from. */
const PARTS = ['overview', 'lines', 'figures'] as const;
type Part = (typeof PARTS)[number];

interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetched: boolean;
}

/** Also while it is tried again: then the error is gone for a moment, but nothing has been read. */
function hasFailed({ data, error, isFetched }: Read): boolean {
  return error !== null || (isFetched && data === undefined);
}

function Sentence({ troubles, isComplete }: SentenceProps) {
  const { verdict } = useWords().home;
  const waiting = sumOf(useWaiting());
  if (troubles.length > 0) return <p className="verdict verdict-bad">{verdict.bad(troubles)}</p>;
  if (!isComplete) return <VerdictBones />;
  if (waiting > 0) return <p className="verdict verdict-calm">{verdict.calm(waiting)}</p>;
  return <p className="verdict verdict-good">{verdict.good}</p>;
}

interface SentenceProps {
  readonly troubles: readonly string[];
  readonly isComplete: boolean;
}

function Unread({ parts, onRetry }: UnreadProps) {
  const { home, errors } = useWords();
  const { verdict } = home;
  return (
    <div className="verdict stale" role="alert">
      <p>{verdict.unread(parts.map((part) => verdict.parts[part]))}</p>
      <button type="button" className="quiet-button" onClick={onRetry}>
        {errors.retry}
      </button>
    </div>
  );
}

interface UnreadProps {
  readonly parts: readonly Part[];
  readonly onRetry: () => void;
}

/** What is wrong with the machinery, as opposed to work that waits; each by its name. */
function useTroubles({ overview, lines, figures }: Reads): readonly string[] {
  const { verdict } = useWords().home;
  const walletName = useWalletName();
  const { providers = [], quarantine = null } = overview.data ?? {};
  const down = providers.filter(
    ({ status, is_feature_flag_enabled }) => is_feature_flag_enabled && status === 'unavailable',
  );
  const low = figures.data?.floats.filter(({ level }) => level === 'low') ?? [];
  return [
    ...(quarantine === null ? [] : [verdict.quarantine]),
    ...down.map(({ display_name }) => display_name),
    ...low.map(({ wallet }) => verdict.lowFloat(walletName(wallet))),
    ...linesInTrouble(lines.data?.items ?? []).map(({ line }) => verdict.line(formatMsisdn(line))),
  ];
}

interface Reads {
  readonly overview: Pick<ReturnType<typeof useOverview>, 'data'>;
  readonly lines: Pick<ReturnType<typeof useLines>, 'data'>;
  readonly figures: Pick<ReturnType<typeof useFigures>, 'data'>;
}
