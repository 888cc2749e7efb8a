import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** The connection of a call. */
export interface Line {
  readonly send: (answer: Answer) => void;
  /** The caller's next read ends with ECONNRESET. */
  readonly reset: () => void;
}

export interface Listener {
  readonly url: string;
  /** Nothing listens on the port any more, and every connection is cut. */
  readonly goOffline: () => Promise<void>;
  /** Listens again on the same port. */
  readonly goOnline: () => Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;
const HOST = '127.0.0.1';

export async function listen(options: {
  readonly port: number;
  readonly onCall: (call: Call, line: Line) => void;
}): Promise<Listener> {
  const server = createServer((request, response) => {
    // A caller that disconnects while sending has sent nothing.
    receive(request, response, options.onCall).catch(() => response.destroy());
  });
  // Callers that keep connections for a while are not cut off between two calls.
  server.keepAliveTimeout = 60_000;
  const open = async (port: number) => {
    server.listen(port, HOST);
    await once(server, 'listening');
  };
  await open(options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    goOffline: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    goOnline: async () => {
      if (!server.listening) await open(port);
    },
  };
}

export function json(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A JSON object, or `null` for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Name and secret of HTTP Basic, or of anything else that is `base64(name:secret)`. */
export function parseBasic(text: string): { readonly name: string; readonly secret: string } {
  const [name = '', ...rest] = Buffer.from(text, 'base64').toString().split(':');
  return { name, secret: rest.join(':') };
}

export function parseUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  onCall: (call: Call, line: Line) => void,
): Promise<void> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > MAX_BODY_BYTES) {
      response.destroy();
      return;
    }
    parts.push(part as Buffer);
  }
  const { method = '', url = '/', headers } = request;
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  onCall(
    {
      method,
      path: url.split('?')[0] ?? url,
      query: url.split('?')[1] ?? '',
      headers: Object.fromEntries(flat) as Record<string, string>,
      body: Buffer.concat(parts).toString(),
    },
    toTransactionRow(response),
  );
}

function toTransactionRow(response: ServerResponse): Line {
  return {
    send: ({ status, headers = {}, body }) => {
      if (response.destroyed) return;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.end(body);
    },
    reset: () => response.socket?.resetAndDestroy(),
  };
}
