import { getRouteApi, Link } from '@tanstack/react-router';
import { mayDecide } from '../api/roles.ts';
import type { WebhookRow } from '../api/types.ts';
import { useWebhooks } from '../api/webhooks.ts';
import { useMe } from '../hooks/use-me.ts';
import { WEBHOOK_STATES } from '../search.ts';
import { WebhookBadge } from '../ui/badges.tsx';
import { Money, Time } from '../ui/figures.tsx';
import { LiveList, SteadyList } from '../ui/lists/steady-list.tsx';
import type { SteadyRow } from '../ui/lists/steady-rows.ts';
import { type Column, Table } from '../ui/lists/table.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/words.tsx';
import { isWorthReplaying, ReplayButton } from './replay-button.tsx';
import { ResendAll } from './resend-all.tsx';
import { Attempts, WebhookDetails, WebhookEvent } from './webhook-rows.tsx';

const route = getRouteApi('/webhooks');

export function Webhooks() {
  const words = useWords();
  const { staff } = useMe();
  const { state } = route.useSearch();
  const query = useWebhooks(state);
  const columns = useColumns();
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
      <LiveList>
        <Loaded query={query} shape={columns} lines={8}>
          {({ items }) => (
            <SteadyList
              items={items}
              listId={state ?? 'any'}
              label={words.nav.webhooks}
              empty={<NoWebhook state={state} />}
              hasMore={false}
              isLoadingMore={false}
              onMore={() => {}}
              table={(rows) => <WebhookTable rows={rows} columns={columns} />}
            />
          )}
        </Loaded>
      </LiveList>
    </>
  );
}

function WebhookTable({ rows, columns }: WebhookTableProps) {
  const { nav } = useWords();
  return (
    <Table
      label={nav.webhooks}
      rows={rows}
      keyOf={({ item }) => item.id}
      isLeaving={({ isLeaving }) => isLeaving}
      opens={({ item }) => (
        <>
          <p>
            <Subject webhook={item} />
          </p>
          <WebhookDetails webhook={item} />
        </>
      )}
      columns={columns}
    />
  );
}

/** The end of a checkout is about no deposit: its id is the checkout's, which has no screen. */
function Subject({ webhook }: { readonly webhook: WebhookRow }) {
  const { transaction: words, webhookList: own } = useWords();
  const { event, transaction_id: id, reference } = webhook;
  if (event === 'checkout.expired') return `${own.checkout} ${reference}`;
  return (
    <Link to="/transactions/$id" params={{ id }} className="inline-link">
      {words.title} {reference}
    </Link>
  );
}

interface WebhookTableProps {
  readonly rows: readonly SteadyRow<WebhookRow>[];
  readonly columns: readonly Column<SteadyRow<WebhookRow>>[];
}

function useColumns(): readonly Column<SteadyRow<WebhookRow>>[] {
  const { fields, webhookList: own } = useWords();
  const { staff } = useMe();
  return [
    { head: fields.state, cell: ({ item }) => <WebhookBadge state={item.state} /> },
    { head: fields.reference, kind: 'id', from: 2, cell: ({ item }) => item.reference },
    { head: own.event, from: 3, cell: ({ item }) => <WebhookEvent webhook={item} /> },
    { head: own.attempts, from: 3, cell: ({ item }) => <Attempts webhook={item} /> },
    { head: own.receiver, kind: 'id', from: 3, cell: ({ item }) => item.origin },
    { head: fields.created, from: 2, cell: ({ item }) => <Time at={item.created_at} /> },
    { head: fields.amount, kind: 'figure', cell: ({ item }) => <Money xaf={item.amount_xaf} /> },
    {
      head: own.act,
      kind: 'acts',
      from: 2,
      cell: ({ item }) =>
        mayDecide(staff) &&
        isWorthReplaying(item) && (
          <ReplayButton transactionId={item.transaction_id} refusal={null} />
        ),
    },
  ];
}

function NoWebhook({ state }: { readonly state: WebhookRow['state'] | undefined }) {
  const { empty, nav } = useWords();
  const isUndelivered = state === 'undelivered';
  return state !== undefined ? (
    <Empty
      mark={isUndelivered ? 'done' : 'search'}
      text={isUndelivered ? empty.webhooksDelivered : empty.webhooksFiltered}
    >
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
