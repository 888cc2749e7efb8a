import { getRouteApi } from '@tanstack/react-router';
import { QUEUES, useTransactions } from '../api/reads.ts';
import type { DetailAnswer } from '../api/types.ts';
import { ProviderFacts } from '../provider-requests/provider-talk.tsx';
import { ReceiptRows } from '../receipts/receipt-rows.tsx';
import { Timeline } from '../transactions/timeline.tsx';
import { DirectionMark } from '../ui/badges.tsx';
import { itemsOf } from '../ui/lists/paged-list.tsx';
import { QueueEmpty } from '../ui/lists/queue-empty.tsx';
import { QueueRow } from '../ui/lists/queue-row.tsx';
import { QueueScreen } from '../ui/lists/queue-screen.tsx';
import { Section } from '../ui/section.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { CompleteByHand } from './complete-by-hand.tsx';
import { nextAfter, useOpenId } from './next-open.ts';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionPanel } from './transaction-panel.tsx';

const route = getRouteApi('/held');

/** Transactions that only a person can bring to an end. */
export function Held() {
  const words = useWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions(QUEUES.held);
  const items = itemsOf(query);
  const id = useOpenId(search.id, items);
  return (
    <QueueScreen
      title={words.nav.held}
      panelLabel={words.transaction.title}
      openId={id}
      onBack={() => void navigate({ to: '/held', search: {} })}
      query={query}
      listId="held"
      empty={
        <QueueEmpty text={words.empty.held} to="/transactions" place={words.nav.transactions} />
      }
      render={({ item, isLeaving }) => (
        <QueueRow
          key={item.id}
          to="/held"
          id={item.id}
          amountXaf={item.amount_xaf}
          operator={item.operator}
          number={formatMsisdn(item.msisdn_masked)}
          since={item.state_updated_at}
          note={<DirectionMark direction={item.direction} />}
          isLeaving={isLeaving}
          isOpen={item.id === id}
        />
      )}
      panel={
        id === undefined ? null : (
          <TransactionPanel
            id={id}
            key={id}
            onDecided={() =>
              void navigate({ to: '/held', search: { id: nextAfter(items ?? [], id) } })
            }
          >
            {(detail) => <BesideHeld detail={detail} />}
          </TransactionPanel>
        )
      }
    />
  );
}

/** What was asked for on one side, what is known to have happened on the other. */
function BesideHeld({ detail }: { readonly detail: DetailAnswer }) {
  const { transaction: words, directions } = useWords();
  const { transaction, receipts, history } = detail;
  return (
    <div className="beside">
      <Section title={directions[transaction.direction]}>
        <TransactionFacts transaction={transaction} />
      </Section>
      <Section title={words.evidence}>
        {transaction.direction === 'deposit' && (
          <>
            <ReceiptRows depositId={transaction.id} receipts={receipts} />
            <CompleteByHand transaction={transaction} receipts={receipts} isOptional />
          </>
        )}
        <ProviderFacts detail={detail} />
        <h3>{words.timeline}</h3>
        <Timeline history={history} />
      </Section>
    </div>
  );
}
