import type { AccessServices } from '../flows/access/access-services.ts';
import type { Feed } from '../flows/decisions/queues/feed.ts';
import { requireApiKey } from '../http/api-key-auth.ts';
import type { App } from '../http/app.ts';
import { interfaceDocumentRoute } from '../http/openapi.ts';
import { explorerRoutes } from '../http/pages/explorer/explorer.ts';
import { frontPageRoute } from '../http/pages/front-page.ts';
import { guideRoutes, pageStyleRoute } from '../http/pages/guide.ts';
import { signAnswersToGateways } from '../http/request/answer-headers.ts';
import { createMonitorCheck } from '../http/request/foreign-hosts.ts';
import { acceptForms, acceptRawBodies } from '../http/request/request-body.ts';
import { accessRoutes } from '../http/routes/access/admin.ts';
import { auditRoutes } from '../http/routes/access/audit.ts';
import { policyRoutes } from '../http/routes/access/policy.ts';
import { staffSessionRoutes } from '../http/routes/access/session.ts';
import { applicationMoneyRoutes } from '../http/routes/books/application-money.ts';
import { reportRoutes } from '../http/routes/books/reports.ts';
import { statementRoutes } from '../http/routes/books/statement.ts';
import { checkoutRoutes } from '../http/routes/checkouts/checkouts.ts';
import { linkRoutes } from '../http/routes/checkouts/links.ts';
import { payRoutes } from '../http/routes/checkouts/pay.ts';
import { consoleRoutes } from '../http/routes/console.ts';
import { changeRoutes } from '../http/routes/decisions/changes.ts';
import { contradictionRoutes } from '../http/routes/decisions/contradictions.ts';
import { staffDecisionRoutes } from '../http/routes/decisions/decisions.ts';
import { staffDetailRoutes } from '../http/routes/decisions/detail.ts';
import { staffFeedRoutes } from '../http/routes/decisions/feed.ts';
import { overviewRoute } from '../http/routes/decisions/overview.ts';
import { staffRefundRoutes } from '../http/routes/decisions/refunds.ts';
import { searchRoute } from '../http/routes/decisions/search.ts';
import { trustBalanceRoutes } from '../http/routes/decisions/trust-balance.ts';
import { differenceRoutes } from '../http/routes/finance/differences.ts';
import { figureRoutes, numberRoutes } from '../http/routes/finance/figures.ts';
import { staffStatementRoutes } from '../http/routes/finance/statements.ts';
import { walletRoutes } from '../http/routes/finance/wallets.ts';
import { healthRoutes } from '../http/routes/health.ts';
import { agentRoutes } from '../http/routes/lines/agent.ts';
import { gatewayRoutes } from '../http/routes/lines/gateways.ts';
import { lineRoutes } from '../http/routes/lines/lines.ts';
import { callbackRoutes } from '../http/routes/provider-requests/callbacks.ts';
import { providerSetupRoutes } from '../http/routes/providers/provider-setup.ts';
import { logoRoutes, providerRoutes } from '../http/routes/providers/providers.ts';
import { staffReceiptRoutes } from '../http/routes/receipts/receipts.ts';
import { smsRoutes } from '../http/routes/receipts/sms.ts';
import { senderRoutes, staffSmsRoutes } from '../http/routes/receipts/staff-sms.ts';
import { openPhoneRoute, phoneRoutes } from '../http/routes/sandbox/phones.ts';
import { sandboxRoutes, staffSandboxRoutes } from '../http/routes/sandbox/sandbox.ts';
import { paymentRoutes } from '../http/routes/transactions/payments.ts';
import {
  playerRoute,
  staffTransactionRoutes,
} from '../http/routes/transactions/staff-transactions.ts';
import { transactionRoutes } from '../http/routes/transactions/transactions.ts';
import { alertsRoute } from '../http/routes/upkeep/alerts.ts';
import { securityRoutes } from '../http/routes/webhooks/security.ts';
import { staffWebhookRoutes } from '../http/routes/webhooks/staff-webhooks.ts';
import { webhookRoutes } from '../http/routes/webhooks/webhooks.ts';
import { maskAnswers } from '../http/staff/mask-answers.ts';
import { requireStaff } from '../http/staff/staff-auth.ts';
import { describeStaffInterface } from '../http/staff/staff-openapi.ts';
import { type Config, serviceUrl } from '../settings/config.ts';
import { type Metrics, metricsRoute } from '../telemetry/metrics.ts';

type DepsOf<Routes extends (app: App, deps: never, ...rest: never) => unknown> =
  Parameters<Routes>[1];

