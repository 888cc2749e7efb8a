import { createVault } from '../../src/signing/sealed-text.ts';
// The real HTTP server with fixed answers instead of PostgreSQL: this measures what HTTP,
// validation and serialisation cost, which no database can make faster.

import { createPayments } from '../../src/app/compose.ts';
import { createServer } from '../../src/app/compose-server.ts';
import { readConfig } from '../../src/settings/config.ts';
import { createLogger } from '../../src/settings/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { cannedDatabase } from './canned-database.ts';
import { TARGET_SETTINGS } from './target.ts';

const reading = readConfig(TARGET_SETTINGS);
if (reading.kind === 'invalid') throw new Error(reading.problems.join('; '));
const { config } = reading;
const database = cannedDatabase();
const server = await createServer({
  config,
  log: createLogger(config),
  database,
  metrics: createMetrics(database),
  payments: createPayments({
    database,
    config,
    vault: createVault(config.secretsKey),
    onQueued: () => {},
  }),
  onQueued: () => {},
  onSubmitted: () => {},
  isStopping: () => false,
});
const url = await server.listen({ host: TARGET_SETTINGS.HOST, port: 0 });
process.stdout.write(`${url.replace(TARGET_SETTINGS.HOST, 'localhost')}\n`);
process.once('SIGTERM', () => process.exit());
