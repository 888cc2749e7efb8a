import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { after } from 'node:test';
import { eventually } from '../service-process.ts';

export interface Received {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Which of the receiver's connections it came on, counted from 1. */
  readonly connection: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves when so many requests have arrived. */
  readonly until: (count: number, withinMs?: number) => Promise<void>;
  /** Lets go of what has arrived, for a test of hours. */
  readonly forget: () => void;
}

/** Answers a request; `count` is how many there have been, this one included. */
export type Answering = (response: ServerResponse, received: Received, count: number) => void;

export const answering =
  (status: number, body = ''): Answering =>
  (response) =>
    void response.writeHead(status).end(body);

/** A webhook receiver on a port of its own, gone when the test file is done. */
export async function startReceiver(answer: Answering = answering(200)): Promise<Receiver> {
  const received: Received[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => {});
    request.on('end', () => {
      const entry: Received = {
        at,
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
        connection: connections.get(request.socket) ?? 0,
      };
      received.push(entry);
      answer(response, entry, received.length);
    });
  });
  server.on('connection', (socket: Socket) => connections.set(socket, connections.size + 1));
  const url = await listen(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    received,
    until: (count, withinMs) =>
      eventually(`${count} requests arrive`, () => received.length >= count, withinMs),
    forget: () => void received.splice(0),
  };
}

export interface RawReceiver {
  readonly url: string;
  readonly connections: () => number;
}

/** A listener that does with its connections what no HTTP server would. */
export async function startRawReceiver(
  treat: (socket: Socket) => void = () => {},
): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    treat(socket);
  });
  const url = await listen(server);
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url, connections: () => connections };
}

/** Calls back once a whole request has arrived on a raw connection. */
export function onRequest(socket: Socket, then: () => void): void {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const [, length = 'x'] = /content-length: (\d+)/i.exec(text) ?? [];
    const head = text.indexOf('\r\n\r\n');
    if (head < 0 || text.length < head + 4 + Number(length)) return;
    text = '';
    then();
  });
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address without a listener. */
export async function closedPort(): Promise<string> {
  const server = createTcpServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}
