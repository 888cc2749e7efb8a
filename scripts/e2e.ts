// Runs the console's tests in a real browser against the real service, on one PostgreSQL for this
// run: those that a merge waits for, with `--all` also the others, with arguments only the files
// whose path contains one of them. With `--pictures`, it takes the documentation's pictures again;
// with `--again`, it tries failed files again, alone.
import { globSync } from 'node:fs';
import { startTestServer } from '../service/test/support/postgres-server.ts';
import { bundleForTests } from './test-bundles.ts';
import { type Report, sumUp } from './test-report.ts';
import { createTestRun } from './test-run.ts';

/** Tests that measure how soon a person sees something run alone. */
const MEASURING =
  /\/(first-load|steadiness|approvals|drawing\/(layout-shift|click-to-screen)|awareness\/[^/]+)\.e2e\.ts$/;
/** What a merge leaves to `npm run test:all`: every screen by axe, at every width, and how fast. */
const LEFT_TO_ALL =
  /\/(accessibility|language-and-size|first-load|steadiness|developers\/pages|drawing\/(all-widths|layout-shift|click-to-screen))\.e2e\.ts$/;
/** axe takes a second for each of many screens. */
const FILE_SECONDS = 400;

const startedAt = performance.now();
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = globSync(['console/e2e/**/*.e2e.ts', 'console/test/**/*.test.ts'])
  .filter((file) => (wanted.length === 0 ? isInScope(file) : wanted.some((w) => file.includes(w))))
  .sort();
if (files.length === 0) {
  console.error('No test file matches.');
  process.exit(1);
}

const server = await startTestServer();
const bundles = wanted.length === 0 ? { TEST_BUNDLES: await bundleForTests() } : {};
const isMeasuring = (file: string) => MEASURING.test(file);
const reports = [
  ...(await run(files.filter(isMeasuring), 1)),
  ...(await run(
    files.filter((file) => !isMeasuring(file)),
    2,
  )),
];
await server.stop();
sumUp(reports, startedAt);

function isInScope(file: string): boolean {
  return process.argv.includes('--all') || !LEFT_TO_ALL.test(file);
}

function run(some: readonly string[], lanes: number): Promise<readonly Report[]> {
  return createTestRun({
    groups: some.map((file) => [file]),
    lanes,
    env: {
      ...process.env,
      ...bundles,
      TEST_POSTGRES: JSON.stringify(server.connection),
      TEST_FILE_SECONDS: String(FILE_SECONDS),
      E2E_PICTURES: process.argv.includes('--pictures') ? 'docs/images' : '',
    },
    isTriedAgain: process.argv.includes('--again'),
  }).run();
}
