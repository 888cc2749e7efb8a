import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { type Manifest, nameBackup } from '../../../src/postgres/backups/manifest.ts';
import { selectOutdated } from '../../../src/postgres/backups/prune-backups.ts';
import { readSuccesses } from '../../../src/settings/last-success.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { makeDataDir, startServiceProcess } from '../../support/service-process.ts';

const DAY_MS = 86_400_000;
const NIGHT = Date.parse('2026-11-18T01:30:00Z');

test('of nightly backups 7 days, 4 weeks and 12 months stay, whenever one looks', () => {
  let kept: readonly Date[] = [];
  for (let night = 0; night < 800; night += 1) {
    const taken = [...kept, new Date(NIGHT + night * DAY_MS)];
    const outdated = selectOutdated(taken);
    kept = taken.filter((at) => !outdated.includes(at));
    assert.ok(kept.includes(taken.at(-1) ?? new Date(0)));
  }
  const age = (at: Date) => (NIGHT + 799 * DAY_MS - at.getTime()) / DAY_MS;
  const ages = kept.map(age).toSorted((a, b) => a - b);
  assert.deepEqual(ages.slice(0, 7), [0, 1, 2, 3, 4, 5, 6]);
  for (const week of [1, 2, 3]) {
    assert.ok(
      ages.some((days) => days >= 7 * (week - 1) && days <= 7 * week),
      `week ${week}`,
    );
  }
  const months = new Set(kept.map((at) => at.toISOString().slice(0, 7)));
  assert.equal(months.size, 12);
  assert.ok(kept.length <= 7 + 4 + 12);
});

test('where no backup was taken for a year, none is outdated by that', () => {
  const last = Array.from({ length: 7 }, (_, night) => new Date(NIGHT - night * DAY_MS));
  assert.deepEqual(selectOutdated(last), []);
  assert.deepEqual(selectOutdated([...last, new Date(NIGHT + 365 * DAY_MS)]).length, 1);
});

test('momo backup --prune removes what is outdated, and nothing of other databases or damaged ones', async () => {
  const dataDir = await makeDataDir();
  const backups = await makeDataDir();
  await (await startServiceProcess({ env: { DATA_DIR: dataDir } })).end('SIGTERM');
  const { momo } = openMomo({ DATA_DIR: dataDir });
  assert.equal((await momo('backup', backups)).code, 0);
  const [first = ''] = readdirSync(backups);
  const earlier = (days: number, changes: Partial<Manifest> = {}): string => {
    const at = new Date(Date.now() - days * DAY_MS).toISOString();
    const name = nameBackup({ taken_at: at });
    const manifest = JSON.parse(readFileSync(join(backups, first, 'manifest.json'), 'utf8'));
    mkdirSync(join(backups, name));
    cpSync(join(backups, first), join(backups, name), { recursive: true });
    const changed = { ...manifest, taken_at: at, ...changes };
    writeFileSync(join(backups, name, 'manifest.json'), JSON.stringify(changed));
    return name;
  };
  const nights = Array.from({ length: 40 }, (_, night) => earlier(night + 1));
  const foreign = earlier(39.5, { system_identifier: '1' });
  const damaged = earlier(38.5, { files: [{ name: 'base.tar.gz', bytes: 1, sha256: '' }] });
  const anchors = 'audit-anchors.jsonl';
  writeFileSync(join(backups, anchors), '');

  const pruned = await momo('backup', '--prune', backups);
  assert.equal(pruned.code, 0, pruned.output);
  const left = readdirSync(backups);
  for (const name of [foreign, damaged, anchors, ...nights.slice(0, 6)]) {
    assert.ok(left.includes(name), name);
  }
  const removed = [...pruned.stdout.matchAll(/^removed (.+)$/gm)].map(([, path = '']) =>
    basename(path),
  );
  assert.ok(removed.length > 20);
  for (const name of removed) assert.ok(!left.includes(name), name);
  assert.deepEqual(
    left.filter((name) => name.includes('.part-')),
    [],
  );
  assert.match(pruned.stdout, new RegExp(`left .*${damaged}, which is damaged`));
  const at = (await readSuccesses(dataDir)).get('backup');
  assert.ok(at !== undefined && Date.now() - at.getTime() < 60_000);
});
