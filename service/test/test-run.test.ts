import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { Report } from '../../scripts/test-report.ts';
import { createTestRun } from '../../scripts/test-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'momo-test-run-'));
after(() => rmSync(folder, { recursive: true }));

const GOOD = `test('good', () => {});`;

/** One process runs files with these contents; returns what is said of each. */
async function run(
  contents: Readonly<Record<string, string>>,
  isTriedAgain = false,
): Promise<{ readonly reports: readonly Report[]; readonly failed: readonly string[] }> {
  const files = Object.entries(contents).map(([name, content]) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, `import { test } from 'node:test';\n${content}\n`);
    return file;
  });
  // Started by `node --test`, this process would hand on how it reports.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reports = await createTestRun({
    groups: [files],
    lanes: 1,
    env: { ...env, TEST_FILE_SECONDS: '2', TEST_GOODBYE_SECONDS: '1' },
    isTriedAgain,
    print: () => {},
  }).run();
  const failed = reports.flatMap(({ failed }) => failed.map((file) => basename(file, '.mjs')));
  return { reports, failed };
}

function passed(reports: readonly Report[]): number {
  return reports.reduce((sum, { counts }) => sum + (counts.get('pass') ?? 0), 0);
}

test('a test that fails names its file, and the files after it run', async () => {
  const { reports, failed } = await run({
    first: GOOD,
    failing: `test('bad', () => { throw new Error('as expected'); });`,
    last: GOOD,
  });
  assert.deepEqual(failed, ['failing']);
  assert.equal(passed(reports), 2);
  assert.match(reports.flatMap(({ failures }) => failures).join('\n'), /as expected/);
});

test('a file that ends its process names itself alone, and the others run in another', async () => {
  for (const ending of [
    'process.exit(0)',
    'process.exit(1)',
    `process.kill(process.pid, 'SIGKILL')`,
  ]) {
    const { reports, failed } = await run({
      first: GOOD,
      ending: `test('bad', () => ${ending});`,
      second: GOOD,
      last: GOOD,
    });
    assert.deepEqual(failed, ['ending'], ending);
    assert.deepEqual(
      reports.map(({ isGood }) => isGood),
      [false, true],
    );
    assert.match(reports[0]?.failures.join('\n') ?? '', /ending\.mjs: its process ended with/);
    // The first one again, if its process ended before it had said how that went.
    assert.ok((reports[1]?.counts.get('pass') ?? 0) >= 2);
  }
});

test('a file that hangs names itself alone, and the others run in another process', async () => {
  const { reports, failed } = await run({
    first: GOOD,
    hanging: `test('bad', () => new Promise(() => {}));`,
    last: GOOD,
  });
  assert.deepEqual(failed, ['hanging']);
  assert.equal(passed(reports), 2);
});

test('a file that leaves something open is named, with what failed in it', async () => {
  const { reports, failed } = await run({
    first: GOOD,
    open: `import { createServer } from 'node:net';
      test('bad', () => { createServer().listen(0); throw new Error('as expected'); });`,
    last: GOOD,
  });
  assert.deepEqual(failed, ['open']);
  const reported = reports.flatMap(({ failures }) => failures).join('\n');
  assert.match(reported, /open\.mjs: left open: TCPServerWrap/);
  assert.match(reported, /as expected/);
});

test('what failed before another file ended the process still says why', async () => {
  const { reports, failed } = await run({
    failing: `test('bad', () => { throw new Error('as expected'); });`,
    ending: `test('bad', () => process.exit(0));`,
  });
  assert.deepEqual(failed.toSorted(), ['ending', 'failing']);
  assert.match(reports.flatMap(({ failures }) => failures).join('\n'), /as expected/);
});

test('a file without a test, or that cannot be read, fails', async () => {
  const { failed } = await run({ empty: '', broken: 'nonsense nonsense', last: GOOD });
  assert.deepEqual(failed, ['empty', 'broken']);
});

test('what fails beside others is forgiven if it passes alone, at the second time at the latest', async () => {
  for (const [times, forgiven] of [
    [1, true],
    [2, true],
    [3, false],
  ] as const) {
    const mark = JSON.stringify(join(folder, `mark-${times}`));
    const unsteady = `import { appendFileSync, readFileSync } from 'node:fs';
      test('unsteady', () => {
        appendFileSync(${mark}, '.');
        if (readFileSync(${mark}, 'utf8').length <= ${times}) process.exit(1);
      });`;
    const { reports, failed } = await run({ unsteady, last: GOOD }, true);
    assert.deepEqual(failed, forgiven ? [] : ['unsteady'], `failed ${times} times`);
    assert.equal(
      reports.every(({ isGood }) => isGood),
      forgiven,
    );
  }
});
