import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
} from '@tanstack/react-router';
import { screen } from './lazy-screen.ts';
import {
  isDay,
  isId,
  parseApplicationSearch,
  parseAuditSearch,
  parseContradictionSearch,
  parseDecisionSearch,
  parseFinanceSearch,
  parseHomeSearch,
  parseLineSearch,
  parseLinkSearch,
  parseQueueSearch,
  parseReceiptSearch,
  parseSmsSearch,
  parseStaffSearch,
  parseStatementSearch,
  parseTransactionSearch,
  parseWebhookSearch,
} from './search.ts';
import { Crash } from './shell/crash.tsx';
import { Home } from './shell/home.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ readonly client: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: ({ context: { client }, location, preload }) => {
    if (preload)
      void askAhead().then(
        ({ fetchAhead }) => fetchAhead(client, location),
        () => {},
      );
  },
});
const askAhead = () => import('./fetch-ahead.ts');
const parent = { getParentRoute: () => root };

// Home is in the first load; every other screen is loaded when a person points at it, or before,
// when the browser has nothing else to do.
const routeTree = root.addChildren([
  createRoute({ ...parent, path: '/', component: Home, validateSearch: parseHomeSearch }),
  createRoute({
    ...parent,
    path: '/approvals',
    component: screen(() => import('./decisions/approvals.tsx'), 'Approvals'),
    validateSearch: parseDecisionSearch,
  }),
  createRoute({
    ...parent,
    path: '/held',
    component: screen(() => import('./decisions/held.tsx'), 'Held'),
    validateSearch: parseDecisionSearch,
  }),
  createRoute({
    ...parent,
    path: '/under-way',
    component: screen(() => import('./decisions/under-way.tsx'), 'UnderWay'),
    validateSearch: parseQueueSearch,
  }),
  createRoute({
    ...parent,
    path: '/contradictions',
    component: screen(() => import('./contradictions/contradictions.tsx'), 'Contradictions'),
    validateSearch: parseContradictionSearch,
  }),
  createRoute({
    ...parent,
    path: '/receipts',
    component: screen(() => import('./decisions/receipts.tsx'), 'Receipts'),
    validateSearch: parseReceiptSearch,
  }),
  createRoute({
    ...parent,
    path: '/transactions',
    component: screen(() => import('./transactions/transactions.tsx'), 'Transactions'),
    validateSearch: parseTransactionSearch,
  }),
  createRoute({
    ...parent,
    path: '/transactions/$id',
    beforeLoad: ({ params }) => refuseUnless(isId(params.id)),
    component: screen(() => import('./decisions/transaction.tsx'), 'TransactionScreen'),
  }),
  createRoute({
    ...parent,
    path: '/players/$playerId',
    beforeLoad: ({ params }) => refuseUnless(isId(params.playerId)),
    component: screen(() => import('./transactions/player.tsx'), 'PlayerScreen'),
  }),
  createRoute({
    ...parent,
    path: '/links',
    component: screen(() => import('./checkouts/links.tsx'), 'Links'),
    validateSearch: parseLinkSearch,
  }),
  createRoute({
    ...parent,
    path: '/webhooks',
    component: screen(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
    validateSearch: parseWebhookSearch,
  }),
  createRoute({
    ...parent,
    path: '/alerts',
    component: screen(() => import('./webhooks/alerts.tsx'), 'AlertsScreen'),
  }),
  createRoute({
    ...parent,
    path: '/lines',
    component: screen(() => import('./lines/lines.tsx'), 'Lines'),
    validateSearch: parseLineSearch,
  }),
  createRoute({
    ...parent,
    path: '/finance',
    component: screen(() => import('./finance/finance.tsx'), 'Finance'),
    validateSearch: parseFinanceSearch,
  }),
  createRoute({
    ...parent,
    path: '/finance/$day',
    beforeLoad: ({ params }) => refuseUnless(isDay(params.day)),
    component: screen(() => import('./finance/day.tsx'), 'Day'),
  }),
  createRoute({
    ...parent,
    path: '/finance/statements/$id',
    beforeLoad: ({ params }) => refuseUnless(isId(params.id)),
    component: screen(() => import('./finance/statements/statement.tsx'), 'StatementScreen'),
    validateSearch: parseStatementSearch,
  }),
  createRoute({
    ...parent,
    path: '/sms',
    component: screen(() => import('./receipts/sms.tsx'), 'Sms'),
    validateSearch: parseSmsSearch,
  }),
  createRoute({
    ...parent,
    path: '/changes',
    component: screen(() => import('./access/changes.tsx'), 'Changes'),
  }),
  createRoute({
    ...parent,
    path: '/providers',
    component: screen(() => import('./providers/providers.tsx'), 'Providers'),
  }),
  createRoute({
    ...parent,
    path: '/numbers',
    component: screen(() => import('./providers/numbers.tsx'), 'Numbers'),
  }),
  createRoute({
    ...parent,
    path: '/applications',
    component: screen(() => import('./access/applications.tsx'), 'Applications'),
    validateSearch: parseApplicationSearch,
  }),
  createRoute({
    ...parent,
    path: '/staff',
    component: screen(() => import('./access/staff.tsx'), 'Staff'),
    validateSearch: parseStaffSearch,
  }),
  createRoute({
    ...parent,
    path: '/rules',
    component: screen(() => import('./access/rules.tsx'), 'Rules'),
  }),
  createRoute({
    ...parent,
    path: '/audit',
    component: screen(() => import('./access/audit.tsx'), 'Audit'),
    validateSearch: parseAuditSearch,
  }),
  createRoute({
    ...parent,
    path: '/account',
    component: screen(() => import('./access/account.tsx'), 'Account'),
  }),
  createRoute({
    ...parent,
    path: '/sandbox',
    component: screen(() => import('./transactions/sandbox.tsx'), 'Sandbox'),
  }),
]);

/** Anybody can write an address: what is no id becomes part of no request. */
function refuseUnless(isKnown: boolean): void {
  if (!isKnown) throw notFound();
}

export function createConsoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    basepath: '/console',
    defaultErrorComponent: Crash,
    defaultPreload: 'intent',
    // Whether data are fresh is for the queries to say, each time that a person points at a link.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
