import { getRouteApi, Link } from '@tanstack/react-router';
import { mayDecide } from '../api/may-decide.ts';
import { useWebhooks } from '../api/reads.ts';
import { useMe } from '../hooks/use-me.ts';
import { WEBHOOK_STATES } from '../search.ts';
import { SteadyList } from '../ui/lists/steady-list.tsx';
import { LoadState, StaleNote } from '../ui/load-state.tsx';
import { useWords } from '../words/words.tsx';
import { isWorthReplaying, ReplayButton } from './replay-button.tsx';
import { ResendAll } from './resend-all.tsx';
import { WebhookItem } from './webhook-rows.tsx';

const route = getRouteApi('/webhooks');

export function Webhooks() {
  const words = useWords();
  const { staff } = useMe();
  const { state } = route.useSearch();
  const query = useWebhooks(state);
  return (
    <>
      <header className="screen-head">
        <h1>{words.nav.webhooks}</h1>
        <div className="switch" role="group" aria-label={words.fields.state}>
          <Link
            to="/webhooks"
            search={{}}
            activeOptions={{ exact: true }}
            aria-current={state === undefined ? 'true' : undefined}
          >
            {words.fields.any}
          </Link>
          {WEBHOOK_STATES.map((known) => (
            <Link
              key={known}
              to="/webhooks"
              search={{ state: known }}
              aria-current={state === known ? 'true' : undefined}
            >
              {words.webhookStates[known]}
            </Link>
          ))}
        </div>
      </header>
      {mayDecide(staff) && <ResendAll />}
      {query.data === undefined ? (
        <LoadState query={query} />
      ) : (
        <>
          <StaleNote query={query} />
          <SteadyList
            items={query.isPlaceholderData ? undefined : query.data.items}
            listId={state ?? 'any'}
            label={words.nav.webhooks}
            empty={words.empty.webhooks}
            hasMore={false}
            isLoadingMore={false}
            onMore={() => {}}
            render={({ item, isLeaving }) => (
              <li key={item.id} className="row" data-leaving={isLeaving || undefined}>
                <WebhookItem webhook={item} withTransaction />
                {mayDecide(staff) && isWorthReplaying(item) && (
                  <div className="row-action">
                    <ReplayButton transactionId={item.transaction_id} refusal={null} />
                  </div>
                )}
              </li>
            )}
          />
        </>
      )}
    </>
  );
}
