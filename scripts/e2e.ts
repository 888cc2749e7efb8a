// Runs the console's tests in a real browser against the real service, on one PostgreSQL that is
// started for this run. With arguments, only the files whose path contains one of them. With
// `--pictures`, the pictures of the documentation are taken again.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { startTestServer } from '../service/test/support/postgres-server.ts';

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = globSync(['console/e2e/**/*.e2e.ts', 'console/test/*.test.ts'])
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();
if (files.length === 0) {
  console.error('No test file matches.');
  process.exit(1);
}

const server = await startTestServer();
const runner = spawn(
  process.execPath,
  // Two browsers at once would disturb each other's measurements.
  ['--test', '--test-concurrency=1', '--test-timeout=180000', '--test-reporter=spec', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_POSTGRES: JSON.stringify(server.connection),
      E2E_PICTURES: process.argv.includes('--pictures') ? 'docs/images' : '',
    },
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
