import { readLowFloats } from '../domain/finance/float.ts';
import { MAX_AMOUNT_XAF, MIN_AMOUNT_XAF } from '../domain/money.ts';
import { DEFAULT_PREFIXES } from '../domain/msisdn.ts';
import { formatPrefixTable } from '../domain/prefix-table.ts';
import { HOME } from './checkout.ts';
import { readFailpoint } from './failpoint.ts';
import { KEEPING_SETTINGS } from './keeping-settings.ts';
import {
  choice,
  custom,
  folder,
  integer,
  optionalText,
  type Setting,
  yesOrNo,
} from './setting-kinds.ts';
import {
  MOST_PROCESSES,
  readApiKey,
  readDatabaseUrl,
  readHttpUrl,
  readOptionalCount,
  readOptionalDays,
  readOptionalSeconds,
  readOptionalYesOrNo,
  readOtherSecretsKey,
  readPorts,
  readPrefixes,
  readProcesses,
  readProxies,
  readSchemes,
  readSecretsKey,
  readWaiver,
} from './setting-readers.ts';
import { TELLING_SETTINGS } from './telling-settings.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting there is. `.env.example` is generated from this table. */
export const SETTINGS = {
  environment: choice('SERVICE_ENV', ['sandbox', 'live'], {
    description:
      'sandbox: outcomes are simulated and no money moves. live: real providers, real money.',
    fallback: 'sandbox',
  }),
  host: optionalText('HOST', {
    description:
      'Address to listen on. Not set: localhost while authentication is off, otherwise 0.0.0.0.',
  }),
  port: integer(
    'PORT',
    { min: 0, max: 65_535 },
    {
      description:
        'Port to listen on; 0 takes any free one, and so does a worker that is given none or one that is taken.',
      fallback: '8000',
    },
  ),
  processes: custom('PROCESSES', readProcesses, {
    description: `How many processes serve under one start: 1 to ${MOST_PROCESSES}, or auto for one to each core. What is limited is limited for all of them together.`,
    fallback: '1',
  }),
  drainSeconds: integer(
    'DRAIN_SECONDS',
    { min: 0, max: 300 },
    {
      description:
        'How long requests are still served after SIGTERM, while `/readyz` sends new ones elsewhere; 0 with the embedded server. Also for each process that a reload replaces.',
      fallback: '5',
    },
  ),
  databaseUrl: custom('DATABASE_URL', readDatabaseUrl, {
    description:
      'PostgreSQL 15 or later, as postgresql://user:password@host:5432/name; with several hosts (host1:5432,host2:5432) the one that can be written to. Not set: the embedded server.',
    secret: true,
  }),
  replicaUrl: custom('REPLICA_URL', readDatabaseUrl, {
    description:
      'Standbys of DATABASE_URL, in the same form, where lists and exports of staff are read. Not set, away or behind: DATABASE_URL.',
    secret: true,
  }),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    { min: 2, max: 200 },
    {
      description:
        'Connections to PostgreSQL; one is kept for asking about the others. PROCESSES share them, with at least 3 for each.',
      fallback: '10',
    },
  ),
  dataDir: folder('DATA_DIR', {
    description:
      'Where sent payouts are noted and the embedded PostgreSQL has its data; relative to the checkout, or with an installed package to where the command is typed.',
    fallback: '.data',
    base: HOME,
  }),
  embeddedPostgresInLive: yesOrNo('EMBEDDED_POSTGRES_IN_LIVE', {
    description: 'Allow live mode to keep its data in the embedded PostgreSQL.',
    fallback: 'false',
  }),
  liveWithoutSafety: custom('LIVE_WITHOUT_SAFETY', readWaiver, {
    description:
      'Set to I-am-testing to start live mode without SECRETS_KEY, with a weak or no SPORTSBOOK_API_KEY, or with an http PUBLIC_URL; webhooks may then go to addresses that are not public. Never with real money.',
  }),
  failpoint: custom('FAILPOINT', readFailpoint, {
    description:
      'For tests: where a process fails, once, as <point>:<before|after|committed>:<nth>:<kill|hang|error>; a point is a statement by its name, or prepare, send, ask or post. Live refuses to start with it.',
  }),
  apiKey: custom('SPORTSBOOK_API_KEY', readApiKey, {
    description:
      'API key of the application "default". Empty: authentication is off and every request is accepted.',
    secret: true,
  }),
  metricsToken: optionalText('METRICS_TOKEN', {
    description:
      'Bearer token that opens /metrics from anywhere. Not set: /metrics answers loopback addresses only.',
    secret: true,
  }),
  secretsKey: custom('SECRETS_KEY', readSecretsKey, {
    description:
      'Key that seals the secrets in the database (private signing keys, webhook secrets, authenticator secrets, secrets of SMS gateways and of provider accounts) and the key by which transactions are sealed against changes: 32 bytes as 64 hexadecimal digits or base64. Not set: they are stored as they are.',
    secret: true,
  }),
  otherSecretsKeys: custom('SECRETS_KEY_OTHER', readOtherSecretsKey, {
    description:
      'Second key that only opens what it has sealed, while SECRETS_KEY is being changed (docs/operations.md).',
    secret: true,
  }),
  trustedProxies: custom('TRUSTED_PROXIES', readProxies, {
    description:
      'Addresses or networks of the proxies in front, such as 10.0.0.0/8, whose X-Forwarded headers are believed. Not set: none.',
  }),
  connectionsPerAddress: integer(
    'CONNECTIONS_PER_ADDRESS',
    { min: 1, max: 10_000 },
    {
      description:
        'Connections that one address (of IPv6 one /64 network) may have open, in equal shares where there are several PROCESSES; the proxies of TRUSTED_PROXIES are exempt.',
      fallback: '500',
    },
  ),
  overloadDelayMs: integer(
    'OVERLOAD_DELAY_MS',
    { min: 0, max: 10_000 },
    {
      description:
        'How long a request of a platform may wait before it is begun; one that waits longer is a 503. A burst that is gone within twice this time is served whole. 0: no request is refused.',
      fallback: '100',
    },
  ),
  staffIdleMinutes: integer(
    'STAFF_IDLE_MINUTES',
    { min: 1, max: 1_440 },
    { description: 'Staff are signed out after this long without a request.', fallback: '15' },
  ),
  staffSessionHours: integer(
    'STAFF_SESSION_HOURS',
    { min: 1, max: 168 },
    { description: 'Staff sign in again after this long, however busy.', fallback: '12' },
  ),
  approvalSecondPersonXaf: integer(
    'APPROVAL_SECOND_PERSON_XAF',
    { min: 0, max: MAX_AMOUNT_XAF },
    {
      description:
        'Withdrawals above this amount are approved by two different people, and deposits are completed from payments in doubt by two.',
      fallback: '1000000',
    },
  ),
  approvalValidHours: integer(
    'APPROVAL_VALID_HOURS',
    { min: 1, max: 8_760 },
    {
      description:
        'An approved withdrawal that no provider has taken after this long waits for a decision.',
      fallback: '24',
    },
  ),
  floatLowXaf: custom('FLOAT_LOW_XAF', readLowFloats, {
    description:
      'Below how many XAF that are free a wallet counts as low: one figure for all, <operator>:<number>=<XAF> for one, or both with commas between. Not set: none does.',
  }),
  payoutsWaitForFloat: yesOrNo('PAYOUTS_WAIT_FOR_FLOAT', {
    description:
      'Whether an approved payout waits while the balance that its provider told last does not cover it, instead of being refused there.',
    fallback: 'false',
  }),
  approvalSetUpDays: custom('APPROVAL_SET_UP_DAYS', readOptionalDays, {
    description:
      'For so many days an account counts as the same person as whoever added or reset it. Not set: 7 in live, 0 in the sandbox.',
  }),
  changesSecondPerson: custom('CHANGES_SECOND_PERSON', readOptionalYesOrNo, {
    description:
      'Whether changing a merchant number or dial code, switching a channel on and adding an administrator wait for a second person. Not set: true in live, false in the sandbox.',
  }),
  approvalSumXaf: custom('APPROVAL_SUM_PER_DAY_XAF', readOptionalCount, {
    description:
      'What one person approves within 24 hours; above this sum a second person approves as well. Not set: no limit.',
  }),
  payoutsPerNumber: custom('PAYOUTS_PER_NUMBER_AND_DAY', readOptionalCount, {
    description:
      'Withdrawals to one number within 24 hours; more are marked and need a second person. Not set: no limit.',
  }),
  payoutsPerPlayer: custom('PAYOUTS_PER_PLAYER_AND_DAY', readOptionalCount, {
    description:
      'Withdrawals of one player within 24 hours; more are marked and need a second person. Not set: no limit.',
  }),
  payoutDuplicateMinutes: custom('PAYOUT_DUPLICATE_MINUTES', readOptionalCount, {
    description:
      'A withdrawal of the same amount to the same number within so many minutes is marked for the approver. Not set: none is.',
  }),
  openPromptsPerNumber: custom('OPEN_PROMPTS_PER_NUMBER', readOptionalCount, {
    description:
      'Payment requests that may be open on one phone; the next deposit is a 429. Not set: no limit.',
  }),
  requestsPerSecond: custom('REQUESTS_PER_SECOND', readOptionalCount, {
    description:
      'Requests that one application may make in a second, at each start of the service; more are a 429, unless their reference is known. Not set: no limit.',
  }),
  tracesUrl: custom('OTEL_EXPORTER_OTLP_ENDPOINT', readHttpUrl, {
    description:
      'Base address of an OpenTelemetry collector (OTLP over HTTP, such as http://localhost:4318) that gets a trace of each payment. Not set: nothing is traced.',
  }),
  alertUrl: custom('ALERT_URL', readHttpUrl, {
    description:
      'Where alerts of the company’s own pager are posted, signed like webhooks: payouts that wait, low float, silent SIM lines, contradictions. It may be a private address. Not set: nowhere.',
    secret: true,
  }),
  alertPayoutMinutes: integer(
    'ALERT_PAYOUT_MINUTES',
    { min: 1, max: 10_080 },
    {
      description: 'An alert is raised when a payout has waited for longer than so many minutes.',
      fallback: '30',
    },
  ),
  webhookProxyUrl: custom('WEBHOOK_PROXY_URL', readHttpUrl, {
    description:
      'HTTP proxy for webhooks. It then resolves the names and has to refuse private addresses.',
    secret: true,
  }),
  webhookSchemes: custom('WEBHOOK_SCHEMES', readSchemes, {
    description: 'Schemes that a callback_url may have.',
    fallback: 'https,http',
  }),
  webhookPorts: custom('WEBHOOK_PORTS', readPorts, {
    description: 'Ports that a callback_url may have, such as 443,8443. Not set: any.',
  }),
  publicUrl: custom('PUBLIC_URL', readHttpUrl, {
    description:
      'Address under which this service is reached: for links in answers, for the callbacks of operators, and the origin that the console is used from. Not set: the address of each request, and no callbacks.',
  }),
  amountMaxXaf: integer(
    'AMOUNT_MAX_XAF',
    { min: MIN_AMOUNT_XAF, max: MAX_AMOUNT_XAF },
    { description: 'Largest amount of one transaction.', fallback: String(MAX_AMOUNT_XAF) },
  ),
  depositWindowSeconds: custom('DEPOSIT_WINDOW_SECONDS', readOptionalSeconds, {
    description:
      'Time that a player has to confirm a deposit. Not set: 600 in live, 900 in the sandbox.',
  }),
  latePaymentWindowHours: integer(
    'LATE_PAYMENT_WINDOW_HOURS',
    { min: 0, max: 8_760 },
    {
      description: 'How long after its expiry a customer-initiated deposit is still completed.',
      fallback: '24',
    },
  ),
  ...TELLING_SETTINGS,
  ...KEEPING_SETTINGS,
  operatorPrefixes: custom('OPERATOR_PREFIXES', readPrefixes, {
    description: 'National number prefixes of each operator, for the prefix check and detection.',
    fallback: formatPrefixTable(DEFAULT_PREFIXES),
  }),
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, {
    description: 'Least severe level that is logged.',
    fallback: 'info',
  }),
  role: choice('ROLE', ['all', 'api', 'worker'], {
    description:
      'What this process does: answer requests (api), background work (worker), or both.',
    fallback: 'all',
  }),
} as const satisfies Record<string, Setting<unknown>>;

/** Names that earlier releases knew: to ignore one in silence would mislead whoever set it. */
export const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
  SMS_BALANCE_BREAK:
    'is no longer a setting, so remove it; a line whose texts name no balance that can be compared is declared with `momo line open <line> --without-balances`',
};
