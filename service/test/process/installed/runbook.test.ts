import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { openMomo } from '../../support/cli/momo.ts';
import { readRunbook } from '../../support/process/runbook.ts';

// The long test types the runbook on a fresh Debian; this one reads it.

const typed = readRunbook().join('\n');

test('the shell understands every command of the runbook', () => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: typed, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the runbook goes from installing to stopping, with commands that exist', async () => {
  const commands = [...typed.matchAll(/\$AS_MOMO momo ([a-z-]+(?: [a-z-]+)?)/g)];
  const steps = commands.map(([, command = '']) => command);
  for (const step of [
    'start',
    'key issue',
    'sms send',
    'backup',
    'doctor',
    'restore',
    'audit all',
  ]) {
    assert.ok(steps.includes(step), step);
  }
  const { momo } = openMomo({});
  for (const name of new Set(steps.map((step) => step.split(' ')[0] ?? ''))) {
    assert.equal((await momo(name, '--help')).code, 0, name);
  }
});
