import type { Config } from '../config.ts';
import type { AccessServices } from '../flows/access/access-services.ts';
import type { Feed } from '../flows/decisions/queues/feed.ts';
import { requireApiKey } from './api-key-auth.ts';
import type { App } from './app.ts';
import { type Metrics, metricsRoute } from './metrics.ts';
import { interfaceDocumentRoute } from './openapi.ts';
import { explorerRoutes } from './pages/explorer/explorer.ts';
import { frontPageRoute } from './pages/front-page.ts';
import { guideRoutes, pageStyleRoute } from './pages/guide.ts';
import { acceptRawBodies } from './request/raw-body.ts';
import { accessRoutes } from './routes/access/admin.ts';
import { staffSessionRoutes } from './routes/access/session.ts';
import { reportRoutes } from './routes/books/reports.ts';
import { statementRoutes } from './routes/books/statement.ts';
import { consoleRoutes } from './routes/console.ts';
import { contradictionRoutes } from './routes/contradictions/contradictions.ts';
import { auditRoute } from './routes/decisions/audit.ts';
import { changeRoutes } from './routes/decisions/changes.ts';
import { staffDecisionRoutes } from './routes/decisions/decisions.ts';
import { staffDetailRoutes } from './routes/decisions/detail.ts';
import { staffFeedRoutes } from './routes/decisions/feed.ts';
import { overviewRoute } from './routes/decisions/overview.ts';
import { staffSandboxRoutes } from './routes/decisions/sandbox.ts';
import { trustBalanceRoutes } from './routes/decisions/trust-balance.ts';
import { healthRoutes } from './routes/health.ts';
import { agentRoutes } from './routes/lines/agent.ts';
import { lineRoutes } from './routes/lines/lines.ts';
import { logoRoutes } from './routes/providers/logos.ts';
import { providerSetupRoutes } from './routes/providers/provider-setup.ts';
import { providerRoutes } from './routes/providers/providers.ts';
import { openPhoneRoute, phoneRoutes } from './routes/receipts/phones.ts';
import { staffReceiptRoutes } from './routes/receipts/receipts.ts';
import { senderRoutes } from './routes/receipts/senders.ts';
import { smsRoutes } from './routes/receipts/sms.ts';
import { staffSmsRoutes } from './routes/receipts/staff-sms.ts';
import { differenceRoutes } from './routes/reconciliation/differences.ts';
import { figureRoutes } from './routes/reconciliation/figures.ts';
import { numberRoutes } from './routes/reconciliation/numbers.ts';
import { staffStatementRoutes } from './routes/reconciliation/statements.ts';
import { walletRoutes } from './routes/reconciliation/wallets.ts';
import { callbackRoutes } from './routes/submissions/callbacks.ts';
import { paymentRoutes } from './routes/transactions/payments.ts';
import { playerRoute } from './routes/transactions/players.ts';
import { sandboxRoutes } from './routes/transactions/sandbox.ts';
import { staffTransactionRoutes } from './routes/transactions/staff-transactions.ts';
import { transactionRoutes } from './routes/transactions/transactions.ts';
import { securityRoutes } from './routes/webhooks/security.ts';
import { staffWebhookRoutes } from './routes/webhooks/staff-webhooks.ts';
import { webhookRoutes } from './routes/webhooks/webhooks.ts';
import { maskForViewers } from './staff/mask-for-viewers.ts';
import { requireStaff } from './staff/staff-auth.ts';
import { describeStaffInterface } from './staff/staff-openapi.ts';

type DepsOf<Routes extends (app: App, deps: never, ...rest: never) => unknown> =
  Parameters<Routes>[1];

