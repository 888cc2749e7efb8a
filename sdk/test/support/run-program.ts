import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CHECKOUT } from '../../../service/src/settings/checkout.ts';

/** Debian's own, which its packages are for. */
export const PYTHON = '/usr/bin/python3';

/** Runs a program of the SDK's tests and returns the JSON that it prints. */
export async function runProgram(
  command: string,
  [script, ...args]: readonly [script: string, ...args: readonly string[]],
  input = '',
): Promise<unknown> {
  const child = spawn(command, [join(CHECKOUT, 'sdk', script), ...args]);
  child.stdin.end(input);
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(complaints, '');
  return JSON.parse(output) as unknown;
}

/** `false` if it works, otherwise why the tests that need it are skipped. */
export function whyMissing(what: string, command: string, code: string): string | false {
  const flag = command === PYTHON ? '-c' : '-r';
  const { status } = spawnSync(command, [flag, code], { stdio: 'ignore' });
  return status === 0 ? false : `${what} is not installed`;
}

export function temporaryFile(name: string, content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'momo-sample-')), name);
  writeFileSync(file, content);
  return file;
}
