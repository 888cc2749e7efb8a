import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../support/harness.ts';
import { DEPOSITS, paymentBody } from '../../support/transactions/payments.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('every kind of answer has a request id', async () => {
  const key = { 'x-api-key': 'a-key' };
  const answers = [
    await service.call('GET', '/health'),
    await service.call('HEAD', '/health'),
    await service.call('GET', '/nowhere'),
    await service.call('PUT', '/health'),
    await service.call('POST', DEPOSITS),
    await service.call('POST', DEPOSITS, { json: {}, headers: key }),
    await service.call('POST', DEPOSITS, { json: paymentBody(), headers: key }),
    await service.call('POST', DEPOSITS, { json: paymentBody({ operator: 'x' }), headers: key }),
    await service.call('GET', '/openapi.json'),
    await service.call('GET', '/docs'),
    await service.call('GET', '/console/'),
    await service.call('GET', '/assets/logos/mtn.svg'),
  ];
  for (const { headers } of answers) assert.match(headers.get('x-request-id') ?? '', UUID);
});

test('a harmless id of the caller is returned and logged, another is replaced', async () => {
  const given = async (id: string) => {
    const answer = await service.call('GET', '/health', { headers: { 'x-request-id': id } });
    return answer.headers.get('x-request-id') ?? '';
  };
  for (const id of ['a', 'A-1_2.3:4', 'x'.repeat(64)]) assert.equal(await given(id), id);
  for (const id of ['', 'x'.repeat(65), 'a b', 'a,b', '<script>', 'é', '"']) {
    assert.match(await given(id), UUID, id);
  }
  assert.ok(service.logLines.some((line) => line.includes('"A-1_2.3:4"')));
});

test('HEAD answers like GET, without a body', async () => {
  const headers = { 'x-api-key': 'a-key' };
  for (const path of ['/health', '/api/v1/cm/providers', '/api/v1/security/callback-public-key']) {
    const get = await service.call('GET', path, { headers });
    const head = await service.call('HEAD', path, { headers });
    assert.equal(head.status, get.status);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`);
    }
  }
});

test('neither keys nor phone numbers reach the log', async () => {
  const headers = { 'x-api-key': 'a-key' };
  const json = paymentBody({ msisdn: '+237671234567' });
  await service.call('POST', DEPOSITS, { json, headers });
  await service.call('POST', DEPOSITS, { json, headers: { 'x-api-key': 'wrong-key-77' } });
  await service.call('POST', '/api/v1/msisdn/detect', { json, headers });
  assert.doesNotMatch(service.logLines.join(''), /671234567|wrong-key-77|"a-key"/);
});
