import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { postmasterPid } from '../service-process.ts';

/** Stops the server and all its processes where they are; parents first, so none is added. */
export async function freezePostgres(dataDir: string): Promise<readonly number[]> {
  const parent = await postmasterPid(dataDir);
  assert.ok(parent !== null);
  process.kill(parent, 'SIGSTOP');
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  return [parent, ...children];
}
