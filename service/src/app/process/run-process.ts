import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../../db/client.ts';
import {
  type Config,
  findLiveRisks,
  findOwnFile,
  loadSettingsFile,
  readConfigOrExit,
} from '../../settings/config.ts';
import { createLogger, type Logger } from '../../settings/log.ts';
import { banner } from '../banner.ts';
import { type RunningService, startService } from '../compose.ts';
import { connectDatabase, isRefusal } from '../database.ts';
import { type OpenPort, openPort } from '../listen.ts';
import type { ServerLimits } from '../server.ts';
import { runAsChild } from './child.ts';
import { createChildren } from './children.ts';
import { isChild } from './fork.ts';
import { createHandover } from './handover.ts';
import { prepareService } from './prepare-service.ts';
import { HELD, type HeldSettings } from './questions.ts';

/** It prepares the database and compares lists; its processes do everything else. */
const PARENT_CONNECTIONS = 3;

/**
 * Serves with several processes. This one has the port, the migrations and the embedded server, and
 * replaces a process that ends.
 */
async function startParent(
  config: Config,
  log: Logger,
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const own = { ...config, databasePoolSize: PARENT_CONNECTIONS };
  const opened = await connectDatabase(own, log, { mayMake: true });
  const prepare = () => prepareService(opened.database, config, log);
  const beginning = { held: heldOf(config), embedded: opened.embedded };
  const handover = createHandover();
  const deps = { count: config.processes, log, beginning, env, prepare, handover };
  const children = createChildren(deps);
  let port: OpenPort | null = null;
  let url = '';
  const stop: RunningService['stop'] = async (stopping = { drainMs: 0, isWhole: true }) => {
    await Promise.all([children.stop(stopping), closePort(stopping.drainMs)]);
    await opened.close();
  };
  const closePort = async (drainMs: number) => {
    if (drainMs > 0) await pause(drainMs);
    // The children own the connections themselves.
    void port?.close();
    handover.giveUp();
  };
  try {
    const preparing = prepare();
    // Nothing is begun for a service that cannot listen; connections wait for the first process.
    await children.start(async () => {
      await preparing;
      port = await openPort(handover.server, { config, log, accepting: { pauseOnConnect: true } });
      url = port.url;
    });
    log.info({ pid: process.pid, processes: config.processes }, 'several processes serve');
    const reload = () => children.reload(config.drainSeconds * 1_000);
    return { url, ...(await preparing), dataLocation: opened.place, reload, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function heldOf(config: Config): HeldSettings {
  return Object.fromEntries(HELD.map((key) => [key, config[key]])) as HeldSettings;
}

/** After a signal and the drain the process is gone within this time, finished or not. */
const STOP_PATIENCE_MS = 4_500;

/** The whole life of a process that serves, whether it is started by a person or by its parent. */
export async function runProcess(limits?: ServerLimits): Promise<void> {
  const inherited = loadSettingsFile();
  const config = readConfigOrExit(findLiveRisks);
  const log = createLogger(config);
  if (isChild()) runAsChild(config, log, limits);
  else await run({ config, log, inherited, limits });
}

interface Start {
  readonly config: Config;
  readonly log: Logger;
  /** The environment without the file of settings. */
  readonly inherited: NodeJS.ProcessEnv;
  readonly limits: ServerLimits | undefined;
}

async function run({ config, log, inherited, limits }: Start): Promise<void> {
  // Not `once`: npm passes on the Ctrl-C that the terminal has already sent us, and a second signal
  // without a listener would end this process before the database is stopped.
  const stopRequested = new Promise<NodeJS.Signals>((resolve) => {
    process.on('SIGINT', resolve);
    process.on('SIGTERM', resolve);
  });
  // A terminal that closes sends SIGHUP; for a service without one it means to reload.
  if (config.processes > 1 && !process.stdout.isTTY) process.on('SIGHUP', () => {});
  let isServing = false;
  // Counted from the signal, so a start that still waits for its database can be stopped as well.
  void stopRequested.then((signal) =>
    leaveAfter(isServing ? drainMsAfter(signal, config) : 0, log),
  );

  try {
    const service = await (config.processes > 1
      ? startParent(config, log, inherited)
      : startService(config, log, limits));
    process.stdout.write(banner(config, service));
    if (service.reload !== null && !process.stdout.isTTY) reloadOnSignal(service.reload, log);
    isServing = true;
    const signal = await stopRequested;
    const drainMs = drainMsAfter(signal, config);
    log.info({ signal, drainMs }, 'stopping');
    await service.stop({ drainMs, isWhole: true });
    log.info('stopped');
  } catch (error) {
    process.exitCode = explain(error, log);
  }
}

/** What systemd does not start again: a person must change something first. */
const REFUSED = 2;
const FAILED = 1;

function explain(error: unknown, log: Logger): number {
  if (isRefusal(error)) {
    process.stderr.write(`The service was not started: ${error.message}\n`);
    return REFUSED;
  }
  if (error instanceof DatabaseUnavailable) {
    process.stderr.write(`The database cannot be reached: ${error.message}\n`);
  } else {
    log.fatal({ err: error }, 'the service cannot go on');
  }
  return FAILED;
}

/** One reload at a time; signals that come meanwhile are one more. */
function reloadOnSignal(reload: () => Promise<void>, log: Logger): void {
  let underWay: Promise<void> | null = null;
  let isWanted = false;
  const repeat = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      log.info('reloading');
      if (findOwnFile() === null) log.warn('settings of the environment need a restart; not read');
      await reload();
    }
    underWay = null;
  };
  process.on('SIGHUP', () => {
    isWanted = true;
    underWay ??= repeat();
  });
}

/**
 * SIGTERM restarts one of several processes: a proxy needs a moment to see that this one is no
 * longer ready. A person at a terminal does not wait, and a process with a database of its own is
 * the only one.
 */
function drainMsAfter(signal: NodeJS.Signals, { databaseUrl, drainSeconds }: Config): number {
  return signal === 'SIGTERM' && databaseUrl !== null ? drainSeconds * 1_000 : 0;
}

function leaveAfter(drainMs: number, log: Logger): void {
  const leave = () => {
    log.error('still busy after the time for stopping; leaving');
    process.exit(1);
  };
  setTimeout(leave, drainMs + STOP_PATIENCE_MS).unref();
}
