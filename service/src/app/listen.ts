import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type ServerOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../http/app.ts';
import { type Config, listenHost } from '../settings/config.ts';
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

/** Lets a server listen as the settings say; `accepting` is how it was made. */
export async function openPort(
  server: Server,
  config: Config,
  accepting: Accepting = {},
): Promise<OpenPort> {
  const host = listenHost(config);
  const open = (port: number) => listen(server, { host, port });
  await open(config.port)
    .catch((error: ListenError) => {
      // Beside an API process with the same settings a worker still does all of its work.
      if (error.code !== 'EADDRINUSE' || config.role !== 'worker') throw error;
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
  if (error.code === 'EADDRINUSE') {
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
