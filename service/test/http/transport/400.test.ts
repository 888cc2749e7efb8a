import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCatalogued } from '../../support/catalogued.ts';
import { startTestService } from '../../support/harness.ts';
import { type RawAnswer, sendRaw } from '../../support/raw-http.ts';

const service = await startTestService();

const MALFORMED: Readonly<Record<string, string>> = {
  'no HTTP at all': 'GARBAGE\r\n\r\n',
  'an unknown version': 'GET /health HTTP/9.9\r\n\r\n',
  'a negative length': 'POST /api/v1/deposits HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'two lengths':
    'POST /api/v1/deposits HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
  'a length beside chunks':
    'POST /health HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
  'a space before the colon': 'GET /health HTTP/1.1\r\nhost : x\r\n\r\n',
  'no host': 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n',
  'broken percent-encoding': 'GET /%zz HTTP/1.1\r\nhost: [::1]\r\nconnection: close\r\n\r\n',
  'broken percent-encoding in an id':
    'GET /api/v1/transactions/%E0%A4%A HTTP/1.1\r\nhost: [::1]\r\nconnection: close\r\n\r\n',
};

test('what is not proper HTTP is a 400 with a detail and a request id', async () => {
  for (const [name, request] of Object.entries(MALFORMED)) {
    const answer = await sendRaw(service.url, request);
    assert.equal(answer.status, 400, name);
    assertErrorBody(answer);
  }
});

test('headers of more than 16 KiB are a 431', async () => {
  const request = `GET /health HTTP/1.1\r\nhost: x\r\nx-big: ${'y'.repeat(17_000)}\r\n\r\n`;
  const answer = await sendRaw(service.url, request);
  assert.equal(answer.status, 431);
  assertErrorBody(answer);
});

test('an unknown expectation is ignored', async () => {
  const request =
    'GET /health HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\nconnection: close\r\n\r\n';
  assert.equal((await sendRaw(service.url, request)).status, 200);
});

test('HTTP 1.0 needs no host', async () => {
  assert.equal((await sendRaw(service.url, 'GET /health HTTP/1.0\r\n\r\n')).status, 200);
});

test('after all this the service still answers', async () => {
  assert.equal((await service.call('GET', '/health')).status, 200);
});

function assertErrorBody({ status, headers, body }: RawAnswer): void {
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  assert.ok(headers.get('x-request-id'));
  assertCatalogued({ status, json: JSON.parse(body) });
}
