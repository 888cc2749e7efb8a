import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../settings/config.ts';
import type { Logger } from '../../settings/log.ts';
import type { RunningService } from '../compose.ts';
import { connectDatabase } from '../database.ts';
import { type OpenPort, openPort } from '../listen.ts';
import { createChildren } from './children.ts';
import { createHandover } from './handover.ts';
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
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const opened = await connectDatabase({ ...config, databasePoolSize: PARENT_CONNECTIONS }, log);
  const prepare = () => prepareService(opened.database, config, log);
  const beginning = { held: heldOf(config), embedded: opened.embedded };
  const handover = createHandover();
  const deps = { count: config.processes, log, beginning, env, prepare, handover };
  const children = createChildren(deps);
  let port: OpenPort | null = null;
  const stop: RunningService['stop'] = async (stopping = { drainMs: 0, isWhole: true }) => {
    await Promise.all([children.stop(stopping), closePort(stopping.drainMs)]);
    await opened.close();
  };
  const closePort = async (drainMs: number) => {
    if (drainMs > 0) await pause(drainMs);
    // The connections themselves are the children's.
    void port?.close();
    handover.giveUp();
  };
  try {
    const preparing = prepare();
    await children.start(preparing);
    port = await openPort(handover.server, config, { pauseOnConnect: true });
    log.info({ pid: process.pid, processes: config.processes }, 'several processes serve');
    const reload = () => children.reload(config.drainSeconds * 1_000);
    const { url } = port;
    return { url, ...(await preparing), dataPlace: opened.place, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function heldOf(config: Config): HeldSettings {
  return Object.fromEntries(HELD.map((key) => [key, config[key]])) as HeldSettings;
}
