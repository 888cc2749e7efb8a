import { getRouteApi, Link } from '@tanstack/react-router';
import { useWebhooks } from '../api/reads.ts';
import { mayDecide } from '../api/roles.ts';
import { useMe } from '../hooks/use-me.ts';
import { WEBHOOK_STATES } from '../search.ts';
import { SteadyList } from '../ui/lists/steady-list.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
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
      <Loaded query={query} shape="texts" lines={8}>
        {({ items }) => (
          <SteadyList
            items={items}
            listId={state ?? 'any'}
            label={words.nav.webhooks}
            empty={<NoWebhook isFiltered={state !== undefined} />}
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
        )}
      </Loaded>
    </>
  );
}

function NoWebhook({ isFiltered }: { readonly isFiltered: boolean }) {
  const { empty, nav } = useWords();
  return isFiltered ? (
    <Empty mark="search" text={empty.webhooksFiltered}>
      <Link to="/webhooks" search={{}} className="quiet-button">
        {empty.clear}
      </Link>
    </Empty>
  ) : (
    <Empty mark="fresh" text={empty.webhooks}>
      <Link to="/transactions" className="quiet-button">
        {empty.goTo(nav.transactions)}
      </Link>
    </Empty>
  );
}
