import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Crash } from './parts/crash.tsx';
import { Shell } from './parts/shell.tsx';
import { Approvals } from './screens/approvals.tsx';
import { Held } from './screens/held.tsx';
import { Home } from './screens/home.tsx';
import { NotFound } from './screens/not-found.tsx';
import { Receipts } from './screens/receipts.tsx';
import { TransactionScreen } from './screens/transaction.tsx';
import { Transactions } from './screens/transactions.tsx';
import {
  parseAuditSearch,
  parseQueueSearch,
  parseReceiptSearch,
  parseSmsSearch,
  parseTransactionSearch,
  parseWebhookSearch,
} from './search.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const parent = { getParentRoute: () => root };

// The work of every day is in the first load; what is looked at now and then comes when needed.
const routeTree = root.addChildren([
  createRoute({ ...parent, path: '/', component: Home }),
  createRoute({
    ...parent,
    path: '/approvals',
    component: Approvals,
    validateSearch: parseQueueSearch,
  }),
  createRoute({ ...parent, path: '/held', component: Held, validateSearch: parseQueueSearch }),
  createRoute({
    ...parent,
    path: '/receipts',
    component: Receipts,
    validateSearch: parseReceiptSearch,
  }),
  createRoute({
    ...parent,
    path: '/transactions',
    component: Transactions,
    validateSearch: parseTransactionSearch,
  }),
  createRoute({ ...parent, path: '/transactions/$id', component: TransactionScreen }),
  createRoute({
    ...parent,
    path: '/players/$playerId',
    component: lazyRouteComponent(() => import('./screens/player.tsx'), 'PlayerScreen'),
  }),
  createRoute({
    ...parent,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('./screens/webhooks.tsx'), 'Webhooks'),
    validateSearch: parseWebhookSearch,
  }),
  createRoute({
    ...parent,
    path: '/lines',
    component: lazyRouteComponent(() => import('./screens/lines.tsx'), 'Lines'),
  }),
  createRoute({
    ...parent,
    path: '/sms',
    component: lazyRouteComponent(() => import('./screens/sms.tsx'), 'Sms'),
    validateSearch: parseSmsSearch,
  }),
  createRoute({
    ...parent,
    path: '/providers',
    component: lazyRouteComponent(() => import('./screens/providers.tsx'), 'Providers'),
  }),
  createRoute({
    ...parent,
    path: '/applications',
    component: lazyRouteComponent(() => import('./screens/applications.tsx'), 'Applications'),
  }),
  createRoute({
    ...parent,
    path: '/staff',
    component: lazyRouteComponent(() => import('./screens/staff.tsx'), 'Staff'),
  }),
  createRoute({
    ...parent,
    path: '/audit',
    component: lazyRouteComponent(() => import('./screens/audit.tsx'), 'Audit'),
    validateSearch: parseAuditSearch,
  }),
  createRoute({
    ...parent,
    path: '/account',
    component: lazyRouteComponent(() => import('./screens/account.tsx'), 'Account'),
  }),
  createRoute({
    ...parent,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('./screens/sandbox.tsx'), 'Sandbox'),
  }),
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree,
    basepath: '/console',
    defaultErrorComponent: Crash,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
