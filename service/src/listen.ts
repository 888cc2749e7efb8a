import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, listenHost } from './config.ts';
import { StartRefused } from './database.ts';
import type { App } from './http/app.ts';

/**
 * Connections that may wait to be accepted. One is accepted in each turn of the event loop, and
 * what finds no place is tried again by the client's system after a second, then three, then seven.
 */
const BACKLOG = 4_096;

/** Opens the port and returns the address for a person. */
export async function listen(server: App, config: Config): Promise<string> {
  const host = listenHost(config);
  const open = (port: number) => server.listen({ host, port, backlog: BACKLOG });
  await open(config.port)
    .catch((error: ListenError) => {
      // Beside an API process of the same settings a worker still does all of its work.
      if (error.code !== 'EADDRINUSE' || config.role !== 'worker') throw error;
      return open(0);
    })
    .catch(explainListenError);
  if (host === 'localhost') await listenAlsoOnOther(server.server);
  return urlOf(config, server.server.address());
}

/**
 * `localhost` is 127.0.0.1 for some clients and ::1 for others. Whoever comes to the other one is
 * handed to the same server, so that its limits hold for all together.
 */
async function listenAlsoOnOther(server: Server): Promise<void> {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return;
  const host = address.family === 'IPv6' ? '127.0.0.1' : '::1';
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  // A machine may have only one of them, and what runs there need not be ours.
  other.once('error', () => resolve());
  other.listen({ host, port: address.port, backlog: BACKLOG }, resolve);
  await promise;
  server.once('close', () => other.close());
}

/** The database still has to be stopped after the last request. */
const REQUESTS_PATIENCE_MS = 3_500;
const SWEEP_MS = 20;

/**
 * Serves everybody for `drainMs` more, each connection for one last request. Then waits for
 * requests in flight, but not for a client that never finishes sending its own.
 */
export async function closeServer(app: App, drainMs: number): Promise<void> {
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close');
  });
  if (drainMs > 0) await pause(drainMs);
  // A connection that was busy when we began stays open after its answer, for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), REQUESTS_PATIENCE_MS);
  await app.close();
  clearInterval(sweep);
  clearTimeout(cutOff);
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
