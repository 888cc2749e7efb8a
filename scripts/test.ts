// Checks the code and runs tests against one real PostgreSQL for this run. With arguments, only the
// test files whose path contains one of them: `npm test -- deposits`. With `--merge` or `--all`,
// also what `npm test` leaves out; with `--again`, failed files are tried again, alone; with
// `--costs`, the most expensive files are named.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { startTestServer } from '../service/test/support/postgres-server.ts';
import { bundleForTests } from './test-bundles.ts';
import { makeTestFolder } from './test-folder.ts';
import { sumUp, tellCosts } from './test-report.ts';
import { createTestRun } from './test-run.ts';
import { describeLeftOut, type Scope, selectFiles } from './test-selection.ts';

/** Many tests mostly wait, for a process or a deadline: so more at a time than there are cores. */
const LANES = 4;
const CHECK_PRIORITY = 10;
const SHOWN_COSTS = 40;
/** `npm test` leaves the rest to `npm run check`, which takes 60 seconds of processor more. */
const QUICK_CHECKS = ['format', 'types'];
const LEFT_TO_CHECK =
  'And lint and the types of console, SDK and modem agent; npm run check has them.';

/** Files that measure time are alone in their process, where no other file's garbage slows them. */
const ALONE =
  /\/(webhooks\/(kills|retries|waking)|provider-requests\/kills|access\/http\/sign-in)\./;

/**
 * Kinds of test files by path: the first match counts, and at most `perProcess` of them share a
 * process. Slow files start first, so that they do not run alone at the end.
 */
const KINDS: readonly { readonly path: RegExp; readonly perProcess: number }[] = [
  { path: /^service\/test\/process\//, perProcess: 3 },
  { path: /^service\/test\/cli\//, perProcess: 8 },
  { path: /^service\/test\/lines\/gateways\//, perProcess: 2 },
  { path: /^service\/test\/webhooks\/[^/]+$/, perProcess: 40 },
  { path: /^service\/test\/(.+\/)?http\//, perProcess: 25 },
  { path: /^service\/test\/provider-requests\/[^/]+$/, perProcess: 40 },
  { path: /^service\/test\/postgres\//, perProcess: 40 },
  { path: /^service\/test\/(receipts|lines|decisions)\/[^/]+$/, perProcess: 40 },
  { path: /^service\/test\/(.+\/)?(db|flows)\//, perProcess: 40 },
  // Files without a database, server or process of their own.
  { path: /./, perProcess: 60 },
];

const startedAt = performance.now();
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const SCOPES: readonly Scope[] = ['merge', 'all'];
const scope = SCOPES.find((one) => process.argv.includes(`--${one}`)) ?? 'quick';
const selection = selectFiles({ words: wanted, scope });
const { files } = selection;
if (files.length === 0) {
  console.error('No test file matches.');
  process.exit(1);
}

const folder = makeTestFolder();
process.env['TMPDIR'] = folder;
const server = await startTestServer();
const env = {
  ...process.env,
  ...(wanted.length === 0 ? { TEST_BUNDLES: await bundleForTests() } : {}),
  TEST_POSTGRES: JSON.stringify(server.connection),
  // Compiling the same sources again in every process took half of its start.
  NODE_COMPILE_CACHE: 'node_modules/.cache/tests',
};
const tests = createTestRun({
  groups: groupsOf(files),
  lanes: LANES,
  env,
  isTriedAgain: process.argv.includes('--again'),
});
const [isChecked, reports] = await Promise.all([check(), tests.run()]);
await server.stop();
rmSync(folder, { recursive: true, force: true });
sumUp(reports, startedAt);
if (process.argv.includes('--costs')) tellCosts(reports, SHOWN_COSTS);
if (selection.leftOut.length > 0) console.log(`\n${describeLeftOut(selection)}`);
if (scope === 'quick' && wanted.length === 0) console.log(LEFT_TO_CHECK);
if (!isChecked) process.exitCode = 1;

/** Runs beside the tests, which often wait. If it fails, no further tests start. */
async function check(): Promise<boolean> {
  if (wanted.length > 0) return true;
  const checks = scope === 'quick' ? QUICK_CHECKS : [];
  const checker = spawn(process.execPath, ['scripts/check.mjs', ...checks], {
    stdio: 'inherit',
    // With one thread each, the linter and the compiler take a quarter less of the processors.
    env: { ...process.env, GOMAXPROCS: '1' },
  });
  // Tests that measure time run first, and would have to share the cores with it.
  if (checker.pid !== undefined) setPriority(checker.pid, CHECK_PRIORITY);
  const endChecker = () => checker.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endChecker);
  const isGood = await new Promise<boolean>((resolve) => {
    checker.on('close', (code) => resolve(code === 0));
  });
  if (!isGood) tests.stop();
  return isGood;
}

/** The same files give the same groups, so that a failure in one can be repeated. */
function groupsOf(files: readonly string[]): string[][] {
  const byKind = Map.groupBy(files, (file) => KINDS.findIndex(({ path }) => path.test(file)));
  return KINDS.flatMap(({ path, perProcess }, kind) => {
    const members = byKind.get(kind) ?? [];
    if (members.length === 0 && scope === 'all') throw new Error(`No test is at ${path}`);
    const alone = members.filter((file) => ALONE.test(file)).map((file) => [file]);
    const rest = members.filter((file) => !ALONE.test(file));
    const count = Math.ceil(rest.length / perProcess);
    // Distributed in turn: neighbouring files are of one kind and take about the same time.
    const dealt = Array.from({ length: count }, (_, n) => rest.filter((_, i) => i % count === n));
    return [...alone, ...dealt];
  });
}
