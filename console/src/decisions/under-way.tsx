import { getRouteApi } from '@tanstack/react-router';
import { QUEUES, useTransactions } from '../api/reads.ts';
import { useProviderName } from '../hooks/use-provider-name.ts';
import { ProviderFacts } from '../provider-requests/provider-talk.tsx';
import { Timeline } from '../transactions/timeline.tsx';
import { StateBadge } from '../ui/badges.tsx';
import { itemsOf } from '../ui/lists/paged-list.tsx';
import { QueueEmpty } from '../ui/lists/queue-empty.tsx';
import { QueueRow } from '../ui/lists/queue-row.tsx';
import { QueueScreen } from '../ui/lists/queue-screen.tsx';
import { Section } from '../ui/section.tsx';
import { formatMsisdn } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { nextAfter, useOpenId } from './next-open.ts';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionPanel } from './transaction-panel.tsx';

const route = getRouteApi('/under-way');

/** Withdrawals that were approved or sent and that are not confirmed yet. */
export function UnderWay() {
  const words = useWords();
  const providerName = useProviderName();
  const { underWay } = words.finding;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useTransactions(QUEUES.underWay);
  const items = itemsOf(query);
  const id = useOpenId(search.id, items);
  return (
    <QueueScreen
      title={words.nav.underWay}
      tools={<p className="soft">{underWay.hint}</p>}
      panelLabel={words.transaction.title}
      openId={id}
      onBack={() => void navigate({ to: '/under-way', search: {} })}
      query={query}
      listId="under-way"
      empty={<QueueEmpty text={words.empty.underWay} to="/approvals" place={words.nav.approvals} />}
      render={({ item, isLeaving }) => (
        <QueueRow
          key={item.id}
          to="/under-way"
          id={item.id}
          amountXaf={item.amount_xaf}
          operator={item.operator}
          number={formatMsisdn(item.msisdn_masked)}
          since={item.state_updated_at}
          note={
            <>
              <StateBadge state={item.state} reason={item.reason_code} />{' '}
              {providerName(item.provider)}
            </>
          }
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
              void navigate({ to: '/under-way', search: { id: nextAfter(items ?? [], id) } })
            }
          >
            {(detail) => (
              <div className="beside">
                <Section title={words.directions[detail.transaction.direction]}>
                  <TransactionFacts transaction={detail.transaction} />
                </Section>
                <Section title={words.transaction.evidence}>
                  <ProviderFacts detail={detail} />
                  <h3>{words.transaction.timeline}</h3>
                  <Timeline history={detail.history} />
                </Section>
              </div>
            )}
          </TransactionPanel>
        )
      }
    />
  );
}
