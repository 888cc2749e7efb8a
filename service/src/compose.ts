import type { AddressInfo } from 'node:net';
import { type Config, isAuthenticationOff, listenHost } from './config.ts';
import { connectDatabase, type OpenedDatabase, prepareDatabase, StartRefused } from './database.ts';
import { insertChannels, insertProviders } from './db/channels.ts';
import type { Database } from './db/client.ts';
import { ensureSigningKey } from './flows/ensure-signing-key.ts';
import { createMetrics } from './http/metrics.ts';
import { createServer } from './http/server.ts';
import type { Logger } from './log.ts';
import { INITIAL_PROVIDERS } from './providers/registry.ts';
import { startWorkers } from './workers/workers.ts';

export interface RunningService {
  readonly url: string;
  readonly dataPlace: string;
  /** Finishes requests in flight, then stops everything that this process started. */
  stop(): Promise<void>;
}

/** Puts the parts together. The only place that knows all of them. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  const opened = await connectDatabase(config, log);
  try {
    await prepareDatabase(opened.database, config, log);
    await furnish(opened.database, config);
    return await serve(config, log, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What a new installation needs before it can serve: providers and the first signing key. */
export async function furnish(
  database: Database,
  { environment }: Pick<Config, 'environment'>,
): Promise<void> {
  const { providers, channels } = INITIAL_PROVIDERS[environment];
  await insertProviders(database, providers);
  await insertChannels(database, channels);
  await ensureSigningKey(database);
}

async function serve(config: Config, log: Logger, opened: OpenedDatabase): Promise<RunningService> {
  const { database } = opened;
  let stopping = false;
  const server = await createServer({
    config,
    log,
    database,
    metrics: createMetrics(database),
    isStopping: () => stopping,
  });
  await server.listen({ host: listenHost(config), port: config.port }).catch(explainListenError);
  const workers = config.role === 'api' ? null : startWorkers({ database, log });
  if (isAuthenticationOff(config)) log.warn('authentication is off: every request is accepted');
  return {
    url: urlOf(config, server.server.address()),
    dataPlace: opened.place,
    stop: async () => {
      stopping = true;
      await server.close();
      await workers?.stop();
      await opened.close();
    },
  };
}

function urlOf(config: Config, address: AddressInfo | string | null): string {
  const host = listenHost(config);
  const shown = ['localhost', '127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
    ? 'localhost'
    : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${typeof address === 'object' && address !== null ? address.port : config.port}`;
}

function explainListenError(
  error: Error & { readonly code?: string; readonly port?: number },
): never {
  if (error.code === 'EADDRINUSE') {
    throw new StartRefused(
      `Port ${error.port ?? ''} is taken, perhaps by another start of this service. Stop that one or set PORT.`,
    );
  }
  if (error.code === 'EACCES')
    throw new StartRefused(`Port ${error.port ?? ''} needs more rights.`);
  throw error;
}
