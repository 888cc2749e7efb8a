import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureFirstAdministrator } from '../../../src/flows/access/administer-staff.ts';
import { createPasswords } from '../../../src/signing/password.ts';
import { openBrowser, statusIn } from '../../support/access/staff.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startServiceProcess } from '../../support/service-process.ts';

const { url } = await openTestDatabase();
const SIGN_IN = /^ {2}Sign in {6}(\S+) {2}(\S+) {2}\(temporary password, shown only now\)$/m;

test('the first start of a sandbox shows once how to sign in as administrator', async () => {
  const service = await startServiceProcess({ env: { DATABASE_URL: url } });
  const [, email = '', password = ''] = SIGN_IN.exec(service.stdout()) ?? [];
  assert.equal(email, 'admin@localhost');
  const answer = await openBrowser(service).signIn(email, password);
  assert.equal(statusIn(answer), 'password_change_required');
  const logged = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  assert.ok(logged.length > 0 && !logged.join('\n').includes(password));
  await service.end('SIGTERM');
  const again = await startServiceProcess({ env: { DATABASE_URL: url } });
  assert.doesNotMatch(again.stdout(), /temporary password/);
});

test('a worker creates no administrator, since it has nothing to sign in to', async () => {
  const fresh = await openTestDatabase();
  const env = { DATABASE_URL: fresh.url, ROLE: 'worker' };
  await startServiceProcess({ env });
  const rows = await fresh.database.query({ text: 'select id from staff' });
  assert.equal(rows.length, 0);
});

test('processes that start at the same moment make one administrator', async () => {
  const { database } = await openTestDatabase();
  const deps = { database, passwords: createPasswords() };
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdministrator(deps)));
  assert.equal(made.filter((one) => one !== null).length, 1);
  const rows = await database.query({ text: 'select id from staff' });
  assert.equal(rows.length, 1);
});
