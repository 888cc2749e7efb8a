// Takes webhooks and answers 200 as fast as it can; sends its address to the parent process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-length': '2' }).end('{}');
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once('disconnect', () => process.exit(0));
