import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type ServerOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../http/app.ts';
import { STOPPING } from '../http/request/refusals.ts';
import { type Config, listenHost } from '../settings/config.ts';
import type { Logger } from '../settings/log.ts';
import { StartRefused } from './database.ts';

/**
 * Connections that may wait to be accepted. The event loop accepts one per turn; beyond the limit,
 * the client's system tries again after a second, then three, then seven.
 */
const BACKLOG = 4_096;

/** Where a process gets its connections. */
export interface Port {
  /** Takes no more connections; resolves when the last one has ended. */
  close(): Promise<void>;
}

export interface OpenPort extends Port {
  /** The address for a person. */
  readonly url: string;
}

type Accepting = Pick<ServerOpts, 'pauseOnConnect'>;

interface PortOptions {
  readonly config: Config;
  readonly log: Logger;
  /** How the server was made. */
  readonly accepting?: Accepting;
}

/** Lets a server listen as the settings say. */
export async function openPort(
  server: Server,
  { config, log, accepting = {} }: PortOptions,
): Promise<OpenPort> {
  const host = listenHost(config);
  const open = (port: number) => listen(server, { host, port });
  await openWhenFree(() => open(config.port), { config, log })
    .catch((error: ListenError) => {
      // Beside an API process with the same settings a worker still does all of its work.
      if (!isTaken(error) || config.role !== 'worker') throw error;
      return open(0);
    })
    .catch(explainListenError);
  const other = host === 'localhost' ? await listenAlsoOnOther(server, accepting) : null;
  return {
    url: urlOf(config, server.address()),
    close: async () => {
      await Promise.all([closed(server), other && closed(other)]);
    },
  };
}

/** A restart may meet the process before it, which finishes what is under way. */
const PORT_PATIENCE_MS = 60_000;
const RETRY_MS = 250;

/** A person at a terminal reads at once that the port is taken; a worker needs no port. */
async function openWhenFree(
  open: () => Promise<void>,
  { config, log }: PortOptions,
): Promise<void> {
  const isPatient = config.role !== 'worker' && !process.stdout.isTTY;
  const deadline = performance.now() + (isPatient ? PORT_PATIENCE_MS : 0);
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (!isTaken(error) || performance.now() > deadline) throw error;
      if (tries === 1) log.warn({ port: config.port }, 'the port is taken; waiting for it');
      await pause(RETRY_MS);
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/**
 * `localhost` is 127.0.0.1 for some clients and ::1 for others. The same server gets the
 * connections to the other one, so that its limits hold for all.
 */
async function listenAlsoOnOther(server: Server, accepting: Accepting): Promise<Server | null> {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return null;
  const host = address.family === 'IPv6' ? '127.0.0.1' : '::1';
  const options = { allowHalfOpen: true, noDelay: true, ...accepting };
  const other = createServer(options, (socket) => server.emit('connection', socket));
  // A machine may have only one of them, and another program may use the port there.
  return listen(other, { host, port: address.port }).then(
    () => other,
    () => null,
  );
}

async function listen(
  server: Server,
  at: { readonly host: string; readonly port: number },
): Promise<void> {
  server.listen({ ...at, backlog: BACKLOG });
  await once(server, 'listening');
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

/** Leaves time to stop the database after the last request. */
const REQUESTS_PATIENCE_MS = 3_500;
const SWEEP_MS = 20;

/**
 * Serves all clients for `drainMs` more, each connection for one last request. Then waits for
 * requests in flight, but not for a client that never finishes sending its own.
 */
export async function closeServer(app: App, port: Port, drainMs: number): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
  app.server.emit(STOPPING);
  if (drainMs > 0) await pause(drainMs);
  // A connection that was busy when we began stays open after its answer, for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUESTS_PATIENCE_MS);
  await port.close();
  clearInterval(sweep);
  clearTimeout(cutOff);
  await app.close();
}

function urlOf(config: Config, address: AddressInfo | string | null): string {
  const host = listenHost(config);
  const isThisMachine = ['localhost', '127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  const shown = isThisMachine ? 'localhost' : host;
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

type ListenError = Error & { readonly code?: string; readonly port?: number };

function explainListenError(error: ListenError): never {
  if (isTaken(error)) {
    throw new StartRefused(
      `Port ${error.port ?? ''} is taken, perhaps by another start of this service. ` +
        'Stop that one or set PORT.',
    );
  }
  if (error.code === 'EACCES') {
    throw new StartRefused(`Port ${error.port ?? ''} needs more rights.`);
  }
  throw error;
}
