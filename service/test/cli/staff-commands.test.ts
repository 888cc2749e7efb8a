import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { whoRunsThis } from '../../src/cli/options.ts';
import { CHECKOUT } from '../../src/settings/checkout.ts';
import { lastAuditLine, openBrowser, SESSION, statusIn } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { bodyOf, shiftClock } from '../support/transactions/payments.ts';

const service = await startTestService();
const { database } = service;
const env = { DATABASE_URL: service.config.databaseUrl ?? '' };
const { momo } = openMomo(env);
const EMAIL = 'ada@example.com';
const ONE_TIME = /^Temporary password {2}(\S+)$/m;

test('without staff, the list says so', async () => {
  const { stdout, code } = await momo('staff', 'list');
  assert.deepEqual([stdout, code], ['nobody may sign in\n', 0]);
});

test('a person who was added signs in with the password that was shown', async () => {
  const added = await momo('staff', 'add', '--email', EMAIL, '--name', 'Ada', '--role', 'admin');
  assert.equal(added.code, 0, added.output);
  const [, password = ''] = ONE_TIME.exec(added.stdout) ?? [];
  const signIn = await openBrowser(service).signIn(EMAIL, password);
  assert.equal(statusIn(signIn), 'password_change_required');
  const { stdout } = await momo('staff', 'list');
  assert.equal(stdout, `${EMAIL}  Ada  admin  no second factor  active\n`);
});

test('what cannot be done is said on stderr, with exit code 1', async () => {
  for (const [args, expected] of [
    [['add', '--email', EMAIL, '--name', 'Ada'], /is there already/],
    [['add', '--email', 'ada', '--name', 'Ada'], /no email address/],
    [
      ['add', '--email', 'b@x.cm', '--name', 'B', '--role', 'boss'],
      /viewer, agent, finance, admin/,
    ],
    [['disable', '--email', 'b@x.cm'], /nobody has the email b@x\.cm/],
    [['disable', '--email', EMAIL], /one administrator must remain/],
    [['reset-password', '--email', 'b@x.cm'], /nobody has the email/],
    [['token', '--email', 'b@x.cm'], /nobody who may sign in/],
    [['token', '--email', EMAIL, '--hours', '0'], /whole number from 1 to 2160/],
    [['token', '--email', EMAIL, '--hours', '2161'], /whole number from 1 to 2160/],
  ] as const) {
    const { code, stdout, stderr } = await momo('staff', ...args);
    assert.equal(code, stderr.startsWith('momo: ') ? 1 : 2, args.join(' '));
    assert.match(stderr, expected);
    assert.equal(stdout, '');
  }
});

test('a token lets a script act as the person, until its hours are over', async () => {
  const asked = ['--email', EMAIL, '--role', 'admin', '--hours', '2'];
  const { stdout } = await momo('staff', 'token', ...asked);
  const [, token = ''] = /^Token {7}(\S{43})$/m.exec(stdout) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await service.call('GET', '/internal/v1/staff', { headers })).status, 200);
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.actor, line?.action], [whoRunsThis().actor, 'staff.token']);
  await shiftClock(database, 7_201);
  assert.equal((await service.call('GET', '/internal/v1/staff', { headers })).status, 401);
  await shiftClock(database, 0);
});

test('a token has a role of its own, and never more than its person', async () => {
  const headersOf = async (...more: readonly string[]) => {
    const { stdout } = await momo('staff', 'token', '--email', EMAIL, ...more);
    return { authorization: `Bearer ${/^Token {7}(\S{43})$/m.exec(stdout)?.[1]}` };
  };
  const [viewer, admin] = [await headersOf(), await headersOf('--role', 'admin')];
  const readStaff = async (headers: Record<string, string>) =>
    (await service.call('GET', '/internal/v1/staff', { headers })).status;
  assert.deepEqual([await readStaff(viewer), await readStaff(admin)], [403, 200]);
  const change = (role: string) =>
    database.query({ text: 'update staff set role = $2 where email = $1', values: [EMAIL, role] });
  await change('finance');
  assert.equal(await readStaff(admin), 403, 'its person is no administrator any more');
  const session = await service.call('GET', SESSION, { headers: admin });
  assert.equal((bodyOf(session)['staff'] as { readonly role: string }).role, 'viewer');
  const more = await momo('staff', 'token', '--email', EMAIL, '--role', 'agent');
  assert.match(more.stderr, /is finance, so their script cannot be agent/);
  await change('admin');
  await database.query({ text: `update staff_sessions set role = null where kind = 'script'` });
  assert.equal(await readStaff(viewer), 200, 'a token of release 0.2 has the role of its person');
});

