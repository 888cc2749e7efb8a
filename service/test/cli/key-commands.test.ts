import assert from 'node:assert/strict';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { openMomo } from '../support/cli/momo.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  eventually,
  MOMO_LAUNCHER,
  runToEnd,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

const { database, url } = await openTestDatabase();
const env = { DATABASE_URL: url, SPORTSBOOK_API_KEY: 'the-configured-key' };
const service = await startServiceProcess({ env });
const { momo, momoWith } = openMomo(env);
const otherNode = findOtherNode();

test('an issued key works at once on the running service and is never shown again', async () => {
  assert.match(service.stdout(), /API key +required in the header X-API-Key/);
  const { key, secret } = await issue('first-platform');
  assert.match(key, /^svc_test_[a-z0-9]{12}_[\w-]{43}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(await statusWith(service, key), 200);

  const second = await issue('first-platform');
  assert.equal(second.secret, '(as it was shown with the first key)');
  assert.equal(await statusWith(service, second.key), 200);

  const list = await momo('key', 'list');
  assert.equal(list.code, 0);
  for (const shown of [key, second.key]) {
    assert.match(
      list.stdout,
      new RegExp(`^${prefixOf(shown)}  first-platform  issued .*  active`, 'm'),
    );
    assert.ok(!list.output.includes(secretOf(shown)));
  }
});

test('a key that is issued while authentication is off says that it has no effect', async () => {
  const args = ['key', 'issue', '--application', 'early'];
  const off = await momoWith({ env: { ...env, SPORTSBOOK_API_KEY: '' } }, ...args);
  assert.match(off.stdout, /no effect until SPORTSBOOK_API_KEY is set and the service is started/);
  assert.doesNotMatch(off.stdout, /works at once/);
  assert.match((await momo(...args)).stdout, /The key works at once\./);
});

test('a revoked key stops within three seconds and others go on', async () => {
  const revoked = await issue('second-platform');
  const kept = await issue('second-platform');
  assert.equal(await statusWith(service, revoked.key), 200);
  const done = await momo('key', 'revoke', prefixOf(revoked.key));
  assert.deepEqual([done.code, done.stdout], [0, `revoked ${prefixOf(revoked.key)}\n`]);
  await eventually(
    'the key is refused',
    async () => (await statusWith(service, revoked.key)) === 401,
    3_000,
  );
  assert.equal(await statusWith(service, kept.key), 200);
  assert.match(
    (await momo('key', 'list')).stdout,
    new RegExp(`^${prefixOf(revoked.key)} .* revoked 2`, 'm'),
  );
});

test('the database holds no secret of a key in clear', async () => {
  const { key } = await issue('third-platform');
  const rows = await database.query<{ row: string }>({
    text: `select k::text || encode(secret_hash, 'escape') as row from api_keys k`,
  });
  const dump = rows.map(({ row }) => row).join('\n');
  assert.ok(dump.includes(prefixOf(key)));
  assert.ok(!dump.includes(secretOf(key)));
  const hex = Buffer.from(secretOf(key), 'utf8').toString('hex');
  assert.ok(!dump.includes(hex));
});

test('what cannot be done is said in a sentence with exit code 1', async () => {
  const unknown = await momo('key', 'revoke', 'nosuchprefix');
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'momo: there is no key nosuchprefix\n']);
  const unnamed = await momo('key', 'issue');
  assert.equal(unnamed.code, 2);
  assert.match(unnamed.stderr, /required option '--application <name>' not specified/);
  const tooLong = await momo('key', 'issue', '--application', 'x'.repeat(101));
  assert.equal(tooLong.code, 2);
  assert.match(tooLong.stderr, /A name has 1 to 100 characters/);
});

test('with --json a program gets the facts, one object a line, and errors likewise', async () => {
  const issued = await momo('key', 'issue', '--application', 'for a script', '--json');
  const { api_key, webhook_secret } = JSON.parse(issued.stdout) as Record<string, string>;
  assert.match(api_key ?? '', /^svc_test_/);
  assert.match(webhook_secret ?? '', /^whsec_/);
  const listed = await momo('key', 'list', '--json');
  const keys = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  assert.ok(keys.some((key) => 'application' in key && key.application === 'for a script'));
  assert.doesNotMatch(listed.stdout, new RegExp(api_key?.slice(-20) ?? ''));
  const refused = await momo('key', 'revoke', 'nosuchprefix', '--json');
  assert.deepEqual(JSON.parse(refused.stderr), { error: 'there is no key nosuchprefix' });
  const revoked = await momo('key', 'revoke', api_key?.split('_')[2] ?? '', '--json');
  assert.match((JSON.parse(revoked.stdout) as { message: string }).message, /^revoked /);
});

test('a key for the sandbox cannot be issued in a live database, nor the reverse', async () => {
  const refused = await momoWith({ env: { ...env, SERVICE_ENV: 'live' } }, 'key', 'list');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^momo: This database belongs to the sandbox environment/);
});

test("momo works when the system's older Node starts it", {
  skip: otherNode === null ? 'this machine has no other Node' : false,
}, async () => {
  const list = await runToEnd({ command: [otherNode ?? '', MOMO_LAUNCHER, 'key', 'list'], env });
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, /first-platform/);
});

async function issue(
  application: string,
): Promise<{ readonly key: string; readonly secret: string }> {
  const { code, stdout, stderr } = await momo('key', 'issue', '--application', application);
  assert.equal(code, 0, stderr);
  const [, key = ''] = /^API key +(\S+)$/m.exec(stdout) ?? [];
  const [, secret = ''] = /^Webhook secret +(.+)$/m.exec(stdout) ?? [];
  return { key, secret };
}

async function statusWith(target: ServiceProcess, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await target.call('GET', '/api/v1/CM/providers', { headers })).status;
}

function prefixOf(key: string): string {
  return key.split('_')[2] ?? '';
}

function secretOf(key: string): string {
  return key.split('_').slice(3).join('_');
}

/** A Node that is not ours, as the shell would find it. */
function findOtherNode(): string | null {
  const ours = realpathSync(process.execPath);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder, 'node');
    try {
      accessSync(candidate, constants.X_OK);
      if (realpathSync(candidate) !== ours) return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
