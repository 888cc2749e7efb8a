import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newPatience } from '../../src/postgres/postmaster/presence.ts';
import { withStartLock } from '../../src/postgres/postmaster/start-lock.ts';

test('work under the lock never overlaps, and leaves one empty file', async (t) => {
  const folder = await makeFolder(t);
  let inside = 0;
  const work = async (): Promise<number> => {
    inside += 1;
    await nextTurn();
    return inside--;
  };
  const lockFile = join(folder, 'lock');
  const runs = [1, 2, 3].map(async () => await withStartLock(lockFile, newPatience(), work));
  assert.deepEqual(await Promise.all(runs), [1, 1, 1]);
  assert.deepEqual(await readdir(folder), ['lock']);
});

test('a holder that is killed lets go of the lock', async (t) => {
  const lockFile = join(await makeFolder(t), 'lock');
  const module = import.meta.resolve('../../src/postgres/postmaster/start-lock.ts');
  const script = `
    const { withStartLock } = await import(process.argv[1]);
    const patience = { isOver: () => true };
    await withStartLock(process.argv[2], patience, async () => {
      process.stdout.write('held');
      await new Promise(() => setInterval(() => {}, 1000));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, module, lockFile]);
  await once(holder.stdout, 'data');
  const impatient = { isOver: () => true };
  await assert.rejects(
    withStartLock(lockFile, impatient, async () => undefined),
    /Another process is starting it/,
  );
  const exit = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exit;
  assert.equal(await withStartLock(lockFile, impatient, async () => 'mine'), 'mine');
});

test('a start that is called off stops waiting for the lock', async (t) => {
  const lockFile = join(await makeFolder(t), 'lock');
  const callOff = new AbortController();
  await withStartLock(lockFile, newPatience(), async () => {
    const waiting = withStartLock(lockFile, newPatience(callOff.signal), async () => undefined);
    callOff.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-test-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}
