import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whether the process runs. A zombie does not: only its exit code has not been collected yet. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!acceptsSignals(pid)) return false;
  return (await describeProcess(pid)) !== null;
}

/**
 * Whether the process is a PostgreSQL server of this cluster. After a crash or a reboot the number
 * in a left-over pid file may belong to any other program, or to the server of another cluster.
 */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!acceptsSignals(pid)) return false;
  const found = await describeProcess(pid);
  if (found === null || found.program !== 'postgres') return false;
  // A server makes its cluster the working folder before it writes the pid file.
  return found.folder === null || found.folder === cluster;
}

interface ProcessDescription {
  readonly program: string;
  /** The working folder, or `null` where the system does not show it. */
  readonly folder: string | null;
}

function acceptsSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is also alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function describeProcess(pid: number): Promise<ProcessDescription | null> {
  return process.platform === 'linux' ? await readProc(pid) : await askPs(pid);
}

async function readProc(pid: number): Promise<ProcessDescription | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const [, program, state] = stat?.match(/^\d+ \((.*)\) (\S)/s) ?? [];
  if (program === undefined || state === undefined || 'ZX'.includes(state)) return null;
  return { program, folder: await readlink(`/proc/${pid}/cwd`).catch(() => null) };
}

const runFile = promisify(execFile);

async function askPs(pid: number): Promise<ProcessDescription | null> {
  const answer = await runFile('ps', ['-o', 'state=,ucomm=', '-p', String(pid)]).catch(() => null);
  const [, state, program] = answer?.stdout.match(/^\s*(\S+)\s+(.*?)\s*$/) ?? [];
  if (program === undefined || state === undefined || state.startsWith('Z')) return null;
  return { program, folder: null };
}
