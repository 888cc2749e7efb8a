import { type AddressInfo, createServer } from 'node:net';
import type { RunningService } from '../compose.ts';
import { type Config, listenHost } from '../config.ts';
import { connectDatabase } from '../database.ts';
import type { Logger } from '../log.ts';
import { createChildren } from './children.ts';
import { prepareService } from './prepare-service.ts';
import { HELD, type HeldSettings } from './questions.ts';

/** It prepares the database and compares lists; everything else is done by its processes. */
const PARENT_CONNECTIONS = 3;

/**
 * Serves with several processes. This one has the port, the migrations and the embedded server, and
 * replaces a process that ends.
 */
export async function startParent(
  config: Config,
  log: Logger,
  fromFile: readonly string[],
): Promise<RunningService> {
  const opened = await connectDatabase({ ...config, databasePoolSize: PARENT_CONNECTIONS }, log);
  const port = await choosePort(config);
  const prepare = () => prepareService(opened.database, config, log);
  const beginning = { held: heldOf({ ...config, port }), embedded: opened.embedded };
  const children = createChildren({ count: config.processes, log, beginning, fromFile, prepare });
  const stop: RunningService['stop'] = async (stopping = { drainMs: 0, isWhole: true }) => {
    await children.stop(stopping);
    await opened.close();
  };
  try {
    const preparing = prepare();
    const url = await children.start(preparing);
    log.info({ pid: process.pid, processes: config.processes }, 'several processes serve');
    const reload = () => children.reload(config.drainSeconds * 1_000);
    return { url, ...(await preparing), dataPlace: opened.place, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function heldOf(config: Config): HeldSettings {
  return Object.fromEntries(HELD.map((key) => [key, config[key]])) as HeldSettings;
}

/** With PORT=0 one is chosen for good: a process that comes later must listen on the same. */
async function choosePort(config: Config): Promise<number> {
  if (config.port !== 0) return config.port;
  const server = createServer();
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, listenHost(config), resolve);
  await listening;
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
