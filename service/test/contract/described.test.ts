import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../support/call.ts';
import { assertDescribed } from '../support/described.ts';

// What holds all other tests to docs/openapi.json can itself fail.

const answer = (status: number, json: unknown): Answer => ({
  status,
  headers: new Headers(),
  text: JSON.stringify(json),
  json,
});

const DETECTED = {
  msisdn_normalized: '+237670000001',
  is_valid: true,
  country_code: 'CM',
  operator: 'mtn',
  operator_display_name: 'MTN',
  provider_suggestion: null,
  provider_display_name: null,
  provider_logo_url: null,
  error: null,
};

const detect = (status: number, json: unknown, sent: unknown = { msisdn: '670000001' }) =>
  assertDescribed('POST', '/api/v1/msisdn/detect?x=1', { json: sent }, answer(status, json));

test('an answer or a request that docs/openapi.json does not describe fails the test', () => {
  detect(200, DETECTED);
  detect(422, { detail: [], code: 'request_invalid' }, { anything: true });
  assert.throws(() => detect(422, { detail: [] }), /otherwise than described/);
  assert.throws(() => detect(422, { detail: [], code: 'own_payout' }), /code/);
  assert.throws(() => detect(200, { ...DETECTED, operator: 'camtel' }), /operator/);
  assert.throws(
    () => detect(200, { ...DETECTED, is_valid: undefined }),
    /otherwise than described/,
  );
  assert.throws(() => detect(418, { detail: 'Teapot' }), /is not described/);
  assert.throws(() => detect(200, DETECTED, { msisdn: 5 }), /takes what is not described/);
  assert.throws(() => assertDescribed('PUT', '/api/v1/deposits', {}, answer(200, {})), /described/);
});

test('the most specific path describes an answer, and other addresses are nobody’s', () => {
  const none = answer(404, { detail: 'Transaction not found', code: 'transaction_not_found' });
  assertDescribed('GET', '/api/v1/transactions/5', {}, none);
  assertDescribed('GET', '/api/v1/nothing', {}, answer(200, { any: 'thing' }));
  assertDescribed('GET', '/internal/v1/anything', {}, answer(200, { any: 'thing' }));
});
