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
import { findRoutes } from '../../support/access/routes.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { type Access, type Asker, mayCall, ROLES, WHO_MAY } from '../../support/access/who-may.ts';
import { recordingLog, startTestService } from '../../support/harness.ts';
import { startLiveService } from '../../support/providers/live.ts';

const KEY = 'key-of-an-application-for-tests';
const service = await startTestService({ SPORTSBOOK_API_KEY: KEY });
const { database, config } = service;
const people = new Map(
  await Promise.all(ROLES.map(async (role) => [role, await addPerson(database, role)] as const)),
);
const routes = await findRoutes(service);

test('the service has exactly the routes of the table', () => {
  assert.deepEqual(routes.toSorted(), Object.keys(WHO_MAY).toSorted());
});

test('in live there is no route more, and nothing of the sandbox', async () => {
  const live = await findRoutes(await startLiveService());
  assert.deepEqual(
    live.filter((route) => !(route in WHO_MAY) || /sandbox|guide|docs|postman/.test(route)),
    [],
  );
});

const ASKERS: readonly Asker[] = [
  { kind: 'nobody' },
  { kind: 'application' },
  ...ROLES.map((role) => ({ kind: 'script', role }) as const),
];

for (const route of routes) {
  const access = WHO_MAY[route] ?? 'admin';
  test(`${route} is for ${access}`, async () => {
    for (const asker of ASKERS) {
      const status = await statusOf(route, await headersOf(asker));
      const name = `${'role' in asker ? asker.role : asker.kind}: ${status}`;
      if (mayCall(access, asker)) assert.ok(status !== 401 && status !== 403, name);
      else assert.equal(status, refusalOf(access, asker), name);
    }
  });
}

/** A machine's secret is looked up by what it names, which is unknown here. */
function refusalOf(access: Access, asker: Asker): number {
  if (access === 'secret') return 404;
  return 'role' in asker && access !== 'key' ? 403 : 401;
}

async function headersOf(asker: Asker): Promise<Record<string, string>> {
  if (!('role' in asker)) return asker.kind === 'nobody' ? {} : { 'x-api-key': KEY };
  return scriptHeaders(database, people.get(asker.role) ?? assert.fail());
}

test('a route that names no role is closed to everybody', async () => {
  const app: App = fastify();
  handleErrors(app, recordingLog().log, () => {});
  requireStaff(app, {
    access: createAccessServices({
      ...config,
      policy: fixedPolicy(),
      database,
      strangers: database,
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
    .replace(':country', 'CM')
    .replaceAll(/:\w+/g, '019a8577-5a4e-7c1b-9f0e-3f1c2b7a9d10');
  const response = await fetch(`${service.url}${real}`, {
    method,
    headers: { origin: service.url, ...headers },
  });
  // The feed of events never ends by itself.
  await response.body?.cancel();
  return response.status;
}
