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

const server = await startTestServer();
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=3', '--test-timeout=120000', '--test-reporter=spec', ...files],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES: JSON.stringify(server.connection) },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => runner.kill(signal));
}
const code = await new Promise<number>((resolve) => {
  runner.on('close', (status) => resolve(status ?? 1));
});
await server.stop();
process.exitCode = code;
