import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainAttempt } from '../../../src/domain/webhooks/attempt-problem.ts';

const FAILED = [
  ['ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 'refused'],
  ['EHOSTUNREACH: connect EHOSTUNREACH', 'refused'],
  ['ENOTFOUND: getaddrinfo ENOTFOUND shop.example', 'name'],
  ['EAI_AGAIN: getaddrinfo EAI_AGAIN shop.example', 'name'],
  ['CERT_HAS_EXPIRED: certificate has expired', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify the first certificate', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match', 'certificate'],
  ['no answer within 5000 ms', 'too_slow'],
  ['UND_ERR_CONNECT_TIMEOUT: Connect Timeout Error', 'too_slow'],
  ['ECONNRESET: read ECONNRESET', 'broken'],
  ['UND_ERR_SOCKET: other side closed', 'broken'],
  ['HPE_INVALID_CONSTANT: Expected HTTP/', 'broken'],
  ['refused: the name resolves to a private address', 'not_public'],
  ['an unknown error', 'unknown'],
] as const;

test('a network error has a code and a sentence', () => {
  for (const [error, code] of FAILED) {
    const problem = explainAttempt({ kind: 'failed', error });
    assert.equal(problem?.code, code, error);
    assert.match(problem?.message ?? '', /^[A-Z].+\.$/);
  }
});

test('a status that is no 2xx is named', () => {
  assert.equal(explainAttempt({ kind: 'answered', status: 204 }), null);
  for (const [status, code] of [
    [199, 'status'],
    [300, 'redirect'],
    [301, 'redirect'],
    [399, 'redirect'],
    [404, 'status'],
    [500, 'status'],
  ] as const) {
    const problem = explainAttempt({ kind: 'answered', status });
    assert.equal(problem?.code, code);
    assert.match(problem?.message ?? '', new RegExp(`answered ${status}\\b`));
  }
});
