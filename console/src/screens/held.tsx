import { getRouteApi, Link } from '@tanstack/react-router';
import { useTransactions } from '../api/reads.ts';
import type { DetailAnswer, TransactionLine } from '../api/types.ts';
import { DirectionMark, OperatorMark } from '../parts/badges.tsx';
import { CompleteByHand } from '../parts/complete-by-hand.tsx';
import { TransactionFacts } from '../parts/facts.tsx';
import { Age, Money } from '../parts/figures.tsx';
import { LoadState, StaleNote } from '../parts/load-state.tsx';
import { ProviderFacts } from '../parts/provider-talk.tsx';
import { ReceiptLines } from '../parts/receipt-lines.tsx';
import { Section } from '../parts/section.tsx';
import { SplitScreen } from '../parts/split-screen.tsx';
import { SteadyList } from '../parts/steady-list.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { TransactionPanel } from '../parts/transaction-panel.tsx';
import { useWords } from '../words/words.tsx';

const route = getRouteApi('/held');

/** Transactions that only a person can bring to an end. */
export function Held() {
  const words = useWords();
  const { id } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions({ state: 'requires_manual_resolution', order: 'oldest' });
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <SplitScreen
      title={words.nav.held}
      panelLabel={words.transaction.title}
      onBack={() => void navigate({ to: '/held', search: {} })}
      list={
        items === undefined ? (
          <LoadState query={query} />
        ) : (
          <>
            <StaleNote query={query} />
            <SteadyList
              items={items}
              listId="held"
              label={words.nav.held}
              empty={words.empty.held}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
              render={({ item, isLeaving }) => (
                <HeldRow key={item.id} line={item} isLeaving={isLeaving} isOpen={item.id === id} />
              )}
            />
          </>
        )
      }
      panel={
        id === undefined ? null : (
          <TransactionPanel id={id} key={id}>
            {(detail) => <BesideHeld detail={detail} />}
          </TransactionPanel>
        )
      }
    />
  );
}

function HeldRow({ line, isLeaving, isOpen }: HeldRowProps) {
  return (
    <li className="row" data-leaving={isLeaving || undefined} data-here={isOpen || undefined}>
      <Link
        to="/held"
        search={{ id: line.id }}
        className="row-link queue-line"
        aria-current={isOpen ? 'true' : undefined}
        data-row
      >
        <span className="line-amount">
          <Money xaf={line.amount_xaf} />
        </span>
        <span className="line-operator">
          <OperatorMark operator={line.operator} />
        </span>
        <span className="line-number">{line.msisdn_masked}</span>
        <span className="line-time">
          <Age since={line.state_updated_at} />
        </span>
        <span className="line-note">
          <DirectionMark direction={line.direction} />
        </span>
      </Link>
    </li>
  );
}

interface HeldRowProps {
  readonly line: TransactionLine;
  readonly isLeaving: boolean;
  readonly isOpen: boolean;
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
            <ReceiptLines receipts={receipts} />
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
