import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { after } from 'node:test';
import { listen } from '../webhooks/receiver.ts';

/** What the scripted system does with a request: answers, or misbehaves in one of these ways. */
export type Scripted =
  | {
      readonly status: number;
      readonly body?: string | Buffer | object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | Fault;

export const FAULTS = [
  'reset',
  'close',
  'hang',
  'not http',
  'cut body',
  'dripping body',
  'endless body',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedProvider {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Decides what is answered from now on. */
  script: (answer: (request: ReceivedRequest) => Scripted) => void;
}

/** A system that answers what the test says, gone when the test file is done. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const received: ReceivedRequest[] = [];
  let answer: (request: ReceivedRequest) => Scripted = () => ({ status: 404 });
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const body = Buffer.concat(parts).toString('utf8');
      const entry: ReceivedRequest = { method, path, headers, body };
      received.push(entry);
      play(answer(entry), response, request.socket);
    });
  });
  const url = await listen(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url,
    received,
    script: (next) => {
      answer = next;
    },
  };
}

function play(scripted: Scripted, response: ServerResponse, socket: Socket): void {
  if (typeof scripted !== 'string') {
    const { status, body = '', headers = {} } = scripted;
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
    return;
  }
  switch (scripted) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'close':
      socket.destroy();
      return;
    case 'hang':
      return;
    case 'not http':
      socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n');
      return;
    case 'cut body':
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"status":"SUCC', () => socket.destroy());
      return;
    case 'dripping body': {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'endless body':
      response.writeHead(200);
      pour(response);
      return;
  }
}

function pour(response: ServerResponse): void {
  const chunk = '['.repeat(16_384);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}
