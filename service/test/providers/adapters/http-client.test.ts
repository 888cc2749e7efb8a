import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  createHttpClient,
  findAddressProblem,
  type HttpRequest,
} from '../../../src/providers/http-client.ts';
import {
  FAULTS,
  type Scripted,
  startScriptedProvider,
} from '../../support/providers/scripted-provider.ts';
import { limitTime } from '../../support/slowness.ts';
import { closedPort, listen, startRawReceiver } from '../../support/webhooks/receiver.ts';

const TIMEOUT_MS = 300;
const client = createHttpClient();
after(() => client.close());

const provider = await startScriptedProvider();

function send(request: Partial<HttpRequest> = {}) {
  return client.send({
    method: 'POST',
    url: `${provider.url}/pay`,
    headers: { 'X-Test': 'yes' },
    body: '{"é":1}',
    timeoutMs: TIMEOUT_MS,
    ...request,
  });
}

function answer(scripted: Scripted) {
  provider.received.length = 0;
  provider.script(() => scripted);
}

// The first request of a process also loads code, which on a busy machine takes that long.
provider.script(() => ({ status: 200 }));
await send({ timeoutMs: 10_000 });

test('a request arrives as it was given, and the answer is read whole', async () => {
  answer({ status: 202, body: { état: ['ok'] } });
  assert.deepEqual(await send(), {
    kind: 'answered',
    status: 202,
    text: '{"état":["ok"]}',
    json: { état: ['ok'] },
  });
  const [request] = provider.received;
  assert.equal(request?.body, '{"é":1}');
  assert.equal(request?.headers['x-test'], 'yes');
  assert.equal(request?.method, 'POST');
});

test('a post without a body has length 0', async () => {
  answer({ status: 200 });
  await send({ body: null });
  assert.equal(provider.received[0]?.headers['content-length'], '0');
});

const UNREADABLE: readonly (readonly [string, Scripted])[] = [
  ['nothing', { status: 200, body: '' }],
  ['a page', { status: 200, body: '<html>busy</html>' }],
  ['cut JSON', { status: 200, body: '{"status":"SUCC' }],
  ['bytes', { status: 200, body: Buffer.from([0, 255, 254, 1]) }],
  ['packed JSON', { status: 200, body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }],
];

for (const [name, scripted] of UNREADABLE) {
  test(`an answer of ${name} has a status and no JSON`, async () => {
    answer(scripted);
    const result = await send();
    assert.ok(result.kind === 'answered' && result.status === 200 && result.json === null);
  });
}

for (const fault of FAULTS) {
  test(`a request that meets "${fault}" is lost, in time, and sent once`, async () => {
    answer(fault);
    const inTime = limitTime(TIMEOUT_MS + 200);
    const result = await send();
    assert.equal(result.kind, 'lost', JSON.stringify(result));
    inTime();
    assert.equal(provider.received.length, 1);
  });
}

test('a question that meets a reset is not repeated either', async () => {
  answer('reset');
  const result = await send({ method: 'GET', body: null });
  assert.equal(result.kind, 'lost');
  assert.equal(provider.received.length, 1);
});

test('an answer of 64 KiB is read and one byte more is lost', async () => {
  answer({ status: 200, body: `"${'x'.repeat(65_534)}"` });
  const longest = await send();
  assert.ok(longest.kind === 'answered' && longest.json !== null);
  answer({ status: 200, body: `"${'x'.repeat(65_535)}"` });
  assert.deepEqual(await send(), {
    kind: 'lost',
    status: 200,
    trouble: { code: 'answer_too_long' },
  });
});

test('no redirect is followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answer({ status, headers: { location: `${provider.url}/elsewhere` } });
    const result = await send();
    assert.ok(result.kind === 'answered' && result.status === status);
    assert.deepEqual(
      provider.received.map(({ path }) => path),
      ['/pay'],
    );
  }
});

test('a request whose time is over is not sent, also not on a connection that is there', async () => {
  answer({ status: 200 });
  assert.equal((await send()).kind, 'answered');
  for (const timeoutMs of [0, -60_000, Number.NaN]) {
    assert.equal((await send({ timeoutMs })).kind, 'not_sent', String(timeoutMs));
  }
  assert.equal((await send()).kind, 'answered');
  assert.equal(provider.received.length, 2);
});

