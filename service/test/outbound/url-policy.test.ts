import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUrlProblem } from '../../src/outbound/url-policy.ts';
import { webhookPolicy } from '../../src/settings/config.ts';
import { testConfig } from '../support/harness.ts';

const LIVE = { SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://x', HOST: '127.0.0.1' };

/** [settings, address, what is wrong with it] */
const ROWS = [
  [{}, 'http://localhost:9000/hook', null],
  [{}, 'https://10.0.0.1/hook', null],
  [{}, 'ftp://example.com/', 'must use https or http'],
  [{}, 'http://user@example.com/', 'must not contain a user name or password'],
  [{}, 'http://:secret@example.com/', 'must not contain a user name or password'],
  [LIVE, 'https://example.com/hook', null],
  [LIVE, 'http://example.com:8080/hook', null],
  [LIVE, 'http://localhost:9000/hook', 'must be a public address'],
  [LIVE, 'https://10.0.0.1/hook', 'must be a public address'],
  [{ ...LIVE, LIVE_WITHOUT_SAFETY: 'I-am-testing' }, 'http://localhost:9000/hook', null],
  [{ WEBHOOK_SCHEMES: 'https' }, 'http://example.com/', 'must use https'],
  [{ WEBHOOK_SCHEMES: 'https' }, 'https://example.com/', null],
  [{ WEBHOOK_PORTS: '443,8443' }, 'https://example.com/', null],
  [{ WEBHOOK_PORTS: '443,8443' }, 'https://example.com:8443/', null],
  [{ WEBHOOK_PORTS: '443,8443' }, 'http://example.com/', 'must use port 443 or 8443'],
  [{ WEBHOOK_PORTS: '443,8443' }, 'https://example.com:22/', 'must use port 443 or 8443'],
] as const;

test('scheme, user info, port and host are checked as the settings say', () => {
  for (const [settings, url, problem] of ROWS) {
    const policy = webhookPolicy(testConfig(settings));
    assert.equal(
      findUrlProblem(policy, new URL(url)),
      problem,
      `${JSON.stringify(settings)} ${url}`,
    );
  }
});
