import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUrlProblem } from '../../src/outbound/url-policy.ts';
import { callbackPolicy, webhookPolicy } from '../../src/settings/config.ts';
import { testConfig } from '../support/harness.ts';

const LIVE = { SERVICE_ENV: 'live', DATABASE_URL: 'postgresql://x', HOST: '127.0.0.1' };

/** [settings, address, what is wrong with it] */
const ROWS = [
  [{}, 'http://localhost:9000/hook', null],
  [{}, 'https://10.0.0.1/hook', null],
  [{}, 'http://169.254.169.254/latest', 'must not be a link-local address'],
  [{}, 'http://2852039166/latest', 'must not be a link-local address'],
  [{}, 'http://[::ffff:169.254.169.254]/', 'must not be a link-local address'],
  [{}, 'http://[64:ff9b::a9fe:a9fe]/', 'must not be a link-local address'],
  [{}, 'http://[2002:a9fe:a9fe::1]/', 'must not be a link-local address'],
  [{}, 'http://[fe80::1]/', 'must not be a link-local address'],
  [{}, 'http://[fd00:ec2::254]/', 'must not be a link-local address'],
  [{}, 'http://168.63.129.16/', 'must not be a link-local address'],
  [{}, 'http://[fd00::1]/', null],
  [{}, 'ftp://example.com/', 'must use https or http'],
  [{}, 'http://user@example.com/', 'must not contain a user name or password'],
  [{}, 'http://:secret@example.com/', 'must not contain a user name or password'],
  [LIVE, 'https://example.com/hook', null],
  [LIVE, 'http://example.com:8080/hook', null],
  [LIVE, 'http://localhost:9000/hook', 'must be a public address'],
  [LIVE, 'https://10.0.0.1/hook', 'must be a public address'],
  [{ ...LIVE, ACCEPTED_RISKS: 'testing' }, 'http://localhost:9000/hook', null],
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

/** [settings, whether the policy takes http, address, what is wrong with it] */
const NEW_IN_LIVE = [
  [{}, false, 'https://example.com/', null],
  [{}, false, 'http://example.com/', 'must use https'],
  [{}, true, 'http://example.com/', null],
  [{ ACCEPTED_RISKS: 'http-webhooks' }, false, 'http://example.com/', null],
  [{ WEBHOOK_SCHEMES: 'https' }, true, 'http://example.com/', 'must use https'],
  [{}, false, 'https://example.com:22/', 'must use port 80 or 443 or 8443 or 1025 to 65535'],
  [{}, false, 'https://example.com:1024/', 'must use port 80 or 443 or 8443 or 1025 to 65535'],
  [{}, false, 'https://example.com:8443/', null],
  [{}, false, 'https://example.com:3000/', null],
  [{ WEBHOOK_PORTS: '22' }, false, 'https://example.com:22/', null],
] as const;

test('a new callback_url of live is https on a port of web servers, unless accepted', () => {
  for (const [settings, httpCallbacks, url, problem] of NEW_IN_LIVE) {
    const policy = callbackPolicy(testConfig({ ...LIVE, ...settings }), { httpCallbacks });
    const name = `${JSON.stringify(settings)} ${httpCallbacks} ${url}`;
    assert.equal(findUrlProblem(policy, new URL(url)), problem, name);
  }
});
