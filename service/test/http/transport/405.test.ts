import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { assertProblem } from '../../support/catalogued.ts';
import { startTestService } from '../../support/harness.ts';
import { sendRaw } from '../../support/raw-http.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });
const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const ALLOWED: Readonly<Record<string, string>> = {
  '/health': 'GET, HEAD',
  '/livez': 'GET, HEAD',
  '/readyz': 'GET, HEAD',
  '/metrics': 'GET, HEAD',
  '/api/v1/deposits': 'POST',
  '/api/v1/withdrawals': 'POST',
  '/api/v1/transactions': 'GET, HEAD',
  [`/api/v1/transactions/${ID}`]: 'GET, HEAD',
  [`/api/v1/players/${ID}/transactions`]: 'GET, HEAD',
  '/api/v1/msisdn/detect': 'POST',
  '/api/v1/CM/providers': 'GET, HEAD',
  '/api/v1/CM/providers/status': 'GET, HEAD',
  '/api/v1/security/callback-public-key': 'GET, HEAD',
  '/api/v1/security/jwks.json': 'GET, HEAD',
  [`/api/v1/transactions/${ID}/replay-webhook`]: 'POST',
  [`/api/v1/sandbox/transactions/${ID}/simulate`]: 'POST',
};

test('a method that a path does not have is a 405 that names those it has', async () => {
  for (const [path, allow] of Object.entries(ALLOWED)) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allow.split(', ').includes(method)) continue;
      const answer = await service.call(method, path);
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.equal(answer.headers.get('allow'), allow, `${method} ${path}`);
      if (method === 'HEAD') assert.equal(answer.text, '');
      else assertProblem(answer, { detail: 'Method Not Allowed', code: 'method_not_allowed' });
      assert.ok(answer.headers.get('x-request-id'));
    }
  }
});

test('the rarest method is a 405 too', async () => {
  // CONNECT asks for a tunnel: Node closes the connection instead of answering.
  for (const method of METHODS.filter((name) => name !== 'CONNECT' && name !== 'POST')) {
    const request = `${method} /api/v1/deposits HTTP/1.1\r\nhost: [::1]\r\nconnection: close\r\n\r\n`;
    const { status, headers } = await sendRaw(service.url, request);
    assert.equal(status, 405, method);
    assert.equal(headers.get('allow'), 'POST');
  }
});
