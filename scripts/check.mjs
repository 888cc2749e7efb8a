// Runs format, lint and types side by side, shows every failure, and fails unless all passed. With
// arguments, only the checks of these names.
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

const wanted = process.argv.slice(2);
const checks = CHECKS.filter(([name]) => wanted.length === 0 || wanted.includes(name));
const results = await Promise.all(checks.map(run));
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
      // Tools must not report to their makers.
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
 * Unchanged files are not checked again. Several checkers would each compute most types for
 * themselves; the projects run side by side anyway.
 */
function typesOf(project) {
  const memory = `node_modules/.cache/types/${project.replaceAll(/\W/g, '-')}.tsbuildinfo`;
  return ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory];
}
