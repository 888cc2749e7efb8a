import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTransaction } from '../api/reads.ts';
import type { Action, DetailAnswer, TransactionDetail } from '../api/types.ts';
import { ContradictionNote } from '../contradictions/contradiction-note.tsx';
import { PayoutNote } from '../provider-requests/provider-talk.tsx';
import { decisionsOf } from '../transactions/actions.ts';
import { Time } from '../ui/figures.tsx';
import { Unloaded } from '../ui/states/loaded.tsx';
import { StaleNote } from '../ui/states/problem.tsx';
import { useWords } from '../words/words.tsx';
import type { Agreed } from './deciding/counted-approvals.ts';
import { DecisionButtons, DecisionSigns } from './decision-buttons.tsx';
import { TransactionHead } from './transaction-facts.tsx';

/** What a queue shows beside its list: the request, its decision, and what helps to decide. */
export function TransactionPanel({ id, onDecided, children }: TransactionPanelProps) {
  const { transaction: words } = useWords();
  const query = useTransaction(id);
  if (query.data === undefined) return <Unloaded query={query} shape="panel" />;
  const { transaction } = query.data;
  return (
    <div className="panel">
      <StaleNote query={query} />
      <TransactionHead transaction={transaction} />
      <ContradictionNote detail={query.data} />
      <PayoutNote detail={query.data} />
      <Approvals transaction={transaction} />
      <DecisionSigns transaction={transaction} />
      {children(query.data)}
      <p>
        <Link to="/transactions/$id" params={{ id }} className="inline-link">
          {words.open}
        </Link>
      </p>
      <div className="act-bar">
        <DecisionButtons detail={query.data} onDecided={onDecided} />
      </div>
    </div>
  );
}

interface TransactionPanelProps {
  readonly id: string;
  readonly onDecided: () => void;
  readonly children: (detail: DetailAnswer) => ReactNode;
}

/** Who has approved or decided so far, when one person is not enough. */
export function Approvals({ transaction }: { readonly transaction: TransactionDetail }) {
  const { transaction: words, agreement, said } = useWords();
  const isOpen = decisionsOf(transaction).includes('approve');
  const why = isOpen ? transaction.needs.why : null;
  const of = (agreed: Agreed) =>
    transaction.approvals.filter(({ decision, counts }) =>
      agreed === 'approve' ? decision === agreed : decision === agreed && counts,
    );
  // A deposit that a second person has to complete need not be held.
  const mayBePaid = transaction.actions.some(
    ({ action, refusal }) => RESOLVING.has(action) && refusal !== 'state',
  );
  const decided = mayBePaid ? [...of('confirm'), ...of('reject')] : [];
  if (why === null && of('approve').length === 0 && decided.length === 0) return null;
  return (
    <div className={isOpen || decided.length > 0 ? 'approvals-note' : 'soft'}>
      {why !== null && <p>{said(why)}</p>}
      {of('approve').length > 0 && (
        <p>
          {isOpen ? words.approvals : words.approved}{' '}
          {of('approve').map(({ staff, staff_id, at, counts }) => (
            <strong key={`${staff_id} ${at}`}>
              {staff} (<Time at={at} />){isOpen && !counts && ` ${words.notCounted}`}{' '}
            </strong>
          ))}
        </p>
      )}
      {RESOLUTIONS.filter((agreed) => mayBePaid && of(agreed).length > 0).map((agreed) => (
        <p key={agreed}>
          {agreement[agreed]}{' '}
          {of(agreed).map(({ staff, staff_id, at, reason }) => (
            <span key={staff_id}>
              <strong>{staff}</strong> (<Time at={at} />){reason !== null && ` – ${reason}`}{' '}
            </span>
          ))}
          {agreement.needsSecond}
        </p>
      ))}
    </div>
  );
}

const RESOLVING: ReadonlySet<Action> = new Set<Action>(['confirm', 'complete']);
const RESOLUTIONS = ['confirm', 'reject'] as const satisfies readonly Agreed[];
