import assert from 'node:assert/strict';
import { API_KEY, startCaddy, startNginx } from '../../test/support/process/proxies.ts';
import {
  makeDataDir,
  sampleDeposit,
  startServiceProcess,
} from '../../test/support/service-process.ts';

const OPEN = [
  ['GET', '/health'],
  ['GET', '/api/v1/CM/providers'],
  ['POST', '/internal/v1/callbacks/unknown/unknown'],
  ['GET', '/internal/v1/callbacks/providers/unknown/unknown'],
  ['POST', '/internal/v1/sms/unknown'],
  ['POST', '/internal/v1/gateways/unknown'],
] as const;

/** Also in spellings by which the one path could be taken for the other. */
const CLOSED = [
  '/',
  '/console',
  '/console/payouts',
  '/console/assets/../../internal/v1/session',
  '/internal/v1/session',
  '/internal/v1/sms',
  '/internal/v1/sms/',
  '/internal/v1/transactions',
  '/internal/v1/events',
  '/internal/v1/openapi.json',
  '/metrics',
  '/readyz',
  '/docs',
  '/guide',
  '/api/../internal/v1/session',
  '/api/%2e%2e/internal/v1/session',
  '/internal/v1/sms/../session',
  '/internal/v1/sms/%2e%2e/session',
  '/internal/v1/sms/..%2fsession',
  '/internal/v1/sms/..%2Fsession',
  '/internal/v1/sms/x/..;/../session',
  '/internal/v1/session/../sms/x',
  '//internal/v1/session',
  '/internal//v1/session',
  '/INTERNAL/v1/session',
];

/** Through each proxy platforms, operators and gateways get in from outside, and staff do not. */
export async function askThroughProxies() {
  const env = {
    DATA_DIR: await makeDataDir(),
    // Without a key only names of this machine are answered.
    SPORTSBOOK_API_KEY: API_KEY,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  for (const start of [startCaddy, startNginx]) {
    const service = await startServiceProcess({ env });
    const proxy = await start(new URL(service.url).port);
    for (const [method, path] of OPEN) {
      const { isService } = await proxy.outside(method, path, method === 'POST' ? {} : undefined);
      assert.ok(isService, `${method} ${path} does not reach the service`);
    }
    const paid = await proxy.outside('POST', '/api/v1/deposits', sampleDeposit().json as object);
    assert.deepEqual(paid, { status: 200, isService: true });
    for (const path of CLOSED) {
      const { status } = await proxy.outside('GET', path);
      assert.ok([400, 404, 405].includes(status), `GET ${path} is answered with ${status} outside`);
    }
    for (const path of ['/console', '/internal/v1/session', '/internal/v1/sms']) {
      assert.ok((await proxy.staff('GET', path)).isService, path);
    }
    assert.equal((await proxy.staff('GET', '/metrics')).isService, false);
    await service.end('SIGTERM');
  }
  return { paths: OPEN.length + CLOSED.length };
}
