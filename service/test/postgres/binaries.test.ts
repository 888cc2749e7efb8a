import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import {
  type Binaries,
  createMissingSymlinks,
  findInstalledBinaries,
  type InstalledBinaries,
  prepareBinaries,
} from '../../src/postgres/binaries.ts';
import type { EmbeddedPostgresEvent } from '../../src/postgres/server-options.ts';

const runFile = promisify(execFile);
const STRANGER = { name: 'stranger', uid: 64_999, gid: 64_999 };

test('programs without their symlinks run after the symlinks are made', async (t) => {
  const native = await copyInstalled(t);
  await createMissingSymlinks(native);
  await createMissingSymlinks(native);
  const { stdout } = await runFile(join(native, 'bin', 'postgres'), ['--version']);
  assert.match(stdout, /PostgreSQL\) 18\./);
});

test('programs that the server can reach stay where they are', async (t) => {
  const { installed, prepare, events } = await setStage(t);
  const { postgres } = await prepare();
  assert.equal(postgres, join(installed.native, 'bin', 'postgres'));
  assert.deepEqual(events, []);
});

test('programs that the server cannot reach are copied once, readable for all', async (t) => {
  const { installed, copyRoot, prepare, events } = await setStage(t);
  await chmod(dirname(installed.native), 0o700);
  const binaries = await prepare();
  assert.deepEqual(await prepare(), binaries);

  const folder = join(copyRoot, 'postgres-18.0.0');
  assert.deepEqual(events, [{ kind: 'binaries_copied', folder }]);
  assert.deepEqual(await readdir(copyRoot), ['postgres-18.0.0']);
  assert.equal(binaries.postgres, join(folder, 'bin', 'postgres'));
  assert.equal((await stat(binaries.postgres)).mode & 0o777, 0o755);
  assert.equal(await readlink(join(folder, 'lib', 'libpq.so.5')), 'libpq.so.5.18');
});

test('one library that only its owner may read is reason enough for a copy', async (t) => {
  const { installed, copyRoot, prepare } = await setStage(t);
  await chmod(join(installed.native, 'lib', 'libpq.so.5.18'), 0o600);
  const { postgres } = await prepare();
  assert.ok(postgres.startsWith(copyRoot));
  const copied = await stat(join(copyRoot, 'postgres-18.0.0', 'lib', 'libpq.so.5.18'));
  assert.equal(copied.mode & 0o777, 0o644);
});

async function setStage(t: TestContext) {
  const installed = await makeStandIn(t);
  const copyRoot = await makeFolder(t);
  const events: EmbeddedPostgresEvent[] = [];
  const report = (event: EmbeddedPostgresEvent): void => void events.push(event);
  const prepare = async (): Promise<Binaries> =>
    await prepareBinaries({ installed, user: STRANGER, copyRoot, report });
  return { installed, copyRoot, events, prepare };
}

/** The folders that a program needs to load, as npm unpacks them: without symlinks. */
async function copyInstalled(t: TestContext): Promise<string> {
  const { native } = await findInstalledBinaries();
  const copy = join(await makeFolder(t), 'native');
  await cp(native, copy, {
    recursive: true,
    filter: async (source) =>
      !source.startsWith(join(native, 'share')) && !(await lstat(source)).isSymbolicLink(),
  });
  return copy;
}

/** A package of the same shape in a few bytes: the real one has 60 MB. */
async function makeStandIn(t: TestContext): Promise<InstalledBinaries> {
  const native = join(await makeFolder(t), 'native');
  for (const folder of ['bin', 'lib', 'share/postgresql']) {
    await mkdir(join(native, folder), { recursive: true });
  }
  await writeFile(join(native, 'bin', 'initdb'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o755 });
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(join(native, 'share', 'postgresql', 'postgres.bki'), 'catalogue');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return { native, version: '18.0.0' };
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-test-'));
  await chmod(folder, 0o755);
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}
