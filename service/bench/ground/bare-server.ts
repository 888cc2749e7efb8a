import { createVault } from '../../src/signing/sealed-text.ts';
// The real HTTP server with fixed answers instead of PostgreSQL: this measures what HTTP,
// validation and serialisation cost, which no database can make faster.

import { createPayments } from '../../src/compose.ts';
import { createServer } from '../../src/compose-server.ts';
import { readConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createLogger } from '../../src/log.ts';
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
