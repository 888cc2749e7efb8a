import { HOME } from './checkout.ts';
import {
  choice,
  custom,
  folder,
  integer,
  optionalPath,
  optionalText,
  type Setting,
} from './setting-kinds.ts';
import {
  MAX_PROCESSES,
  readApiKey,
  readDatabaseUrl,
  readFailpoint,
  readHttpUrl,
  readOtherSecretsKey,
  readPorts,
  readProcesses,
  readProxies,
  readRisks,
  readSchemes,
  readSecretsKey,
} from './setting-readers.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
    description: `How many processes serve under one start: 1 to ${MAX_PROCESSES}, or auto for one to each core. What is limited is limited for all of them together.`,
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
  acceptedRisks: custom('ACCEPTED_RISKS', readRisks, {
    description:
      'What this installation may do without, by name with commas between. open-api: a sandbox without SPORTSBOOK_API_KEY listens beyond this machine. In live: plain-database (a DATABASE_URL of another host without sslmode=verify-full), http-webhooks (a callback_url may begin with http:), embedded-postgres (data in the embedded PostgreSQL), testing (starts without SECRETS_KEY, a strong SPORTSBOOK_API_KEY or https, with webhooks to any address; never with real money).',
  }),
  failpoint: custom('FAILPOINT', readFailpoint, {
    isForTests: true,
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
      'Addresses or networks of the proxies in front, such as 10.0.0.5, whose X-Forwarded-For and X-Forwarded-Proto are believed. Not set: none.',
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
  webhookProxyUrl: custom('WEBHOOK_PROXY_URL', readHttpUrl, {
    description:
      'HTTP proxy for webhooks. It then resolves the names and has to refuse private addresses.',
    secret: true,
  }),
  webhookSchemes: custom('WEBHOOK_SCHEMES', readSchemes, {
    description:
      'Schemes that a callback_url may have. In a new live installation http also takes ACCEPTED_RISKS=http-webhooks.',
    fallback: 'https,http',
  }),
  webhookPorts: custom('WEBHOOK_PORTS', readPorts, {
    description:
      'Ports that a callback_url may have, such as 443,8443. Not set: every port in the sandbox; 80, 443, 8443 and those above 1024 in live.',
  }),
  publicUrl: custom('PUBLIC_URL', readHttpUrl, {
    description:
      'Address under which this service is reached: for links in answers, for the callbacks of operators, and the origin that the console is used from. Not set: the address of each request, and no callbacks.',
  }),
  operatorsDir: optionalPath('OPERATORS_DIR', {
    description:
      'Folder of your own about operators, on top of what comes with the service: SMS templates (*.json), and statement-mappings.json, which is tried first.',
    base: HOME,
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
