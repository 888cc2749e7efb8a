import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrub } from '../../src/settings/log.ts';
import { recordingLog } from '../support/harness.ts';

const SECRETS = [
  ['a number with plus', 'paid by +237677123456', '677123456'],
  ['a number without plus', 'paid by 237677123456.', '677123456'],
  ['national digits', '{"msisdn":"699887766"}', '699887766'],
  ['a foreign number', '+33612345678 calls', '612345678'],
  ['a test key', 'key svc_test_0123456789ab_SECRETsecretSECRETsecretSECRETsecret', 'SECRET'],
  ['a live key', '"svc_live_0123456789ab_SECRET-secret_SECRET"', 'SECRET'],
  ['a webhook secret', 'whsec_c2VjcmV0c2VjcmV0', 'c2VjcmV0'],
  ['a bearer token', 'authorization: Bearer abc.def.ghi', 'abc.def'],
  ['a database password', 'postgresql://momo:hunter2@db:5432/momo', 'hunter2'],
] as const;

for (const [name, line, secret] of SECRETS) {
  test(`${name} never reaches the log`, () => {
    assert.ok(!scrub(line).includes(secret), scrub(line));
  });
}

const HARMLESS = [
  '"id":"0193e2a1-6123-7456-8123-612345678901"',
  '"time":"2026-11-15T09:30:00.123Z"',
  '"ms":612345678.5',
  '"amountXaf":9007199254740991',
] as const;

for (const text of HARMLESS) {
  test(`ids, times and amounts stay readable: ${text}`, () => {
    assert.equal(scrub(text), text);
  });
}

test('an error is logged without the row values that PostgreSQL adds', () => {
  const { log, lines } = recordingLog();
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (reference)=(top secret) already exists.',
  });
  log.error({ err: error }, 'failed');
  const [line = ''] = lines;
  assert.match(line, /"code":"23505"/);
  assert.doesNotMatch(line, /top secret/);
});
