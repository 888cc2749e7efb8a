import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { eventually } from '../../../service/test/support/service-process.ts';

/** The state that a read returns, the status that refuses it, a broken connection, or no answer. */
export type Scripted = 'pending' | 'succeeded' | number | 'reset' | 'silence';

/** A service that answers reads by a script, and can be down: then nothing listens there. */
export async function startScriptedService(
  answerTo: (count: number) => Scripted,
  headers: Readonly<Record<string, string>> = {},
) {
  const askedAt: number[] = [];
  const server = createServer((_request, response) => {
    askedAt.push(performance.now());
    give(response, answerTo(askedAt.length), headers);
  });
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await start(0);
  after(() => (server.listening ? stop() : undefined));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The times of the requests, on the clock of `performance.now()`. */
    askedAt,
    untilAsked: (count: number) =>
      eventually(`${count} requests arrive`, () => askedAt.length >= count),
    stop,
    restart: () => start(port),
  };
}

/** Serves until the tests of the file end; the address. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function give(
  response: ServerResponse,
  answer: Scripted,
  more: Readonly<Record<string, string>>,
): void {
  if (answer === 'silence') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  // Each request has its own connection: on a used one, curl repeats by itself.
  const headers = { connection: 'close', 'content-type': 'application/json', ...more };
  if (typeof answer === 'number') response.writeHead(answer, headers).end('{"detail":"no"}');
  else response.writeHead(200, headers).end(JSON.stringify({ service_tx_id: 'x', state: answer }));
}
