import type { ContradictionRow, HistoryRow } from '../api/types.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { Mark, StateBadge } from '../ui/badges.tsx';
import { Time } from '../ui/figures.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { useWords } from '../words/words.tsx';
import { actorName } from './actor-name.ts';

/**
 * The history of a transaction, oldest first: state, why, by whom and when. What was said against
 * it later changes no state, and stands where it was said.
 */
export function Timeline({ history, contradictions = [] }: TimelineProps) {
  const words = useWords();
  if (history.length === 0) return <Empty text={words.empty.history} />;
  const lines = [
    ...history.map((line) => ({ at: line.at, shown: <Move key={line.seq} line={line} /> })),
    ...contradictions.map((said) => ({
      at: said.recorded_at,
      shown: <SaidAgainst key={said.id} said={said} />,
    })),
  ];
  return (
    <ol className="timeline">
      {lines.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ shown }) => shown)}
    </ol>
  );
}

interface TimelineProps {
  readonly history: readonly HistoryRow[];
  readonly contradictions?: readonly ContradictionRow[];
}

function Move({ line }: { readonly line: HistoryRow }) {
  const words = useWords();
  const providerName = useProviderName();
  return (
    <li className="timeline-line">
      <p className="timeline-what">
        <StateBadge state={line.to_state} reason={line.reason_code} />
        <Time at={line.at} />
      </p>
      <p className="timeline-why">{words.said(line.reason)}</p>
      <p className="timeline-who">{actorName(line.actor, words, providerName)}</p>
    </li>
  );
}

function SaidAgainst({ said }: { readonly said: ContradictionRow }) {
  const { contradictions: words, actions, colon, said: say } = useWords();
  return (
    <li className="timeline-line">
      <p className="timeline-what">
        <Mark
          tone={said.closed_at === null ? 'red' : 'grey'}
          text={actions.payout.dangers.contradicted}
        />
        <Time at={said.recorded_at} />
      </p>
      <p className="timeline-why">{say(said.remark)}</p>
      {said.closed_at !== null && (
        <p className="timeline-who">
          {words.closedBy}
          {colon} {said.closed_by} · <Time at={said.closed_at} />
        </p>
      )}
    </li>
  );
}
