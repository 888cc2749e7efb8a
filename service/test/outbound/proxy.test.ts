import assert from 'node:assert/strict';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createPoster, type PostResult } from '../../src/outbound/post.ts';
import { limitTime } from '../support/slowness.ts';
import { listen, startRawReceiver, startReceiver } from '../support/webhooks/receiver.ts';

interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

/** A small proxy: CONNECT for https, whole addresses for http. */
async function startProxy() {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const { 'proxy-authorization': _mine, ...headers } = request.headers;
    const onward = httpRequest(request.url ?? '', { method: 'POST', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  server.on('connect', (request, client) => {
    seen.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    const target = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => client.destroy());
  });
  const url = await listen(server);
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, seen };
}

function posting(proxyUrl: string, publicOnly: 'public only' | 'anywhere') {
  const policy = {
    publicOnly: publicOnly === 'public only',
    schemes: ['http', 'https'],
    ports: [],
  };
  const poster = createPoster({ policy, proxyUrl });
  after(() => poster.close());
  return (url: string): Promise<PostResult> =>
    poster.post({ url, headers: { 'x-test': 'yes' }, body: '{"a":1}', timeoutMs: 1_000 });
}

test('with WEBHOOK_PROXY_URL a webhook over http goes through the proxy', async () => {
  const [proxy, receiver] = await Promise.all([startProxy(), startReceiver()]);
  const result = await posting(proxy.url, 'anywhere')(`${receiver.url}/hook`);
  assert.ok(result.kind === 'answered' && result.status === 200, JSON.stringify(result));
  assert.deepEqual(
    proxy.seen.map(({ line }) => line),
    [`POST ${receiver.url}/hook`],
  );
  assert.equal(receiver.received[0]?.body, '{"a":1}');
  assert.equal(receiver.received[0]?.headers['x-test'], 'yes');
});

test('over https it goes through a tunnel, so the proxy sees only the host', async () => {
  let first = '';
  const receiver = await startRawReceiver((socket) => {
    socket.once('data', (chunk) => {
      first = chunk.toString('hex', 0, 3);
      socket.destroy();
    });
  });
  const proxy = await startProxy();
  const { host } = new URL(receiver.url);
  const result = await posting(proxy.url, 'anywhere')(`https://${host}/hook`);
  assert.equal(result.kind, 'failed');
  assert.deepEqual(
    proxy.seen.map(({ line }) => line),
    [`CONNECT ${host}`],
  );
  assert.match(first, /^1603/, 'the tunnel begins with a TLS handshake');
});

test('credentials in WEBHOOK_PROXY_URL go to the proxy and not to the receiver', async () => {
  const [proxy, receiver] = await Promise.all([startProxy(), startReceiver()]);
  const withUser = proxy.url.replace('http://', 'http://user:secret@');
  const result = await posting(withUser, 'anywhere')(receiver.url);
  assert.equal(result.kind, 'answered', JSON.stringify(result));
  const expected = `Basic ${Buffer.from('user:secret').toString('base64')}`;
  assert.equal(proxy.seen[0]?.headers['proxy-authorization'], expected);
  assert.equal(receiver.received[0]?.headers['proxy-authorization'], undefined);
});

test('in live a private address that is written out does not even reach the proxy', async () => {
  const [proxy, receiver] = await Promise.all([startProxy(), startReceiver()]);
  const result = await posting(proxy.url, 'public only')(receiver.url);
  assert.ok(result.kind === 'failed');
  assert.match(result.error, /^refused/);
  assert.deepEqual(proxy.seen, []);
});

test('a proxy that is away or silent is a failed attempt like any other', async () => {
  const silent = await startRawReceiver();
  for (const proxyUrl of ['http://127.0.0.1:1', silent.url]) {
    const inTime = limitTime(1_500);
    const result = await posting(proxyUrl, 'anywhere')('https://example.com/');
    assert.equal(result.kind, 'failed');
    inTime();
  }
});
