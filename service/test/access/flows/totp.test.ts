import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import {
  createTotpSecret,
  findTotpStep,
  toOtpauthUri,
} from '../../../src/flows/access/second-factor.ts';

test('codes are those of RFC 6238', () => {
  // Appendix B, SHA-1; the last six of the eight digits that it shows.
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    const at = new Date(seconds * 1_000);
    assert.equal(findTotpStep({ secret, code, at }), Math.floor(seconds / 30));
  }
});

test('the code before and the one after are accepted, those further away are not', () => {
  const secret = createTotpSecret();
  const at = new Date('2026-11-15T09:30:10Z');
  const step = Math.floor(at.getTime() / 30_000);
  for (const away of [-3, -2, -1, 0, 1, 2, 3]) {
    const timestamp = at.getTime() + away * 30_000;
    const code = new TOTP({ secret }).generate({ timestamp });
    const expected = Math.abs(away) <= 1 ? step + away : null;
    assert.equal(findTotpStep({ secret, code, at }), expected, String(away));
  }
});

test('an app that scans the code gets the same secret, with a name to find it by', () => {
  const secret = createTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(toOtpauthUri(secret, 'ada@example.com'));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.searchParams.get('secret'), secret);
  assert.match(decodeURIComponent(uri.pathname), /ada@example\.com$/);
});
