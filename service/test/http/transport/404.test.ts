import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRoutes } from '../../support/access/routes.ts';
import { addPerson, scriptHeaders } from '../../support/access/staff.ts';
import { assertProblem } from '../../support/catalogued.ts';
import { startTestService } from '../../support/harness.ts';

const service = await startTestService({ SPORTSBOOK_API_KEY: 'a-key' });

test('an unknown path is a 404, whatever the method, key and body', async () => {
  const paths = [
    '/nowhere',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/deposits/',
    '/api/v1/Deposits',
    '/api//v1/deposits',
    '/api/v2/deposits',
    '/api/v1/transactions/3f2504e0-4f89-41d3-9a0c-0305e82c3301/replay-callback',
    '/api/v1/players/3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '/internal',
    '/.env',
    '/assets/logos/nobody.svg',
    '/assets/logos/..%2f..%2fpackage.json',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await service.call(method, path, {
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{broken' }),
      });
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
      assertProblem(answer, { detail: 'Not Found', code: 'not_found' });
      assert.ok(answer.headers.get('x-request-id'));
    }
  }
});

test('U+0000 in any part of any path is refused, never a 500', async () => {
  const admin = await scriptHeaders(service.database, await addPerson(service.database, 'admin'));
  const headers = { ...admin, 'x-api-key': 'a-key', 'content-type': 'application/json' };
  const routes = (await findRoutes(service)).filter((route) => route.includes('/:'));
  assert.ok(routes.length > 50, `${routes.length} routes`);
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const { status, text } = await service.call(method, path.replaceAll(/:\w+/g, '%00'), {
      headers,
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    assert.ok(status >= 400 && status < 500, `${route}: ${status} ${text}`);
  }
});
