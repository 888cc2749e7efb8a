import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { call } from '../../../service/test/support/call.ts';

/** Each connection sets these itself. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
]);

/**
 * A proxy that checks a client's requests and the service's answers against docs/openapi.json,
 * because a client in another language cannot be checked from inside.
 */
export async function startDescribedFront(url: string): Promise<string> {
  const troubles: unknown[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = request;
    const body = await text(request);
    const options = { headers: headersOf(request), ...(body === '' ? {} : { body }) };
    const answer = await call(url, method, path, options);
    answer.headers.forEach((value, name) => {
      if (!OF_THE_CONNECTION.has(name)) response.setHeader(name, value);
    });
    response.writeHead(answer.status).end(answer.text);
  };
  const front = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => {
      troubles.push(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  after(() => {
    front.close();
    front.closeAllConnections();
    assert.deepEqual(troubles, []);
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
