import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { createAccessServices } from '../../../src/flows/access/access-services.ts';
import { createRequestCounts, createThrottles } from '../../../src/flows/access/limits/throttle.ts';
import type { App } from '../../../src/http/app.ts';
import { handleErrors } from '../../../src/http/errors.ts';
import { requireStaff } from '../../../src/http/staff/staff-auth.ts';
import { createVault } from '../../../src/signing/sealed-text.ts';
import { fixedPolicy } from '../../support/access/policy.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { findStaffRoutes } from '../../support/access/staff-routes.ts';
import { recordingLog, startTestService } from '../../support/harness.ts';

/**
 * Who may call what, written by hand: the least role, `anybody` before signing in, or `signed in`
 * for what every person does with their own session, `person` for what a script's token may not.
 * A new route of the staff interface is refused by this test until it has its line.
 */
const EXPECTED: Readonly<Record<string, Access>> = {
  'POST /internal/v1/session': 'anybody',
  'GET /internal/v1/session': 'signed in',
  'DELETE /internal/v1/session': 'signed in',
  'POST /internal/v1/session/second-factor': 'person',
  'POST /internal/v1/session/totp': 'person',
  'POST /internal/v1/session/totp/confirm': 'person',
  'POST /internal/v1/session/password': 'person',
  'GET /internal/v1/session/factors': 'person',
  'POST /internal/v1/session/recovery-codes': 'person',
  'POST /internal/v1/session/recovery-code': 'person',
  'POST /internal/v1/session/passkeys/options': 'person',
  'POST /internal/v1/session/passkeys': 'person',
  'DELETE /internal/v1/session/passkeys/:id': 'person',
  'POST /internal/v1/session/passkey/options': 'person',
  'POST /internal/v1/session/passkey': 'person',
  'GET /internal/v1/sessions': 'person',
  'DELETE /internal/v1/sessions': 'person',
  'DELETE /internal/v1/sessions/:id': 'person',

  'GET /internal/v1/openapi.json': 'viewer',
  'GET /internal/v1/overview': 'viewer',
  'GET /internal/v1/events': 'viewer',
  'GET /internal/v1/figures': 'viewer',
  'GET /internal/v1/numbers': 'viewer',
  'GET /internal/v1/transactions': 'viewer',
  'POST /internal/v1/transactions/search': 'viewer',
  'GET /internal/v1/transactions.csv': 'viewer',
  'POST /internal/v1/transactions.csv/search': 'viewer',
  'GET /internal/v1/transactions/totals': 'viewer',
  'POST /internal/v1/transactions/totals/search': 'viewer',
  'GET /internal/v1/transactions/:id': 'viewer',
  'GET /internal/v1/players/:player_id': 'viewer',
  'GET /internal/v1/receipts': 'viewer',
  'POST /internal/v1/receipts/search': 'viewer',
  'GET /internal/v1/receipts/:id': 'viewer',
  'GET /internal/v1/webhooks': 'viewer',
  'GET /internal/v1/webhooks/:id/sent': 'viewer',
  'POST /internal/v1/webhooks/resend': 'agent',
  'GET /internal/v1/webhooks/resend/:batch': 'viewer',
  'GET /internal/v1/audit': 'viewer',
  'POST /internal/v1/audit/search': 'viewer',
  'GET /internal/v1/providers': 'viewer',

  'POST /internal/v1/withdrawals/approve': 'agent',
  'POST /internal/v1/withdrawals/:id/approve': 'agent',
  'POST /internal/v1/withdrawals/:id/reject': 'agent',
  'POST /internal/v1/withdrawals/:id/cancel': 'agent',
  'POST /internal/v1/transactions/:id/ask-provider': 'agent',
  'POST /internal/v1/transactions/:id/look': 'viewer',
  'POST /internal/v1/transactions/:id/resolve': 'agent',
  'POST /internal/v1/transactions/:id/replay-webhook': 'agent',
  'POST /internal/v1/deposits/:id/complete': 'agent',
  'POST /internal/v1/sandbox/transactions': 'agent',
  'POST /internal/v1/sandbox/transactions/:id/simulate': 'agent',

  'GET /internal/v1/changes': 'finance',
  'POST /internal/v1/changes/:id/approve': 'admin',
  'POST /internal/v1/changes/:id/withdraw': 'finance',
  'PUT /internal/v1/providers/:id/flag': 'admin',
  'PATCH /internal/v1/channels/:id': 'admin',
  'GET /internal/v1/applications': 'admin',
  'POST /internal/v1/keys': 'admin',
  'POST /internal/v1/keys/:prefix/revoke': 'admin',
  'POST /internal/v1/keys/:prefix/vouch': 'admin',
  'GET /internal/v1/staff': 'admin',
  'GET /internal/v1/sms': 'viewer',
  'POST /internal/v1/texts/:id/look-at': 'agent',
  'GET /internal/v1/senders': 'viewer',
  'POST /internal/v1/senders/accept': 'admin',
  'POST /internal/v1/senders/withdraw': 'admin',
  'GET /internal/v1/lines': 'viewer',
  'GET /internal/v1/lines/:line/foresee': 'agent',
  'POST /internal/v1/lines/:line/balance': 'agent',
  'POST /internal/v1/lines/:line/pin': 'admin',
  'POST /internal/v1/lines/:line/reveal': 'agent',
  'POST /internal/v1/lines/:line/without-balances': 'admin',
  'GET /internal/v1/wallets': 'finance',
  'GET /internal/v1/differences': 'finance',
  'GET /internal/v1/closings': 'finance',
  'GET /internal/v1/closings/:day': 'finance',
  'GET /internal/v1/closings/:day/file': 'finance',
  'POST /internal/v1/differences/:id/record': 'finance',
  'POST /internal/v1/differences/:id/explain': 'finance',
  'POST /internal/v1/differences/:id/ask-provider': 'finance',
  'POST /internal/v1/adjustments': 'finance',
  'POST /internal/v1/closings': 'finance',
  'GET /internal/v1/reports': 'finance',
  'GET /internal/v1/reports/accounts': 'finance',
  'GET /internal/v1/statements': 'finance',
  'POST /internal/v1/statements/uploads': 'finance',
  'PUT /internal/v1/statements/uploads/:id/parts/:part': 'finance',
  'POST /internal/v1/statements/uploads/:id/preview': 'finance',
  'POST /internal/v1/statements/uploads/:id/look': 'finance',
  'POST /internal/v1/statements/uploads/:id/mapping': 'finance',
  'POST /internal/v1/statements/uploads/:id/import': 'finance',
  'GET /internal/v1/contradictions': 'viewer',
  'POST /internal/v1/contradictions/:id/close': 'agent',
  'POST /internal/v1/receipts/:id/dismiss': 'agent',
  'POST /internal/v1/receipts/:id/fill-in': 'agent',
  'GET /internal/v1/policy': 'admin',
  'POST /internal/v1/policy': 'admin',
  'POST /internal/v1/staff': 'admin',
  'PATCH /internal/v1/staff/:id': 'admin',
  'POST /internal/v1/staff/:id/reset': 'admin',
  'POST /internal/v1/staff/:id/vouch': 'admin',
};

