import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ATTEMPT_TIMEOUT_MS } from '../../src/domain/webhooks/webhook-retry.ts';
import { createPoster } from '../../src/outbound/post.ts';
import { watchSlowness } from '../support/slowness.ts';
import {
  answering,
  closedPort,
  listen,
  onRequest,
  startRawReceiver,
  startReceiver,
} from '../support/webhooks/receiver.ts';

const poster = createPoster({
  policy: { publicOnly: false, schemes: ['http', 'https'], ports: [] },
  proxyUrl: null,
});
after(() => poster.close());

const TIMEOUT_MS = 400;

function post(url: string, timeoutMs = TIMEOUT_MS) {
  return poster.post({ url, headers: { 'x-test': 'yes' }, body: '{"é":1}', timeoutMs });
}

test('the body arrives as it was given, with the headers and its length', async () => {
  const receiver = await startReceiver(answering(201, 'thank you'));
  const { latencyMs, ...result } = await post(`${receiver.url}/hook?a=b`);
  assert.deepEqual(result, { kind: 'answered', status: 201, answer: 'thank you' });
  assert.ok(latencyMs < TIMEOUT_MS);
  const [received] = receiver.received;
  assert.equal(received?.body, '{"é":1}');
  assert.equal(received?.path, '/hook?a=b');
  assert.equal(received?.headers['x-test'], 'yes');
  assert.equal(received?.headers['content-length'], '8');
});

test('a redirect is an answer like any other and is never followed', async () => {
  const target = await startReceiver();
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const receiver = await startReceiver((response) => {
      response.writeHead(status, { location: target.url }).end();
    });
    const result = await post(receiver.url);
    assert.ok(result.kind === 'answered' && result.status === status);
  }
  assert.equal(target.received.length, 0);
});

test('a connection is used again, also after an answer of some kilobytes', async () => {
  for (const body of ['', 'x'.repeat(10_000)]) {
    const receiver = await startReceiver(answering(200, body));
    for (let n = 0; n < 20; n += 1) await post(receiver.url);
    // A second one is opened when a request follows so soon that the first is not free yet.
    const connections = new Set(receiver.received.map(({ connection }) => connection));
    assert.ok(connections.size <= 2, `${connections.size} connections for 20 requests`);
  }
});

test('only the first kilobyte of a long answer is kept, and little more is read', async () => {
  let sent = 0;
  const receiver = await startReceiver((response) => {
    response.writeHead(200);
    const send = () => {
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write('y'.repeat(65_536))) break;
      }
    };
    response.on('drain', send);
    send();
  });
  const result = await post(receiver.url);
  assert.ok(result.kind === 'answered' && result.status === 200);
  assert.equal(result.answer, 'y'.repeat(1_024));
  assert.ok(sent < 8_000_000, `${sent} bytes were sent`);
});

test('a body that drips does not delay the result, and the latency is that of the status', async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(500);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const startedAt = performance.now();
  const result = await post(receiver.url);
  assert.ok(performance.now() - startedAt < 1_000);
  assert.ok(result.kind === 'answered' && result.status === 500);
  assert.match(result.answer, /^\.+$/);
  assert.ok(result.latencyMs < 200, `${result.latencyMs} ms`);
});

test('an answer that is not valid text can be stored', async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(200).end(Buffer.from([0x41, 0x00, 0xff, 0xc3, 0x42]));
  });
  const result = await post(receiver.url);
  assert.ok(result.kind === 'answered');
  assert.equal(result.answer, 'A\u{fffd}\u{fffd}B');
});

const SILENT = /^no answer within 400 ms$/;

