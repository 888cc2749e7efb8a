import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

// As much of Express as its samples need, because it is not installed here.

interface Request extends IncomingMessage {
  body?: unknown;
}
type Handle = (request: Request, response: ServerResponse, next: () => void) => unknown;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly handle: Handle;
}

function plainExpress() {
  const routes: Route[] = [];
  const add = (method: string) => (path: string, handle: Handle) =>
    void routes.push({ method, path, handle });
  const pass = (request: Request, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const route = routes.find((one) => one.method === method && one.path === url);
    const fail = () => void response.writeHead(500).end();
    if (route === undefined) response.writeHead(404).end();
    else Promise.resolve(route.handle(request, response, fail)).catch(fail);
  };
  const listen = (port: number, ...more: readonly unknown[]) =>
    createServer(pass).listen(port, ...(more as []));
  return { get: add('GET'), post: add('POST'), use: () => {}, listen };
}

export const express = Object.assign(plainExpress, { json: () => json });
