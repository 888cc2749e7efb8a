import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSuccesses } from '../../src/settings/last-success.ts';
import { addPerson } from '../support/access/staff.ts';
import { openMomo } from '../support/cli/momo.ts';
import { startTestService } from '../support/harness.ts';
import { makeDataDir } from '../support/service-process.ts';

const { database, config } = await startTestService();
const dataDir = await makeDataDir();
const env = { DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: dataDir };
const { momo, momoWith } = openMomo(env);
await addPerson(database);

/** A backup that succeeds needs the bundled PostgreSQL: process/backups/prune.test.ts has one. */
const RUNS = [
  { args: ['retention', 'run', '--dry-run'], code: 0, job: null },
  { args: ['retention', 'run'], code: 0, job: 'retention' },
  { args: ['audit', 'anchor'], code: 0, job: null },
  { args: ['audit', 'anchor', '--post', 'http://127.0.0.1:9'], code: 1, job: null },
  { args: ['audit', 'anchor', '--file', join(dataDir, 'anchors')], code: 0, job: 'audit-anchor' },
  { args: ['backup', dataDir], code: 1, job: null },
  { args: ['doctor'], code: 0, job: 'doctor' },
] as const;

for (const { args, code, job } of RUNS) {
  const what = job === null ? 'writes no success' : 'writes when it succeeded';
  test(`momo ${args.slice(0, 3).join(' ')} ${what}`, async () => {
    const earlier = await readSuccesses(dataDir);
    const begun = Date.now();
    const run = await momo(...args);
    assert.equal(run.code, code, run.output);
    const successes = await readSuccesses(dataDir);
    if (job === null) return assert.deepEqual(successes, earlier);
    const at = successes.get(job)?.getTime() ?? 0;
    assert.ok(at >= begun && at <= Date.now());
    assert.equal(successes.size, earlier.size + 1);
  });
}

test('a doctor that finds something wrong writes no success', async () => {
  const other = await makeDataDir();
  const wrong = { ...env, DATA_DIR: other, DATABASE_URL: 'postgresql://localhost:9/momo' };
  assert.equal((await momoWith({ env: wrong }, 'doctor')).code, 1);
  assert.equal((await readSuccesses(other)).size, 0);
});
