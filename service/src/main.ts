import { banner } from './banner.ts';
import { startService } from './compose.ts';
import { readConfigOrExit } from './config.ts';
import { StartRefused } from './database.ts';
import { MigrationRefused } from './db/migrate.ts';
import { createLogger } from './log.ts';

/** Requests in flight get this long before the process leaves anyway. */
const STOP_PATIENCE_MS = 4_500;

const config = readConfigOrExit();
const log = createLogger(config);

const stopRequested = new Promise<NodeJS.Signals>((resolve) => {
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
});

try {
  const service = await startService(config, log);
  process.stdout.write(banner(config, service));
  const signal = await stopRequested;
  log.info({ signal }, 'stopping');
  setTimeout(() => {
    log.error('still busy after the time for stopping; leaving');
    process.exit(1);
  }, STOP_PATIENCE_MS).unref();
  await service.stop();
  log.info('stopped');
} catch (error) {
  if (error instanceof StartRefused || error instanceof MigrationRefused) {
    process.stderr.write(`The service was not started: ${error.message}\n`);
  } else {
    log.fatal({ err: error }, 'the service cannot go on');
  }
  process.exitCode = 1;
}
