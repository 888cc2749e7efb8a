import type { HistoryRow } from '../api/types.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { StateBadge } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { useWords } from '../words/words.tsx';
import { actorName } from './actor-name.ts';

/** The history of a transaction, oldest first: state, why, by whom and when. */
export function Timeline({ history }: { readonly history: readonly HistoryRow[] }) {
  const words = useWords();
  const providerName = useProviderName();
  if (history.length === 0) return <Empty text={words.empty.history} />;
  return (
    <ol className="timeline">
      {history.map((line) => (
        <li key={line.seq} className="timeline-line">
          <p className="timeline-what">
            <StateBadge state={line.to_state} reason={line.reason_code} />
            <Time at={line.at} />
          </p>
          <p className="timeline-why">{words.said(line.reason)}</p>
          <p className="timeline-who">{actorName(line.actor, words, providerName)}</p>
        </li>
      ))}
    </ol>
  );
}
