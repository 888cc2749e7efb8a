// Checks the code and runs every test against one real PostgreSQL that is started for this run.
// With arguments, only the test files whose path contains one of them: `npm test -- deposits`.
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { startTestServer } from '../service/test/support/postgres-server.ts';
import { makeTestFolder } from './test-folder.ts';

/** Many tests mostly wait, for a process or a deadline: so more at a time than there are cores. */
const LANES = 4;
const CHECK_PRIORITY = 10;

/** Files that measure time are alone in their process, where no other file's garbage slows them. */
const ALONE = /\/(webhooks\/(kills|retries|waking)|submissions\/kills|access\/http\/sign-in)\./;

/**
 * Kinds of test files by their path: the first that fits counts, and at most `together` of them
 * share a process. Slow files are started first, so that they do not run alone at the end.
 */
const KINDS: readonly { readonly path: RegExp; readonly together: number }[] = [
  { path: /^service\/test\/process\//, together: 3 },
  { path: /^service\/test\/cli\//, together: 5 },
  { path: /^service\/test\/lines\/gateways\//, together: 2 },
  { path: /^service\/test\/webhooks\/[^/]+$/, together: 40 },
  { path: /^service\/test\/(\w+\/)?http\//, together: 14 },
  { path: /^service\/test\/submissions\/[^/]+$/, together: 40 },
  { path: /^service\/test\/embedded-postgres\//, together: 40 },
  { path: /^service\/test\/(receipts|lines|decisions)\/[^/]+$/, together: 40 },
  { path: /^service\/test\/(\w+\/)?(db|flows)\//, together: 40 },
  // What has no database, server or process of its own.
  { path: /./, together: 40 },
];

interface Report {
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  readonly isGood: boolean;
}

const startedAt = performance.now();
const wanted = process.argv.slice(2);
const files = globSync([
  'service/test/**/*.test.ts',
  'console/test/*.test.ts',
  'sdk/test/*.test.ts',
  'gateways/modem/test/**/*.test.ts',
])
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();
if (files.length === 0) {
  console.error('No test file matches.');
  process.exit(1);
}

const folder = makeTestFolder();
process.env['TMPDIR'] = folder;
const server = await startTestServer();
const env = {
  ...process.env,
  TEST_POSTGRES: JSON.stringify(server.connection),
  // Compiling the same sources again in every process took half of its start.
  NODE_COMPILE_CACHE: 'node_modules/.cache/tests',
};
const waiting = groupsOf(files);
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    process.exitCode = 1;
    waiting.length = 0;
    for (const runner of running) runner.kill(signal);
  });
}
const [isChecked, ...reports] = await Promise.all([
  check(),
  ...Array.from({ length: LANES }, lane),
]);
await server.stop();
rmSync(folder, { recursive: true, force: true });
sumUp(reports.flat());
if (!isChecked) process.exitCode = 1;

/** Beside the tests, which often wait. When it fails, no further tests are started. */
async function check(): Promise<boolean> {
  if (wanted.length > 0) return true;
  const checker = spawn(process.execPath, ['scripts/check.mjs'], { stdio: 'inherit' });
  // What measures time is tested first, and would have to share the cores with it.
  if (checker.pid !== undefined) setPriority(checker.pid, CHECK_PRIORITY);
  running.add(checker);
  const isGood = await new Promise<boolean>((resolve) => {
    checker.on('close', (code) => resolve(code === 0));
  });
  running.delete(checker);
  if (!isGood) waiting.length = 0;
  return isGood;
}

async function lane(): Promise<readonly Report[]> {
  const own: Report[] = [];
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
    own.push(await run(group));
  }
  return own;
}

/** The same files give the same groups, so that what fails in one can be tried again. */
function groupsOf(files: readonly string[]): string[][] {
  const byKind = Map.groupBy(files, (file) => KINDS.findIndex(({ path }) => path.test(file)));
  return KINDS.flatMap(({ path, together }, kind) => {
    const members = byKind.get(kind) ?? [];
    if (members.length === 0 && wanted.length === 0) throw new Error(`No test is at ${path}`);
    const alone = members.filter((file) => ALONE.test(file)).map((file) => [file]);
    const rest = members.filter((file) => !ALONE.test(file));
    const count = Math.ceil(rest.length / together);
    // Distributed in turn: neighbouring files are of one kind and take about the same time.
    const dealt = Array.from({ length: count }, (_, n) => rest.filter((_, i) => i % count === n));
    return [...alone, ...dealt];
  });
}

/** Shows the output of a group when it is done, so that the output of groups is not mixed. */
async function run(group: readonly string[]): Promise<Report> {
  const args = ['--test-reporter=spec', 'scripts/test-files.ts', ...group];
  const runner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  running.add(runner);
  let output = '';
  for (const stream of [runner.stdout, runner.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ending = await new Promise<string>((resolve) => {
    runner.on('close', (code, signal) => resolve(String(code ?? signal)));
  });
  running.delete(runner);
  return read(group, output, ending);
}

function read(group: readonly string[], output: string, ending: string): Report {
  const [told = '', ...failing] = output.split('\n✖ failing tests:\n');
  const counts = new Map<string, number>();
  const lines = told.split('\n').filter((line) => {
    const [, name, count] = /^ℹ (\w+) ([\d.]+)$/.exec(line) ?? [];
    if (name !== undefined) counts.set(name, Number(count));
    return name === undefined;
  });
  console.log(lines.join('\n').trim());
  const failures = [...failing];
  // A test that ends the process gives no error message, and the files after it do not run.
  const untold = group.filter((file) => !lines.includes(`▶ ${file}`));
  if (untold.length > 0) failures.push(`no test was heard of: ${untold.join(' ')}\n`);
  const isWhole = counts.has('tests') && untold.length === 0;
  if (!isWhole || (ending !== '0' && failures.length === 0)) {
    failures.push(`ended with ${ending}: ${group.join(' ')}\n`);
  }
  return { counts, failures, isGood: ending === '0' && failures.length === 0 };
}

function sumUp(reports: readonly Report[]): void {
  console.log();
  for (const name of ['tests', 'pass', 'fail', 'cancelled', 'skipped', 'todo']) {
    const total = reports.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
    console.log(`ℹ ${name} ${total}`);
  }
  console.log(`ℹ seconds ${Math.round((performance.now() - startedAt) / 1_000)}`);
  const failures = reports.flatMap(({ failures }) => failures);
  if (failures.length > 0) console.log(`\n✖ failing tests:\n\n${failures.join('\n').trim()}`);
  if (!reports.every(({ isGood }) => isGood)) process.exitCode = 1;
}
