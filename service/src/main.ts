import { banner } from './banner.ts';
import { startService } from './compose.ts';
import { findLiveRisks, readConfigOrExit } from './config.ts';
import { StartRefused } from './database.ts';
import { MigrationRefused } from './db/migrate.ts';
import { createLogger } from './log.ts';
import { WrongSecretsKey } from './signing/sealed-text.ts';

/** After a signal the process is gone within this time, finished or not. */
const STOP_PATIENCE_MS = 4_500;

const config = readConfigOrExit(findLiveRisks);
const log = createLogger(config);

// Not `once`: npm passes on the Ctrl-C that the terminal has already sent us, and a second signal
// without a listener would end this process before the database is stopped.
const stopRequested = new Promise<NodeJS.Signals>((resolve) => {
  process.on('SIGINT', resolve);
  process.on('SIGTERM', resolve);
});
// Counted from the signal, so a start that still waits for its database can be stopped as well.
void stopRequested.then(() => setTimeout(leaveAnyway, STOP_PATIENCE_MS).unref());

try {
  const service = await startService(config, log);
  process.stdout.write(banner(config, service));
  const signal = await stopRequested;
  log.info({ signal }, 'stopping');
  await service.stop();
  log.info('stopped');
} catch (error) {
  if (
    error instanceof StartRefused ||
    error instanceof MigrationRefused ||
    error instanceof WrongSecretsKey
  ) {
    process.stderr.write(`The service was not started: ${error.message}\n`);
  } else {
    log.fatal({ err: error }, 'the service cannot go on');
  }
  process.exitCode = 1;
}

function leaveAnyway(): void {
  log.error('still busy after the time for stopping; leaving');
  process.exit(1);
}
