import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { TestSigner } from '../../src/testing.ts';

/** Publishes the keys of a signer, and counts what it answers. */
export async function publishKeys(signer: Pick<TestSigner, 'jwks'>) {
  const counts = { asked: 0, unchanged: 0 };
  let isAway = false;
  const set = JSON.stringify(await signer.jwks());
  const etag = `"${set.length}"`;
  const server = createServer((request, response) => {
    if (isAway) return void request.socket.destroy();
    const isKnown = request.headers['if-none-match'] === etag;
    counts.asked += 1;
    counts.unchanged += Number(isKnown);
    const headers = { 'content-type': 'application/json', etag };
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : set);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => counts.asked,
    unchanged: () => counts.unchanged,
    goAway: () => {
      isAway = true;
    },
  };
}