type Access = 'anybody' | 'signed in' | 'person' | keyof typeof ALLOWED;

/** Finance does not decide, and agents do not keep the books. */
const ALLOWED = {
  viewer: ['viewer', 'agent', 'finance', 'admin'],
  agent: ['agent', 'admin'],
  finance: ['finance', 'admin'],
  admin: ['admin'],
} as const;
const ROLES = ALLOWED.viewer;
const service = await startTestService();
const { database, config } = service;
const people = new Map(
  await Promise.all(ROLES.map(async (role) => [role, await addPerson(database, role)] as const)),
);
const routes = await findStaffRoutes(service);

test('the staff interface has exactly the routes of the table', () => {
  assert.deepEqual(routes.toSorted(), Object.keys(EXPECTED).toSorted());
});

for (const route of routes) {
  const access = EXPECTED[route];
  test(`${route} is for ${access}`, async () => {
    const anonymous = await statusOf(route, {});
    assert.equal(anonymous, access === 'anybody' ? 422 : 401);
    const allowed: readonly string[] = isRole(access) ? ALLOWED[access] : ROLES;
    for (const role of ROLES) {
      const person = people.get(role);
      assert.ok(person);
      const status = await statusOf(route, await scriptHeaders(database, person));
      const isDenied = access === 'person' || !allowed.includes(role);
      if (isDenied) assert.equal(status, 403, role);
      else assert.ok(status !== 401 && status !== 403, `${role}: ${status}`);
    }
  });
}

function isRole(access: Access | undefined): access is keyof typeof ALLOWED {
  return access !== undefined && access in ALLOWED;
}

test('a route that names no role is closed to everybody', async () => {
  const app: App = fastify();
  handleErrors(app, recordingLog().log, () => {});
  requireStaff(app, {
    access: createAccessServices({
      ...config,
      policy: fixedPolicy(),
      database,
      vault: createVault(config.secretsKey),
      throttles: createThrottles(),
      onRefused: () => {},
    }),
    publicUrl: null,
    takeRequests: createRequestCounts(),
    searchesPerSecond: 10,
  });
  app.get('/internal/v1/forgotten', () => ({ secret: true }));
  for (const person of people.values()) {
    const headers = await scriptHeaders(database, person);
    const answer = await app.inject({ url: '/internal/v1/forgotten', headers });
    assert.equal(answer.statusCode, 403);
    assert.deepEqual(answer.json(), { detail: 'Forbidden', code: 'forbidden' });
  }
  await app.close();
});

test('a role that is taken away is gone with the next request', async () => {
  const person = await addPerson(database, 'admin');
  const headers = await scriptHeaders(database, person);
  const status = () => statusOf('GET /internal/v1/staff', headers);
  assert.equal(await status(), 200);
  const set = (text: string) => database.query({ text, values: [person.id] });
  await set(`update staff set role = 'agent' where id = $1`);
  assert.equal(await status(), 403);
  await set('update staff set disabled_at = now() where id = $1');
  assert.equal(await status(), 401);
});

async function statusOf(route: string, headers: Record<string, string>): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const real = path
    .replace(':prefix', '0123456789ab')
    .replace(/:\w+/, '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10');
  const response = await fetch(`${service.url}${real}`, {
    method,
    headers: { origin: service.url, ...headers },
  });
  // The feed of events never ends by itself.
  await response.body?.cancel();
  return response.status;
}
