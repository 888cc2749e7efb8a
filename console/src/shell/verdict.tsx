import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useFigures, useLines, useOverview } from '../api/reads.ts';
import { RIGHTS, waitsFor } from '../api/roles.ts';
import type { Overview, QueueName } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { useOperatorLabel } from '../hooks/use-operators.ts';
import { useWalletName } from '../hooks/use-wallet-name.ts';
import { linesInTrouble } from '../lines/line-trouble.ts';
import { sayProviderTroubles } from '../words/first-screen/say-provider-troubles.ts';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { VerdictBones } from './home-bones.tsx';
import { QUEUE_SLOTS } from './waiting.ts';

/** Whether everything is all right. It is never said to be before all of this has been read. */
export function Verdict() {
  const reads = { overview: useOverview(), lines: useLines(), figures: useFigures('24h') };
  const troubles = useTroubles(reads);
  const failed = PARTS.filter((part) => hasFailed(reads[part]));
  const isComplete = PARTS.every((part) => reads[part].data !== undefined);
  return (
    <>
      {(failed.length === 0 || troubles.length > 0) && (
        <Sentence
          troubles={troubles}
          isComplete={isComplete}
          queues={reads.overview.data?.queues ?? []}
        />
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

/** One sentence that says what needs whom, each with the way to it. */
function Sentence({ troubles, isComplete, queues }: SentenceProps) {
  const { home, colon } = useWords();
  const { verdict } = home;
  const { staff } = useMe();
  const waiting = (whom: 'me' | 'others') =>
    QUEUES.filter((name) => waitsFor(name, staff.role) === whom).flatMap(
      (name): readonly Matter[] => {
        const count = queues.find((queue) => queue.name === name)?.count ?? 0;
        return count === 0 ? [] : [{ text: verdict.waits[name](count), to: QUEUE_SLOTS[name] }];
      },
    );
  if (troubles.length > 0) {
    return (
      <p className="verdict verdict-bad">
        {verdict.attention(troubles.length)}
        {colon} <Matters matters={troubles} />
      </p>
    );
  }
  if (!isComplete) return <VerdictBones />;
  const [mine, others] = [waiting('me'), waiting('others')];
  if (mine.length + others.length === 0) {
    return <p className="verdict verdict-good">{verdict.good}</p>;
  }
  return (
    <p className="verdict verdict-calm">
      {verdict.works}
      {mine.length > 0 && (
        <>
          {' '}
          {verdict.waitsForYou}
          {colon} <Matters matters={mine} />
        </>
      )}
      {others.length > 0 && (
        <>
          {' '}
          {verdict.waitsForOthers}
          {colon} <Matters matters={others} />
        </>
      )}
    </p>
  );
}

/** In the order of urgency. */
const QUEUES = Object.keys(QUEUE_SLOTS) as readonly QueueName[];

interface Matter {
  readonly text: string;
  readonly to: LinkProps;
}

function Matters({ matters }: { readonly matters: readonly Matter[] }) {
  return matters.map(({ text, to }, index) => (
    <Fragment key={text}>
      <Link {...to} className="note-link">
        {text}
      </Link>
      {index < matters.length - 1 ? ', ' : '.'}
    </Fragment>
  ));
}

interface SentenceProps {
  readonly troubles: readonly Matter[];
  readonly isComplete: boolean;
  readonly queues: Overview['queues'];
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
function useTroubles({ overview, lines, figures }: Reads): readonly Matter[] {
  const words = useWords();
  const { verdict } = words.home;
  const { staff } = useMe();
  const operatorLabel = useOperatorLabel();
  const walletName = useWalletName();
  const { providers = [], operators = [], quarantine = null } = overview.data ?? {};
  const low = figures.data?.floats.filter(({ level }) => level === 'low') ?? [];
  const toFloat = { to: RIGHTS[staff.role].keepsBooks ? '/finance' : '/providers' } as const;
  return [
    ...(quarantine === null
      ? []
      : [{ text: verdict.quarantine, to: { to: '/under-way' } as const }]),
    ...sayProviderTroubles({ providers, operators }, operatorLabel, words).map((text) => ({
      text,
      to: { to: '/providers' } as const,
    })),
    ...low.map(({ wallet }) => ({ text: verdict.lowFloat(walletName(wallet)), to: toFloat })),
    ...linesInTrouble(lines.data?.items ?? []).map(({ line, problem }) => ({
      text: verdict[problem === null ? 'lineInGap' : 'lineUnseen'](formatMsisdn(line)),
      to: { to: '/lines' } as const,
    })),
  ];
}

interface Reads {
  readonly overview: Pick<ReturnType<typeof useOverview>, 'data'>;
  readonly lines: Pick<ReturnType<typeof useLines>, 'data'>;
  readonly figures: Pick<ReturnType<typeof useFigures>, 'data'>;
}
