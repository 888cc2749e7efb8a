import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TransactionRow } from '../api/types.ts';
import { DirectionMark, Mark, OperatorMark, StateBadge } from '../ui/badges.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { formatMsisdn, referenceName, shortId } from '../words/format.ts';
import { useWords } from '../words/words.tsx';

/** One row of a list of transactions; the whole row is the link. */
export function TransactionListRow({ line, isLeaving = false }: TransactionRowProps) {
  const words = useWords();
  return (
    <li className="row" data-leaving={isLeaving || undefined}>
      <Link className="row-link line" to="/transactions/$id" params={{ id: line.id }} data-row>
        <span className="line-amount">
          <Money xaf={line.amount_xaf} />
        </span>
        <span className="line-state">
          <StateBadge state={line.state} reason={line.reason_code} />
        </span>
        <span className="line-direction">
          <DirectionMark direction={line.direction} />
        </span>
        <span className="line-operator">
          <OperatorMark operator={line.operator} />
        </span>
        <span className="line-number">{formatMsisdn(line.msisdn_masked)}</span>
        <span className="line-reference" title={line.reference} data-clips>
          {referenceName(line.reference, words)}
          {line.found_by !== undefined && ` · ${words.finding.foundBy[line.found_by]}`}
        </span>
        <span className="line-time">
          <Time at={line.created_at} />
        </span>
      </Link>
    </li>
  );
}

interface TransactionRowProps {
  readonly line: TransactionRow;
  readonly isLeaving?: boolean;
}

/** The short form, for lists beside other content. */
export function ShortRows({ lines, mark }: ShortLinesProps) {
  const { dangers } = useWords().actions.payout;
  return (
    <ul className="short-lines">
      {lines.map((line) => (
        <li key={line.id} className={line.id === mark ? 'short-line here' : 'short-line'}>
          <Link to="/transactions/$id" params={{ id: line.id }} className="short-link">
            <span className="short-when">
              <Time at={line.created_at} />
            </span>
            <span>
              <DirectionMark direction={line.direction} />
            </span>
            <span className="short-amount">
              <Money xaf={line.amount_xaf} />
            </span>
            <StateBadge state={line.state} reason={line.reason_code} />
            {line.direction === 'deposit' && line.marks.includes('deposit_disputed') && (
              <Mark tone="red" text={dangers.deposit_disputed} />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface ShortLinesProps {
  readonly lines: readonly TransactionRow[];
  /** The id of the transaction that is open. */
  readonly mark?: string;
}

export function PlayerLink({ playerId }: { readonly playerId: string }): ReactNode {
  return (
    <Link to="/players/$playerId" params={{ playerId }} title={playerId} className="inline-link">
      {shortId(playerId)}
    </Link>
  );
}
