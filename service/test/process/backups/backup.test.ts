import assert from 'node:assert/strict';
import { cp, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/client.ts';
import { readMigrations } from '../../../src/db/migrate.ts';
import { findQuarantine } from '../../../src/db/quarantine.ts';
import { startEmbeddedPostgres } from '../../../src/postgres/server.ts';
import { VERSION } from '../../../src/settings/version.ts';
import { openMomo } from '../../support/cli/momo.ts';
import {
  eventually,
  launch,
  MOMO,
  makeDataDir,
  startLoad,
  startServiceProcess,
} from '../../support/service-process.ts';

const source = await makeDataDir();
const target = await makeDataDir();
const backups = await makeDataDir();
let backup = '';
const { momo, momoWith } = openMomo({ DATA_DIR: source });
const restore = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  momoWith({ env: { DATA_DIR: target, ...env } }, 'restore', folder);
let before: readonly string[] = [];

test('a backup is taken under load, and describes itself', async () => {
  const service = await startServiceProcess({ env: { DATA_DIR: source, LOG_LEVEL: 'warn' } });
  const load = startLoad(service.url);
  while (load.acknowledged.length < 20) await load.nextAcknowledged();
  before = [...load.acknowledged];
  const taken = await momo('backup', backups);
  await load.stop();
  await service.end('SIGTERM');
  assert.deepEqual([taken.code, taken.stderr], [0, '']);
  assert.ok(load.acknowledged.length > before.length, 'nothing was written meanwhile');

  const [name = '', ...others] = await readdir(backups);
  assert.deepEqual(others, []);
  backup = join(backups, name);
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  const { files, taken_at: at, system_identifier: system, ...facts } = manifest;
  assert.deepEqual(facts, {
    format: 1,
    release: VERSION,
    migration: readMigrations().length,
    environment: 'sandbox',
    postgres: '18.4',
  });
  assert.ok(Math.abs(Date.now() - Date.parse(at)) < 600_000);
  assert.equal(name, at.replaceAll(':', '-'));
  assert.match(system, /^\d{10,}$/);
  assert.deepEqual(
    files.map(({ name }: { readonly name: string }) => name),
    ['base.tar.gz', 'backup_manifest'],
  );
});

test('a second backup of a day lies beside the first, and is the one that a restore takes', async () => {
  const again = await momo('backup', backups);
  assert.equal(again.code, 0, again.output);
  const [, second = ''] = (await readdir(backups)).toSorted();
  const restored = await restore(backups);
  assert.equal(restored.code, 0, restored.output);
  assert.ok(restored.stdout.startsWith(`restored ${join(backups, second)} to ${target}: `));
  await rm(join(target, 'postgres'), { recursive: true });
  await rm(backup, { recursive: true });
  backup = join(backups, second);
});

test('what is there is never overwritten, and nothing is left of what was refused', async () => {
  const before = await readdir(backups);
  const onto = await restore(backup, { DATA_DIR: source });
  assert.equal(onto.code, 1);
  assert.match(onto.stderr, /There is a database in .*nothing is overwritten/);
  const none = await momoWith({ env: { DATA_DIR: target } }, 'backup', backups);
  assert.match(none.stderr, /There is no database in /);
  const external = await restore(backup, { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  assert.match(external.stderr, /this command is for the bundled PostgreSQL/);
  const file = await momo('backup', join(backup, 'manifest.json'));
  assert.match(file.stderr, /manifest\.json cannot be used: /);
  assert.deepEqual(await readdir(backups), before);
});

test('a backup that is damaged, or of the other environment, is not restored', async () => {
  const damaged = join(backups, 'damaged');
  await mkdir(damaged);
  await cp(backup, damaged, { recursive: true });
  const file = await open(join(damaged, 'base.tar.gz'), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.from('x'), 0, 1, Math.floor(size / 2));
  await file.close();
  const refused = await restore(damaged);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /base\.tar\.gz is not as it was written/);
  const live = { SERVICE_ENV: 'live', ACCEPTED_RISKS: 'testing' };
  const other = await restore(backup, live);
  assert.equal(other.code, 1);
  assert.match(other.stderr, /is of the sandbox environment/);
  assert.deepEqual(await readdir(target), []);
});

test('a restore that is killed leaves nothing that a start would use, and doctor names it', async () => {
  const command = [process.execPath, MOMO, 'restore', backup] as const;
  const killed = launch({ command, env: { DATA_DIR: target }, ownGroup: true });
  await eventually('it has begun', async () => (await readdir(target)).length > 0);
  process.kill(-killed.pid, 'SIGKILL');
  await killed.ended;
  const [left = '', ...others] = await readdir(target);
  assert.match(left, /^postgres\.restore-/);
  assert.deepEqual(others, []);
  const { stdout } = await momoWith({ env: { DATA_DIR: target, PORT: '1' } }, 'doctor');
  assert.ok(stdout.includes(`${join(target, left)} is left of a backup or restore.`), stdout);
  assert.match(stdout, /There is no database in /);
  assert.deepEqual(await readdir(target), [left], 'doctor has made something');
  await rm(join(target, left), { recursive: true });
});

test('doctor shows the time of the last good backup, and says when it is unusable', async () => {
  const looked = await momoWith({ env: { DATA_DIR: source, PORT: '1' } }, 'doctor');
  assert.match(looked.stdout, new RegExp(`^last backup: 2\\S+Z in ${backup}$`, 'm'));
  await rename(backup, `${backup}-moved`);
  const moved = await momoWith({ env: { DATA_DIR: source, PORT: '1' } }, 'doctor');
  await rename(`${backup}-moved`, backup);
  assert.match(moved.stdout, /^look at {2}The last backup \(.*\) cannot be used: /m);
});

test('a restored database is whole, proven, and sends nothing until it is accepted', async () => {
  const restored = await restore(backup);
  assert.equal(restored.code, 0, restored.output);
  for (const proof of ['audit', 'books']) {
    const verified = await momoWith({ env: { DATA_DIR: target } }, proof, 'verify');
    assert.equal(verified.code, 0, verified.output);
  }
  const server = await startEmbeddedPostgres({ dataDir: target });
  const database = openDatabase({ connection: server.connection, poolSize: 2 });
  const rows = await database.query<{ readonly id: string }>({
    text: 'select id from transactions',
  });
  const kept = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    before.filter((id) => !kept.has(id)),
    [],
  );
  assert.equal((await findQuarantine(database))?.reason.code, 'quarantine_by_hand');
  await database.close();
  await server.stop();
});
