// Format, lint and types, side by side; every failure is shown, and the exit code says whether all
// passed.
import { spawn } from 'node:child_process';

const CHECKS = [
  ['format', 'biome', ['ci', '--colors=off']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', typesOf('.')],
  ['types of the console', 'tsc', typesOf('console')],
  ['types of its tests', 'tsc', typesOf('console/e2e')],
  ['types of the SDK', 'tsc', typesOf('sdk')],
  ['interface description', 'redocly', ['lint', 'docs/openapi.json']],
  ['types of the modem gateway', 'tsc', typesOf('gateways/modem')],
];

const results = await Promise.all(CHECKS.map(run));
for (const { name, code, output, seconds } of results) {
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

function run([name, command, args]) {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing that runs here is to talk to its maker.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      resolve({ name, code, output, seconds });
    });
  });
}

/**
 * What was checked before and has not changed is not checked again. Of several checkers each works
 * out most types for itself; the projects run side by side anyway.
 */
function typesOf(project) {
  const memory = `node_modules/.cache/types/${project.replaceAll(/\W/g, '-')}.tsbuildinfo`;
  return ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory];
}
