import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainRefusedKey, type RefusedKey } from '../../../src/domain/access/api-key.ts';

const TEST_KEY = `svc_test_abcdefghijkl_${'A'.repeat(43)}`;
const LIVE_KEY = `svc_live_abcdefghijkl_${'A'.repeat(43)}`;

const URL = '/api/v1/transactions';

type Headers = Parameters<typeof explainRefusedKey>[0]['headers'];

const elsewhere = (place: string): RefusedKey => ({ code: 'key_elsewhere', params: { place } });

const REQUESTS: readonly (readonly [name: string, headers: Headers, url: string, RefusedKey])[] = [
  ['has none', {}, URL, { code: 'key_missing' }],
  ['is blank', { 'x-api-key': '  ' }, URL, { code: 'key_missing' }],
  ['is an unknown one', { 'x-api-key': LIVE_KEY }, URL, { code: 'unauthorized' }],
  ['is something else', { 'x-api-key': 'secret' }, URL, { code: 'unauthorized' }],
  ['has a scheme', { 'x-api-key': `Bearer ${LIVE_KEY}` }, URL, { code: 'key_with_scheme' }],
  [
    'is of the sandbox',
    { 'x-api-key': ` ${TEST_KEY}` },
    URL,
    { code: 'key_of_other_environment', params: { start: 'svc_live_' } },
  ],
  ['is in Authorization', { authorization: 'Basic x' }, URL, elsewhere('Authorization')],
  [
    'is in another header',
    { accept: '*/*', 'api-key': LIVE_KEY },
    URL,
    elsewhere('the header api-key'),
  ],
  [
    'is in the address',
    { accept: '*/*' },
    `${URL}?key=${LIVE_KEY}`,
    elsewhere('the address, which proxies log'),
  ],
];

for (const [name, headers, url, refused] of REQUESTS) {
  test(`a request whose key ${name} is refused with ${refused.code}`, () => {
    assert.deepEqual(explainRefusedKey({ environment: 'live', headers, url }), refused);
  });

  test(`the refusal of a key that ${name} shows nothing that only its owner knows`, () => {
    const reported = JSON.stringify(explainRefusedKey({ environment: 'live', headers, url }));
    assert.doesNotMatch(reported, /abcdefghijkl|AAAA/);
  });
}
