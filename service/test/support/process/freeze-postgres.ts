import assert from 'node:assert/strict';
import { postmasterPid } from '../service-process.ts';
import { childrenOf } from './several-processes.ts';

/** Stops the server and all its processes where they are; parents first, so none is added. */
export async function freezePostgres(dataDir: string): Promise<readonly number[]> {
  const parent = await postmasterPid(dataDir);
  assert.ok(parent !== null);
  process.kill(parent, 'SIGSTOP');
  const children = childrenOf(parent);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  return [parent, ...children];
}
