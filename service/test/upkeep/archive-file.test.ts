import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { storeLines } from '../../src/cli/commands/retention/retention-commands.ts';

const MONTH = 'transitions_2027_01';

test('two installations that archive a month into one folder both keep it', async (t) => {
  const folder = await makeFolder(t);
  const [ours, theirs] = await Promise.all([
    storeLines(folder, MONTH, linesOf(1, 2)),
    storeLines(folder, MONTH, linesOf(3)),
  ]);
  assert.deepEqual(
    (await readdir(folder)).sort(),
    [ours.file, theirs.file].map((file) => basename(file)).sort(),
  );
  for (const [{ file, digest, rows }, text] of [
    [ours, '{"n":1}\n{"n":2}\n'],
    [theirs, '{"n":3}\n'],
  ] as const) {
    const bytes = await readFile(file);
    assert.equal(gunzipSync(bytes).toString(), text);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), digest);
    assert.ok(basename(file).startsWith(`${MONTH}-${digest.slice(0, 16)}`));
    assert.equal(text.split('\n').length - 1, rows);
  }
});

test('a run that is repeated stores the same file, and one that fails leaves none', async (t) => {
  const folder = await makeFolder(t);
  const first = await storeLines(folder, MONTH, linesOf(1));
  assert.deepEqual(await storeLines(folder, MONTH, linesOf(1)), first);
  await assert.rejects(storeLines(folder, MONTH, failing()), /the database is away/);
  assert.deepEqual(await readdir(folder), [basename(first.file)]);
});

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'momo-archive-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function* linesOf(...numbers: readonly number[]): AsyncGenerator<string> {
  for (const n of numbers) yield JSON.stringify({ n });
}

async function* failing(): AsyncGenerator<string> {
  yield '{}';
  throw new Error('the database is away');
}
