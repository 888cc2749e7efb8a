import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSnapshot } from '../../../scripts/demo/snapshot.ts';

const MONTH = { seed: 7, size: 250 };

/** The data of a month as a stopped service leaves them, with a snapshot of them. */
async function takeMonth(kind: 'usual' | 'linked') {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'momo-snapshot-')));
  after(() => rm(root, { recursive: true, force: true }));
  const snapshot = createSnapshot(join(root, 'demo'));
  const { data } = snapshot;
  const place = join(data, 'postgres');
  const cluster = kind === 'linked' ? join(root, 'elsewhere', 'postgres') : place;
  await mkdir(cluster, { recursive: true });
  await mkdir(join(data, 'sent-payouts'), { recursive: true });
  if (kind === 'linked') await symlink(cluster, place);
  await writeFile(join(place, 'PG_VERSION'), '18');
  await writeFile(join(data, 'month.json'), '{"seed":7}');
  await writeFile(join(data, 'live.env'), '');
  await snapshot.take(MONTH);
  return { snapshot, data, cluster, place };
}

test('a month of another seed or size is made anew', async () => {
  const { snapshot } = await takeMonth('usual');
  assert.equal(await snapshot.has(MONTH), true);
  assert.equal(await snapshot.has({ ...MONTH, size: 2_000 }), false);
  assert.equal(await snapshot.has({ ...MONTH, seed: 8 }), false);
});

for (const kind of ['usual', 'linked'] as const) {
  test(`deleted data come back from the snapshot, with the cluster in its ${kind} place`, async () => {
    const { snapshot, data, cluster, place } = await takeMonth(kind);
    await rm(data, { recursive: true });
    assert.equal((await snapshot.restore()).seed, 7);
    assert.equal(await readFile(join(place, 'PG_VERSION'), 'utf8'), '18');
    assert.equal(await realpath(place), cluster);
  });

  test(`a restore that was interrupted is done again, with the cluster in its ${kind} place`, async () => {
    const { snapshot, cluster, place } = await takeMonth(kind);
    await rm(cluster, { recursive: true });
    assert.equal((await snapshot.restore()).seed, 7);
    assert.equal(await readFile(join(place, 'PG_VERSION'), 'utf8'), '18');
  });
}