test('the audit log names who runs a command, also behind sudo', async () => {
  const { username } = userInfo();
  const actorOf = async (sudoUser: string) => {
    const { momo: run } = openMomo({ ...env, SUDO_USER: sudoUser });
    await run('key', 'issue', '--application', 'named');
    return (await lastAuditLine(database))?.actor;
  };
  assert.equal(await actorOf(''), `momo (${username}@${hostname()})`);
  assert.equal(await actorOf('awa'), `momo (awa as ${username}@${hostname()})`);
  assert.equal(await actorOf('a\n"forged" <line>'), `momo (${username}@${hostname()})`);
});

test('no command acts without a name', () => {
  const folder = join(CHECKOUT, 'service', 'src', 'cli');
  const unnamed = globSync('**/*.ts', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('COMMAND_LINE'),
  );
  assert.deepEqual(unnamed, []);
});

test('a reset shows a new password and ends what was open', async () => {
  const { stdout: shown } = await momo('staff', 'token', '--email', EMAIL);
  const [, token = ''] = /^Token {7}(\S{43})$/m.exec(shown) ?? [];
  const short = await momo('staff', 'reset-password', '--email', EMAIL, '--reason', ' x ');
  assert.deepEqual([short.code, short.stdout], [2, '']);
  assert.match(short.stderr, /A reason has 3 to 500 characters/);
  const { stdout } = await momo(
    'staff',
    'reset-password',
    '--email',
    EMAIL,
    '--reason',
    'lost phone',
  );
  const [, password = ''] = ONE_TIME.exec(stdout) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await service.call('GET', SESSION, { headers })).status, 401);
  const signIn = await openBrowser(service).signIn(EMAIL, password);
  assert.equal(bodyOf(signIn)['status'], 'password_change_required');
});

test('a disabled person cannot sign in, and appears so in the list', async () => {
  await momo('staff', 'add', '--email', 'eve@example.com', '--name', 'Eve');
  const { code } = await momo('staff', 'disable', '--email', 'EVE@example.com');
  assert.equal(code, 0);
  const { stdout } = await momo('staff', 'list');
  assert.match(stdout, /^eve@example\.com {2}Eve {2}viewer {2}no second factor {2}disabled 2/m);
});

test('keys that are issued and revoked by command are in the audit log too', async () => {
  const issued = await momo('key', 'issue', '--application', 'platform');
  const [, prefix = ''] = /svc_test_([a-z0-9]{12})_/.exec(issued.stdout) ?? [];
  const line = await lastAuditLine(database);
  assert.deepEqual([line?.action, line?.subject], ['key.issue', `key:${prefix}`]);
  await momo('key', 'revoke', prefix);
  assert.equal((await lastAuditLine(database))?.action, 'key.revoke');
  assert.equal((await momo('key', 'revoke', '000000000000')).code, 1);
});

test('momo audit verify says intact, and names the line that was changed', async () => {
  const intact = await momo('audit', 'verify');
  assert.match(intact.stdout, /^the audit log is intact: \d+ lines\n$/);
  assert.equal(intact.code, 0);
  await database.query({ text: 'alter table audit_log disable trigger all' });
  await database.query({ text: `update audit_log set actor = 'nobody' where id = 3` });
  const broken = await momo('audit', 'verify');
  assert.equal(broken.stdout, 'the audit log is broken at line 3: its content was changed\n');
  assert.equal(broken.code, 1);
});
