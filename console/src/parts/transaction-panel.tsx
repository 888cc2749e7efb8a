import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTransaction } from '../api/reads.ts';
import type { DetailAnswer, TransactionDetail } from '../api/types.ts';
import { useWords } from '../words/words.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { TransactionHead } from './facts.tsx';
import { Time } from './figures.tsx';
import { LoadState, StaleNote } from './load-state.tsx';
import { PayoutNote } from './provider-talk.tsx';

/** What a queue shows beside its list: the request, its decision, and what helps to decide. */
export function TransactionPanel({ id, children }: TransactionPanelProps) {
  const { transaction: words } = useWords();
  const query = useTransaction(id);
  if (query.data === undefined) return <LoadState query={query} />;
  const { transaction } = query.data;
  return (
    <div className="panel">
      <StaleNote query={query} />
      <TransactionHead transaction={transaction} />
      <PayoutNote detail={query.data} />
      <Approvals transaction={transaction} />
      <DecisionButtons transaction={transaction} />
      {children(query.data)}
      <p>
        <Link to="/transactions/$id" params={{ id }} className="inline-link">
          {words.open}: {words.title}
        </Link>
      </p>
    </div>
  );
}

interface TransactionPanelProps {
  readonly id: string;
  readonly children: (detail: DetailAnswer) => ReactNode;
}

/** Who has approved so far, when one person is not enough. */
export function Approvals({ transaction }: { readonly transaction: TransactionDetail }) {
  const { transaction: words } = useWords();
  if (!transaction.needs_second_person && transaction.approvals.length === 0) return null;
  return (
    <div className="approvals-note">
      {transaction.needs_second_person && <p>{words.needsSecond}</p>}
      {transaction.approvals.length > 0 && (
        <p>
          {words.approvals}{' '}
          {transaction.approvals.map(({ staff, staff_id, at }) => (
            <strong key={staff_id}>
              {staff} (<Time at={at} />){' '}
            </strong>
          ))}
        </p>
      )}
    </div>
  );
}