/** Receivers that do not answer properly, and how the failure reads. */
const BROKEN = {
  'no server listens': [closedPort, /^ECONNREFUSED/],
  'the connection is reset': [
    () => startRawReceiver((socket) => onRequest(socket, () => socket.resetAndDestroy())),
    /ECONNRESET|other side closed/,
  ],
  'the connection is closed before the answer': [
    () => startRawReceiver((socket) => onRequest(socket, () => socket.end())),
    /other side closed/,
  ],
  'the status line breaks off': [
    () => startRawReceiver((socket) => onRequest(socket, () => socket.end('HTTP/1.1 20'))),
    /other side closed|Parse/i,
  ],
  'the answer is not HTTP': [
    () => startRawReceiver((socket) => onRequest(socket, () => socket.end('SSH-2.0-x\r\n\r\n'))),
    /does not match the HTTP/,
  ],
  'the head of the answer is endless': [
    () =>
      startRawReceiver((socket) =>
        onRequest(socket, () => {
          socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`);
        }),
      ),
    /Headers Overflow/,
  ],
  'nothing is ever answered': [startRawReceiver, SILENT],
  'the TLS handshake is never finished': [
    async () => (await startRawReceiver()).url.replace('http:', 'https:'),
    SILENT,
  ],
  'the status line drips': [
    () =>
      startRawReceiver((socket) => {
        const letters = [...'HTTP/1.1 200 OK'];
        const timer = setInterval(() => socket.write(letters.shift() ?? ' '), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    SILENT,
  ],
  'headers come one by one without an end': [
    () =>
      startRawReceiver((socket) =>
        onRequest(socket, () => {
          socket.write('HTTP/1.1 200 OK\r\n');
          const timer = setInterval(() => socket.write('a: b\r\n'), 50);
          socket.on('close', () => clearInterval(timer));
        }),
      ),
    SILENT,
  ],
} as const;

for (const [name, [start, expected]] of Object.entries(BROKEN)) {
  test(`it is a failure with a reason when ${name}`, async () => {
    const receiver = await start();
    const slowness = watchSlowness();
    const startedAt = performance.now();
    const result = await post(typeof receiver === 'string' ? receiver : receiver.url);
    const tookMs = performance.now() - startedAt;
    slowness.stop();
    assert.ok(result.kind === 'failed', JSON.stringify(result));
    assert.match(result.error, expected);
    assert.ok(tookMs < TIMEOUT_MS + 300 + slowness.allowanceMs(), `${tookMs} ms`);
  });
}

test('a body that breaks off or never comes leaves the status as it is', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n';
  for (const [rest, then] of [
    ['', 'destroy'],
    ['abc', 'destroy'],
    ['abc', 'wait'],
  ] as const) {
    const receiver = await startRawReceiver((socket) =>
      onRequest(socket, () => {
        socket.write(head + rest, () => {
          if (then === 'destroy') setImmediate(() => socket.destroy());
        });
      }),
    );
    const result = await post(receiver.url);
    assert.ok(result.kind === 'answered' && result.status === 200, JSON.stringify(result));
  }
});

test('an address that speaks no TLS is a failure', async () => {
  const receiver = await startReceiver();
  const result = await post(receiver.url.replace('http:', 'https:'));
  assert.ok(result.kind === 'failed');
  assert.match(result.error, /SSL|TLS|EPROTO/);
});

test('an untrusted certificate is a failure', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'momo-cert-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  try {
    execFileSync('openssl', [...make, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  } catch {
    return t.skip('the program openssl is not there to make a certificate');
  }
  let requests = 0;
  const server = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (_request, response) => {
      requests += 1;
      response.end();
    },
  );
  const url = await listen(server);
  after(() => server.close());
  const result = await post(url.replace('http:', 'https:'), 2_000);
  assert.ok(result.kind === 'failed');
  assert.match(result.error, /SELF_SIGNED/);
  assert.equal(requests, 0);
});

test('the limit is five seconds: 4.7 s is an answer in time, 5.3 s is none', async () => {
  const answerAfter = (ms: number) =>
    startReceiver((response) => setTimeout(() => response.writeHead(200).end(), ms));
  const [early, late] = await Promise.all([answerAfter(4_700), answerAfter(5_300)]);
  const slowness = watchSlowness();
  const [inTime, tooLate] = await Promise.all(
    [early, late].map(({ url }) => post(url, ATTEMPT_TIMEOUT_MS)),
  );
  const allowanceMs = slowness.allowanceMs();
  slowness.stop();
  assert.ok(inTime?.kind === 'answered' && inTime.latencyMs >= 4_690);
  assert.ok(tooLate?.kind === 'failed');
  assert.equal(tooLate.error, 'no answer within 5000 ms');
  const { latencyMs } = tooLate;
  assert.ok(latencyMs >= 4_999 && latencyMs < 5_290 + allowanceMs, `${latencyMs} ms`);
});