/** What the routes of all interfaces need; `compose-server.ts` makes it. */
export type RouteDeps = DepsOf<typeof healthRoutes> &
  DepsOf<typeof requireApiKey> &
  DepsOf<typeof paymentRoutes> &
  DepsOf<typeof staffTransactionRoutes> &
  DepsOf<typeof transactionRoutes> &
  DepsOf<typeof providerRoutes> &
  DepsOf<typeof webhookRoutes> &
  DepsOf<typeof callbackRoutes> &
  DepsOf<typeof staffDecisionRoutes> &
  DepsOf<typeof staffDetailRoutes> &
  DepsOf<typeof providerSetupRoutes> &
  DepsOf<typeof walletRoutes> &
  DepsOf<typeof differenceRoutes> &
  DepsOf<typeof staffStatementRoutes> &
  DepsOf<typeof figureRoutes> &
  DepsOf<typeof numberRoutes> &
  DepsOf<typeof lineRoutes> & {
    readonly config: Config;
    readonly metrics: Metrics;
    readonly sms: DepsOf<typeof trustBalanceRoutes>['sms'] & DepsOf<typeof changeRoutes>['sms'];
    /** What takes in the texts of gateways. */
    readonly intake: DepsOf<typeof smsRoutes> & DepsOf<typeof agentRoutes>;
    readonly access: AccessServices;
    readonly feed: Feed;
  };

/** The one list of routes. */
export async function registerRoutes(app: App, deps: RouteDeps): Promise<void> {
  const { config, metrics } = deps;
  healthRoutes(app, deps);
  metricsRoute(app, { metrics, metricsToken: config.metricsToken });
  // A worker answers only health checks and metrics.
  if (config.role === 'worker') return;
  await app.register((api: App) => registerPublicInterface(api, deps));
  await app.register((machines: App) => registerMachineInterface(machines, deps));
  if (deps.environment === 'sandbox') {
    await app.register(async (phones: App) => phoneRoutes(phones, deps));
  }
  await app.register((staff: App) => registerStaffInterface(staff, deps));
}

/** The pages that people open in a browser. */
export async function registerPages(app: App, config: Config): Promise<void> {
  frontPageRoute(app, config);
  pageStyleRoute(app);
  await consoleRoutes(app);
  await logoRoutes(app);
  if (config.environment === 'live') return;
  await guideRoutes(app);
  interfaceDocumentRoute(app);
  explorerRoutes(app);
}

async function registerPublicInterface(api: App, deps: RouteDeps): Promise<void> {
  requireApiKey(api, deps);
  // In the sandbox it is open to all who want to try it.
  if (deps.environment === 'live') interfaceDocumentRoute(api);
  paymentRoutes(api, deps, deps.config);
  transactionRoutes(api, deps);
  providerRoutes(api, deps);
  webhookRoutes(api, deps);
  statementRoutes(api, deps);
  securityRoutes(api, deps);
  if (deps.environment !== 'sandbox') return;
  sandboxRoutes(api, deps);
  openPhoneRoute(api, deps);
}

/** What operators and SMS gateways call; each address or message carries a secret of its own. */
async function registerMachineInterface(machines: App, deps: RouteDeps): Promise<void> {
  acceptRawBodies(machines);
  callbackRoutes(machines, deps);
  smsRoutes(machines, deps.intake);
  agentRoutes(machines, deps.intake);
}

/** For the console. An API key opens nothing here, and this interface may change at any time. */
async function registerStaffInterface(staff: App, deps: RouteDeps): Promise<void> {
  staff.addHook('preClose', async () => deps.feed.close());
  requireStaff(staff, deps);
  maskForViewers(staff);
  await describeStaffInterface(staff);
  staffSessionRoutes(staff, deps);
  accessRoutes(staff, deps);
  auditRoute(staff, deps);
  providerSetupRoutes(staff, deps);
  staffDecisionRoutes(staff, deps);
  changeRoutes(staff, deps);
  trustBalanceRoutes(staff, deps);
  staffTransactionRoutes(staff, deps);
  playerRoute(staff, deps);
  staffDetailRoutes(staff, deps);
  overviewRoute(staff, deps);
  contradictionRoutes(staff, deps);
  staffReceiptRoutes(staff, deps);
  staffSmsRoutes(staff, deps);
  senderRoutes(staff, deps);
  lineRoutes(staff, deps);
  walletRoutes(staff, deps);
  differenceRoutes(staff, deps);
  reportRoutes(staff, deps);
  await staffStatementRoutes(staff, deps);
  figureRoutes(staff, deps);
  numberRoutes(staff, deps);
  staffWebhookRoutes(staff, deps);
  staffFeedRoutes(staff, deps);
  if (deps.environment === 'sandbox') staffSandboxRoutes(staff, deps);
}
