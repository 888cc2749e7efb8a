import { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { refuseOtherSchema } from '../../db/migrate.ts';
import { shareOf } from '../../domain/share.ts';
import type { Config } from '../../settings/config.ts';
import type { Logger } from '../../settings/log.ts';
import { SETTINGS } from '../../settings/settings.ts';
import { type ServeParts, type ServingProcess, serve } from '../compose.ts';
import { isRefusal, openPools } from '../database.ts';
import type { ServerLimits } from '../server.ts';
import type { ProcessFigures } from './figures.ts';
import { createHandedPort } from './handover.ts';
import { createLink, type MessageChannel } from './link.ts';
import {
  type Beginning,
  type ChildQuestions,
  HELD,
  type HeldSettings,
  type ParentQuestions,
} from './questions.ts';
import { shareLimits } from './shared-limits.ts';

/** One asks the server about the others; and a write must not keep a read waiting. */
const LEAST_CONNECTIONS = 3;

/**
 * One of several processes: does only what its parent says. It leaves signals to the parent; a
 * terminal and an init system send them to every process.
 */
export function runAsChild(config: Config, log: Logger, limits?: ServerLimits): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let serving: ServingProcess | null = null;
  const port = createHandedPort();
  const parent = createLink<ParentQuestions, ChildQuestions>(ourChannel(), {
    begin: async (beginning) => {
      try {
        const itsLog = log.child({ process: beginning.number });
        const parts = { config, log: itsLog, openPort: port.open, sharedLimits, limits };
        serving = await begin(parts, beginning);
        return { kind: 'serving' };
      } catch (error) {
        if (isRefusal(error)) return { kind: 'refused', reason: error.message };
        throw error;
      }
    },
    connection: (_told, connection) => port.take(connection),
    stop: async (stopping) => {
      await serving?.stop(stopping);
      return readFigures();
    },
    pulse: () => null,
    figures: readFigures,
  });
  const sharedLimits = shareLimits(parent);

  async function readFigures(): Promise<ProcessFigures> {
    return (await serving?.readFigures()) ?? [];
  }
}

async function begin(
  { config: all, log, ...parts }: ServeParts,
  { held, embedded }: Beginning,
): Promise<ServingProcess> {
  warnOfChanges(all, held, log);
  const config = {
    ...all,
    ...held,
    databasePoolSize: shareOf(all.databasePoolSize, held.processes, LEAST_CONNECTIONS),
  };
  const opened = openPools(config, log, embedded);
  try {
    await refuseOtherSchema(opened.database);
    return await serve({ ...parts, config, log }, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Warns that a reload does not apply a change of these settings. */
function warnOfChanges(all: Config, held: HeldSettings, log: Logger): void {
  const changed = HELD.filter((key) => !isDeepStrictEqual(all[key], held[key]));
  const names = changed.map((key) => SETTINGS[key].name);
  if (names.length > 0) log.warn({ settings: names }, 'these settings need a restart; ignored');
}

/** The channel to the parent. It closes when the parent is gone or dismisses this process. */
function ourChannel(): MessageChannel {
  process.once('disconnect', () => process.exit());
  return {
    send: (message, _connection, onSent) => process.send?.(message, onSent),
    onMessage: (listener) =>
      process.on('message', (message, connection) => {
        listener(message, connection instanceof Socket ? connection : null);
      }),
    onClosed: (listener) => process.once('disconnect', listener),
  };
}
