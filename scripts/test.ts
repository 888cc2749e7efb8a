// Checks the code, then runs every test against one real PostgreSQL that is started for this run.
// With arguments, only the test files whose path contains one of them: `npm test -- deposits`.
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { startTestServer } from '../service/test/support/postgres-server.ts';

const wanted = process.argv.slice(2);
const files = globSync(['service/test/**/*.test.ts', 'console/test/*.test.ts'])
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();
if (files.length === 0) {
  console.error('No test file matches.');
  process.exit(1);
}

if (wanted.length === 0) {
  const check = spawnSync(process.execPath, ['scripts/check.mjs'], { stdio: 'inherit' });
  if (check.status !== 0) process.exit(1);
}

/**
 * Files without a database, server or process of their own share one process: that saves a third.
 */
const isPure = (file: string) =>
  /service\/test\/(domain|contract|providers|emulators|signing)\//.test(file);

const server = await startTestServer();
const env = {
  ...process.env,
  TEST_POSTGRES: JSON.stringify(server.connection),
  // Compiling the same sources again in every process took half of its start.
  NODE_COMPILE_CACHE: 'node_modules/.cache/tests',
};
// Many of the others mostly wait, for a process or a deadline: so more of them than cores.
const [pure, rest] = await Promise.all([
  run(['--test-isolation=none'], files.filter(isPure)),
  run(
    ['--test-concurrency=4', '--test-timeout=120000'],
    files.filter((file) => !isPure(file)),
  ),
]);
await server.stop();
process.exitCode = pure || rest;

async function run(options: readonly string[], files: readonly string[]): Promise<number> {
  if (files.length === 0) return 0;
  const args = ['--test', '--test-reporter=spec', ...options, ...files];
  const runner = spawn(process.execPath, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => runner.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const code = await new Promise<number>((resolve) => {
    runner.on('close', (status) => resolve(status ?? 1));
  });
  process.off('SIGINT', pass).off('SIGTERM', pass);
  return code;
}