test('a process that is frozen while it connects does not send afterwards', async (t) => {
  answer({ status: 200 });
  const fresh = createHttpClient();
  const realNow = performance.now.bind(performance);
  let frozenMs = 0;
  t.mock.method(performance, 'now', () => realNow() + frozenMs);
  const sending = fresh.send({
    method: 'POST',
    url: `${provider.url}/pay`,
    headers: {},
    body: '{}',
    timeoutMs: 5_000,
  });
  frozenMs = 60_000;
  assert.equal((await sending).kind, 'not_sent');
  assert.equal(provider.received.length, 0);
  await fresh.close();
});

test('a refused connection was certainly not used', async () => {
  const result = await send({ url: await closedPort() });
  assert.equal(result.kind, 'not_sent');
  assert.match(JSON.stringify(result), /ECONNREFUSED/);
});

test('an unknown host name was certainly not used', async () => {
  const result = await send({ url: 'https://provider.invalid/pay' });
  assert.equal(result.kind, 'not_sent');
});

test('an untrusted certificate stops the request before it is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'momo-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  let requests = 0;
  const files = { key: readFileSync(key), cert: readFileSync(cert) };
  const server = createTlsServer(files, (_, response) => {
    requests += 1;
    response.end();
  });
  rmSync(folder, { recursive: true });
  after(() => server.close());
  const url = (await listen(server)).replace('http:', 'https:');
  assert.equal((await send({ url, timeoutMs: 2_000 })).kind, 'not_sent');
  assert.equal(requests, 0);
});

test('a handshake that is never answered is not sent, and ends in time', async () => {
  const silent = await startRawReceiver();
  const inTime = limitTime(TIMEOUT_MS + 200);
  const result = await send({ url: silent.url.replace('http:', 'https:') });
  assert.equal(result.kind, 'not_sent');
  inTime();
});

test('a request that was given up before its turn is never sent afterwards', async () => {
  const own = createHttpClient();
  const waiting: (() => void)[] = [];
  let paths: string[] = [];
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    if (request.url === '/later') response.end('{}');
    else waiting.push(() => response.end('{}'));
    if (waiting.length === 128) full.resolve();
  });
  const full = Promise.withResolvers<void>();
  const url = await listen(server);
  after(() => server.close());
  const ask = (path: string, timeoutMs: number) =>
    own.send({ method: 'POST', url: `${url}${path}`, headers: {}, body: '{}', timeoutMs });
  const holding = Array.from({ length: 128 }, () => ask('/first', 5_000));
  await full.promise;
  assert.equal((await ask('/given-up', 50)).kind, 'not_sent');
  for (const respond of waiting) respond();
  await Promise.all(holding);
  assert.equal((await ask('/later', 1_000)).kind, 'answered');
  paths = paths.filter((path) => path !== '/first');
  assert.deepEqual(paths, ['/later']);
  await own.close();
});

test('a client that was closed sends nothing and does not throw', async () => {
  const own = createHttpClient();
  await own.close();
  const result = await own.send({
    method: 'GET',
    url: provider.url,
    headers: {},
    body: null,
    timeoutMs: TIMEOUT_MS,
  });
  assert.equal(result.kind, 'not_sent');
});

test('a header that cannot be sent is no crash', async () => {
  answer({ status: 200 });
  assert.equal((await send({ headers: { 'X-Key': 'a\r\nb' } })).kind, 'not_sent');
  assert.equal(provider.received.length, 0);
});

const ADDRESSES: readonly (readonly [address: string, isGood: boolean])[] = [
  ['https://proxy.momoapi.mtn.com', true],
  ['https://example.com:8443/base', true],
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000', true],
  ['http://[::1]:9000', true],
  ['http://example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['http://localhost.example.com', false],
  ['http://10.0.0.1', false],
  ['https://user:secret@example.com', false],
  ['https://example.com?x=1', false],
  ['ftp://example.com', false],
  ['example.com', false],
  ['', false],
];

for (const [address, isGood] of ADDRESSES) {
  test(`the address "${address}" is ${isGood ? 'taken' : 'refused'}`, async () => {
    assert.equal(findAddressProblem(address) === null, isGood);
    if (!isGood) assert.equal((await send({ url: address })).kind, 'not_sent');
  });
}