/** What the routes of all interfaces need; `compose-server.ts` makes it. */
export type RouteDeps = Omit<DepsOf<typeof healthRoutes>, 'mayMonitor'> &
  DepsOf<typeof requireApiKey> &
  DepsOf<typeof requireStaff> &
  DepsOf<typeof paymentRoutes> &
  DepsOf<typeof staffTransactionRoutes> &
  DepsOf<typeof transactionRoutes> &
  DepsOf<typeof checkoutRoutes> &
  DepsOf<typeof payRoutes> &
  DepsOf<typeof providerRoutes> &
  DepsOf<typeof webhookRoutes> &
  DepsOf<typeof callbackRoutes> &
  DepsOf<typeof staffDecisionRoutes> &
  DepsOf<typeof staffRefundRoutes> &
  DepsOf<typeof staffDetailRoutes> &
  DepsOf<typeof providerSetupRoutes> &
  DepsOf<typeof walletRoutes> &
  DepsOf<typeof differenceRoutes> &
  DepsOf<typeof staffStatementRoutes> &
  DepsOf<typeof figureRoutes> &
  DepsOf<typeof numberRoutes> &
  DepsOf<typeof lineRoutes> &
  Pick<DepsOf<typeof gatewayRoutes>, 'vault'> & {
    readonly config: Config;
    readonly metrics: Metrics;
    readonly sms: DepsOf<typeof trustBalanceRoutes>['sms'] & DepsOf<typeof changeRoutes>['sms'];
    /** Takes in the texts of gateways. */
    readonly intake: DepsOf<typeof smsRoutes> & DepsOf<typeof agentRoutes>;
    readonly access: AccessServices;
    readonly feed: Feed;
  };

export async function registerRoutes(app: App, deps: RouteDeps): Promise<void> {
  const { config, metrics } = deps;
  const mayMonitor = createMonitorCheck(config);
  healthRoutes(app, { ...deps, mayMonitor });
  metricsRoute(app, { metrics, mayMonitor });
  // A worker answers only health checks and metrics.
  if (config.role === 'worker') return;
  await app.register((api: App) => registerPublicInterface(api, deps));
  await app.register((machines: App) => registerMachineInterface(machines, deps));
  await app.register(async (pages: App) => payRoutes(pages, deps));
  if (deps.environment === 'sandbox') {
    await app.register(async (phones: App) => phoneRoutes(phones, deps));
  }
  await app.register((staff: App) => registerStaffInterface(staff, deps));
}

/** The pages that people open in a browser. */
export async function registerPages(app: App, config: Config): Promise<void> {
  frontPageRoute(app, config);
  pageStyleRoute(app);
  await consoleRoutes(app, config);
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
  paymentRoutes(api, deps);
  checkoutRoutes(api, deps);
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
  signAnswersToGateways(machines);
  callbackRoutes(machines, deps);
  smsRoutes(machines, deps.intake);
  agentRoutes(machines, deps.intake);
}

/** For the console. An API key opens nothing here, and this interface may change at any time. */
async function registerStaffInterface(staff: App, deps: RouteDeps): Promise<void> {
  staff.addHook('preClose', async () => deps.feed.close());
  requireStaff(staff, deps);
  maskAnswers(staff, deps);
  acceptForms(staff);
  await describeStaffInterface(staff);
  staffSessionRoutes(staff, deps);
  accessRoutes(staff, deps);
  policyRoutes(staff, deps);
  auditRoutes(staff, deps);
  providerSetupRoutes(staff, deps);
  staffDecisionRoutes(staff, deps);
  staffRefundRoutes(staff, deps);
  changeRoutes(staff, deps);
  trustBalanceRoutes(staff, deps);
  staffTransactionRoutes(staff, deps);
  playerRoute(staff, deps);
  staffDetailRoutes(staff, deps);
  overviewRoute(staff, deps);
  alertsRoute(staff, deps);
  searchRoute(staff, deps);
  contradictionRoutes(staff, deps);
  staffReceiptRoutes(staff, deps);
  staffSmsRoutes(staff, deps);
  senderRoutes(staff, deps);
  lineRoutes(staff, deps);
  gatewayRoutes(staff, { ...deps, baseUrl: serviceUrl(deps.config) });
  walletRoutes(staff, deps);
  differenceRoutes(staff, deps);
  reportRoutes(staff, deps);
  applicationMoneyRoutes(staff, deps);
  await staffStatementRoutes(staff, deps);
  figureRoutes(staff, deps);
  numberRoutes(staff, deps);
  linkRoutes(staff, deps);
  staffWebhookRoutes(staff, deps);
  staffFeedRoutes(staff, deps);
  if (deps.environment === 'sandbox') staffSandboxRoutes(staff, deps);
}
