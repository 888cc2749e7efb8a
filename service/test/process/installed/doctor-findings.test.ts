import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BROKEN_CONTENTS } from '../../support/cli/broken-contents.ts';
import { type Env, makeInstallations } from '../../support/cli/broken-installations.ts';
import { BROKEN_MACHINES } from '../../support/cli/broken-machines.ts';
import { openMomo } from '../../support/cli/momo.ts';
import { MOMO, runToEnd } from '../../support/service-process.ts';

const ROWS = [...BROKEN_MACHINES, ...BROKEN_CONTENTS];
const { env, copyDatabase } = await makeInstallations();
const { momoWith } = openMomo(env);

interface Finding {
  readonly finding: string;
  readonly what: string;
  readonly remedy: string;
}

async function examine(settings: Env, { isAlone = false } = {}) {
  const done = isAlone
    ? await runToEnd({ command: [process.execPath, MOMO, 'doctor', '--json'], env: settings })
    : await momoWith({ env: settings }, 'doctor', '--json');
  const lines = done.stdout.split('\n').filter((line) => line.startsWith('{'));
  const findings = lines.map((line) => JSON.parse(line) as Finding);
  return { ...done, findings };
}

test('an installation that is well has no finding', async () => {
  const { url } = await copyDatabase();
  const { code, findings, output } = await examine({ ...env, DATABASE_URL: url });
  assert.deepEqual([code, findings], [0, []], output);
});

for (const { code, remedy, exitCode, skip = false, isAlone = false, breakIt } of ROWS) {
  test(`${code} is found on an installation that is broken so`, { skip }, async () => {
    const { database, url } = await copyDatabase();
    const well = { ...env, DATABASE_URL: url };
    const broken = await breakIt({
      env: well,
      database,
      sql: async (text) => {
        await database.query({ text });
      },
      momo: (...args) => momoWith({ env: well }, ...args),
    });
    const examined = await examine({ ...well, ...broken }, { isAlone });
    const found = examined.findings.find(({ finding }) => finding === code);
    assert.ok(found !== undefined, examined.output);
    assert.match(found.remedy, remedy);
    assert.equal(examined.code, exitCode, examined.output);
  });
}
