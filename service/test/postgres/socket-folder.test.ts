import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  prepareSocketFolder,
  removeSocketFolder,
  socketOf,
} from '../../src/postgres/socket-folder.ts';

test('the socket is beside the data, where its owner alone may enter', async (t) => {
  const { cluster, beside } = await makeCluster(t);
  assert.equal(await prepareSocketFolder({ cluster, user: null }), beside);
  assert.equal((await stat(beside)).mode & 0o777, 0o700);
  assert.deepEqual(await readdir(beside), []);
  await removeSocketFolder(beside);
  await assert.rejects(stat(beside), { code: 'ENOENT' });
});

test('what a killed process left beside the data is no obstacle', async (t) => {
  const { cluster, beside } = await makeCluster(t);
  await mkdir(beside, { mode: 0o700 });
  await writeFile(`${socketOf(beside)}.lock`, `4711\n${cluster}\n`);
  await writeFile(join(beside, 'trial'), '');
  assert.equal(await prepareSocketFolder({ cluster, user: null }), beside);
});

test('where the path beside the data is too long, the socket is in a private folder elsewhere', async (t) => {
  const { cluster, beside } = await makeCluster(t, 'long-'.repeat(20));
  await rm(join(cluster, 'postmaster.opts'));
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.ok(!folder.startsWith(cluster));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  await assert.rejects(stat(beside), { code: 'ENOENT' });
});

test('the socket folder of the last start is used again, also when it was removed', async (t) => {
  const { cluster, last } = await makeCluster(t, 'long-'.repeat(20));
  assert.equal(await prepareSocketFolder({ cluster, user: null }), last);
  assert.equal(await prepareSocketFolder({ cluster, user: null }), last);
  await removeSocketFolder(last);
  await assert.rejects(stat(last), { code: 'ENOENT' });
});

test('a folder that others may enter is not used for the socket', async (t) => {
  const { cluster, beside, last } = await makeCluster(t);
  for (const open of [beside, last]) {
    await mkdir(open);
    await chmod(open, 0o755);
  }
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.ok(folder !== beside && folder !== last);
});

test('a copied cluster keeps away from the socket of its original', async (t) => {
  const { cluster, last } = await makeCluster(t, 'long-'.repeat(20));
  await mkdir(last, { mode: 0o700 });
  await writeFile(`${socketOf(last)}.lock`, '4711\n/data/original\n');
  const folder = await prepareSocketFolder({ cluster, user: null });
  t.after(async () => await removeSocketFolder(folder));
  assert.notEqual(folder, last);
});

/** As far as a socket is concerned a cluster is its path and the command line of its last start. */
async function makeCluster(t: TestContext, name = 'postgres') {
  const root = await mkdtemp(join(tmpdir(), 'momo-'));
  t.after(async () => await rm(root, { recursive: true, force: true }));
  const cluster = join(root, name);
  await mkdir(cluster);
  const last = join(root, 'last');
  const commandLine = `/bin/postgres "-D" "x" "-c" "unix_socket_directories=${last}"\n`;
  await writeFile(join(cluster, 'postmaster.opts'), commandLine);
  return { cluster, beside: `${cluster}.socket`, last };
}
