import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTransaction } from '../api/reads.ts';
import type { DetailAnswer, TransactionDetail } from '../api/types.ts';
import { useMe } from '../hooks/use-me.ts';
import { PayoutNote } from '../submissions/provider-talk.tsx';
import { Time } from '../ui/figures.tsx';
import { LoadState, StaleNote } from '../ui/load-state.tsx';
import { formatMoney } from '../words/money.ts';
import { useWords } from '../words/words.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { TransactionHead } from './transaction-facts.tsx';

/** What a queue shows beside its list: the request, its decision, and what helps to decide. */
export function TransactionPanel({ id, children }: TransactionPanelProps) {
  const { transaction: words, colon } = useWords();
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
          {words.open}
          {colon} {words.title}
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
  const { approval_second_person_xaf: thresholdXaf } = useMe();
  const isOpen = transaction.state === 'pending_approval';
  const needsSecond = isOpen && transaction.needs_second_person;
  if (!needsSecond && transaction.approvals.length === 0) return null;
  return (
    <div className="approvals-note">
      {needsSecond && <p>{words.needsSecond(formatMoney(thresholdXaf))}</p>}
      {transaction.approvals.length > 0 && (
        <p>
          {isOpen ? words.approvals : words.approved}{' '}
          {transaction.approvals.map(({ staff, staff_id, at, counts }) => (
            <strong key={staff_id}>
              {staff} (<Time at={at} />){isOpen && !counts && ` ${words.notCounted}`}{' '}
            </strong>
          ))}
        </p>
      )}
    </div>
  );
}
