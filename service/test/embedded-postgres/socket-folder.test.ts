import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  prepareSocketFolder,
  removeSocketFolder,
} from '../../src/embedded-postgres/socket-folder.ts';

test('a new socket folder is private', async (t) => {
  const { cluster } = await makeCluster(t);
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test('the socket folder of the last start is used again, also when it was removed', async (t) => {
  const { cluster, last } = await makeCluster(t);
  assert.equal(await prepareSocketFolder({ cluster, user: null }), last);
  assert.equal(await prepareSocketFolder({ cluster, user: null }), last);
  await removeSocketFolder(last);
  await assert.rejects(stat(last), { code: 'ENOENT' });
});

test('a folder that others may enter is not used for the socket', async (t) => {
  const { cluster, last } = await makeCluster(t);
  await mkdir(last);
  await chmod(last, 0o755);
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.notEqual(folder, last);
});

test('a copied cluster keeps away from the socket of its original', async (t) => {
  const { cluster, last } = await makeCluster(t);
  await mkdir(last, { mode: 0o700 });
  await writeFile(join(last, '.s.PGSQL.5432.lock'), '4711\n/data/original\n');
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.notEqual(folder, last);
});

/** As far as a socket is concerned a cluster is the command line that PostgreSQL noted. */
async function makeCluster(t: TestContext) {
  const cluster = await mkdtemp(join(tmpdir(), 'momo-test-'));
  t.after(async () => await rm(cluster, { recursive: true, force: true }));
  const last = join(cluster, 'socket');
  const commandLine = `/bin/postgres "-D" "x" "-c" "unix_socket_directories=${last}"\n`;
  await writeFile(join(cluster, 'postmaster.opts'), commandLine);
  return { cluster, last };
}
