import { join } from 'node:path';
import { readFileIfThere } from '../file-system.ts';
import { isServerOf } from './process-state.ts';

/** What `postmaster.pid` and the process table together say about a cluster. */
export type FoundPostmaster =
  | { readonly kind: 'none' }
  | { readonly kind: 'stale'; readonly pid: number }
  | ({ readonly kind: 'living' } & PidFile);

/** The file grows while the server starts, so everything after the pid may still be missing. */
export interface PidFile {
  readonly pid: number;
  readonly port: number | null;
  readonly socketFolder: string | null;
  readonly status: 'starting' | 'stopping' | 'ready' | null;
}

export async function findPostmaster(cluster: string): Promise<FoundPostmaster> {
  const pidFile = await readPidFile(cluster);
  if (pidFile === null) return { kind: 'none' };
  const isLiving = await isServerOf(pidFile.pid, cluster);
  return isLiving ? { kind: 'living', ...pidFile } : { kind: 'stale', pid: pidFile.pid };
}

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFileIfThere(join(cluster, 'postmaster.pid'));
  return text === null ? null : parsePidFile(text);
}

/** Lines: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export function parsePidFile(text: string): PidFile | null {
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  if (pid === undefined || !/^[1-9]\d*$/.test(pid)) return null;
  return {
    pid: Number(pid),
    port: port !== undefined && /^\d+$/.test(port) ? Number(port) : null,
    socketFolder: socketFolder === undefined || socketFolder === '' ? null : socketFolder,
    status: status === 'starting' || status === 'stopping' || status === 'ready' ? status : null,
  };
}
