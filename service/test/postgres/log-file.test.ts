import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openServerLog } from '../../src/postgres/postmaster/start-postmaster.ts';

test('a log above ten megabytes is put aside when the server starts', async (t) => {
  const path = await makeLogPath(t);
  await writeFile(path, 'old\n');
  await truncate(path, 10 * 1024 * 1024 + 1);
  const log = await openServerLog(path);
  await log.close();
  assert.equal((await stat(path)).size, 0);
  assert.equal((await stat(`${path}.1`)).size, 10 * 1024 * 1024 + 1);
});

test('the tail shows only what was written since the log was opened', async (t) => {
  const path = await makeLogPath(t);
  await writeFile(path, 'of an earlier start\n');
  const log = await openServerLog(path);
  await log.handle.write('first\nsecond\n');
  assert.equal(await log.tail(), 'first\nsecond');
  await log.handle.write(`${'line\n'.repeat(2000)}last\n`);
  assert.equal(await log.tail(), `${'line\n'.repeat(9)}last`);
  await log.close();
});

async function makeLogPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-test-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return join(folder, 'postgres.log');
}
