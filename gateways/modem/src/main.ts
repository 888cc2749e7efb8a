import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { runGateway } from './gateway.ts';
import { createLog } from './log.ts';

const USAGE = 'usage: momo-modem run --config FILE\n';

/** The program beside the modem. Its exit code is 2 for what a person has to correct. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string', default: '/etc/momo-modem.json' } },
  });
  if (positionals.join(' ') !== 'run') {
    process.stderr.write(USAGE);
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const log = createLog((line) => process.stdout.write(line));
  try {
    await runGateway(readConfig(values.config), { log, stopping: stop.signal });
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`momo-modem: ${error.message}\n`);
    return 2;
  }
}

process.exitCode = await main();
