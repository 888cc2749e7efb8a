import type { QueryClient } from '@tanstack/react-query';
import {
  applicationsOptions,
  changesOptions,
  gatewaysOptions,
  providersOptions,
  rulesOptions,
  staffOptions,
} from './api/admin.ts';
import { linksOptions } from './api/checkouts/links.ts';
import {
  applicationMoneyOptions,
  closingsOptions,
  differencesOptions,
  moneyByDayOptions,
  reportAccountsOptions,
  statementsOptions,
  walletsOptions,
} from './api/finance.ts';
import { KEYS } from './api/keys.ts';
import {
  alertsOptions,
  auditOptions,
  contradictionsOptions,
  linesOptions,
  overpaymentsOptions,
  playerOptions,
  QUEUES,
  receiptsOptions,
  smsOptions,
  type TransactionFilters,
  transactionOptions,
  transactionsOptions,
} from './api/reads.ts';
import { RIGHTS } from './api/roles.ts';
import type { Session } from './api/types.ts';
import { webhooksOptions } from './api/webhooks.ts';
import { isId } from './search.ts';

/**
 * Asks for what a screen shows first when a person points at its link, so that it is there when
 * they click. A list with filters is asked for by its screen.
 */
export function fetchAhead(
  client: QueryClient,
  { pathname, searchStr }: { readonly pathname: string; readonly searchStr: string },
): void {
  const path = pathname.replace(/^\/console/, '');
  const [, list, id] = path.split('/');
  if (list === 'transactions' && isId(id)) void withPlayer(client, id).catch(() => {});
  // What fails is asked for again by the screen, which says what went wrong.
  else if (searchStr === '' && isListed(path)) void FIRST[path](client).catch(() => {});
}

function isListed(path: string): path is keyof typeof FIRST {
  return Object.hasOwn(FIRST, path);
}

async function withPlayer(client: QueryClient, id: string): Promise<void> {
  const { transaction } = await client.fetchQuery(transactionOptions(id));
  await client.prefetchQuery(playerOptions(transaction.player_id));
}

type Fetch = (client: QueryClient) => Promise<unknown>;

const transactions =
  (filters: TransactionFilters): Fetch =>
  (client) =>
    client.prefetchInfiniteQuery(transactionsOptions(filters));

/** Beside its list a queue shows the first of it. */
const queue =
  (filters: TransactionFilters): Fetch =>
  async (client) => {
    const { pages } = await client.fetchInfiniteQuery(transactionsOptions(filters));
    const first = pages[0]?.items[0];
    if (first !== undefined) await withPlayer(client, first.id);
  };

function administers(client: QueryClient): boolean {
  const session = client.getQueryData<Session>(KEYS.session);
  return session !== undefined && RIGHTS[session.staff.role].administers;
}

const FIRST = {
  '/approvals': queue(QUEUES.approvals),
  '/held': queue(QUEUES.held),
  '/under-way': queue(QUEUES.underWay),
  '/transactions': transactions({}),
  '/contradictions': (client) => client.prefetchInfiniteQuery(contradictionsOptions('open')),
  '/receipts': (client) => client.prefetchInfiniteQuery(receiptsOptions()),
  // Others see no gateways, and are refused them.
  '/lines': (client) =>
    Promise.all([
      client.prefetchQuery(linesOptions()),
      administers(client) && client.prefetchQuery(gatewaysOptions()),
    ]),
  '/sms': (client) => client.prefetchInfiniteQuery(smsOptions({ state: 'review', id: undefined })),
  '/links': (client) => client.prefetchInfiniteQuery(linksOptions()),
  '/webhooks': (client) => client.prefetchQuery(webhooksOptions(undefined)),
  '/finance': (client) =>
    Promise.all([
      client.prefetchQuery(walletsOptions()),
      client.prefetchQuery(moneyByDayOptions()),
      client.prefetchQuery(applicationMoneyOptions()),
      client.prefetchInfiniteQuery(overpaymentsOptions()),
      client.prefetchQuery(reportAccountsOptions()),
      client.prefetchQuery(differencesOptions()),
      client.prefetchQuery(closingsOptions()),
      client.prefetchQuery(statementsOptions()),
    ]),
  '/changes': (client) => client.prefetchQuery(changesOptions()),
  '/providers': (client) => client.prefetchQuery(providersOptions()),
  '/alerts': (client) => client.prefetchQuery(alertsOptions()),
  '/applications': (client) => client.prefetchQuery(applicationsOptions()),
  '/staff': (client) => client.prefetchQuery(staffOptions()),
  '/rules': (client) => client.prefetchQuery(rulesOptions()),
  '/audit': (client) => client.prefetchInfiniteQuery(auditOptions({})),
} as const satisfies Record<string, Fetch>;
