import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { openPort } from '../../../src/app/listen.ts';
import { recordingLog, testConfig } from '../../support/harness.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test('both addresses of localhost are one server', { skip: !hasIpv6 }, async () => {
  const server = createServer();
  const app = fastify({
    serverFactory: (serve) => server.on('request', serve),
  });
  app.get('/', async () => 'here');
  await app.ready();
  const port = await openPort(server, {
    config: testConfig({ PORT: '0' }),
    log: recordingLog().log,
  });
  after(() => port.close());
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const { port: number } = new URL(port.url);
  for (const host of ['127.0.0.1', '[::1]']) {
    const answer = await fetch(`http://${host}:${number}/`, { headers: { connection: 'close' } });
    assert.equal(await answer.text(), 'here', host);
  }
  assert.equal(connections, 2, 'its limits see both');
});
