import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../dev-live-programs.ts';
import type { KeptMonth } from './live-month.ts';

const run = promisify(execFile);

/** What is kept besides the cluster. */
const FILES = ['month.json', 'live.env', 'sent-payouts'];

/** A month as it was made, beside the data that the demo works on. */
export function createSnapshot(root: string) {
  const kept = join(root, 'month');
  const data = join(root, 'data');
  const madeOf = join(kept, 'made-of');
  return {
    data,
    /** Whether there is one of this seed, made by this schema. */
    has: async (seed: number): Promise<boolean> => {
      if (!existsSync(madeOf)) return false;
      return (await readFile(madeOf, 'utf8')) === (await describe(seed));
    },
    /** Keeps the data of a stopped service. */
    take: async (seed: number): Promise<void> => {
      const taken = `${kept}.new`;
      await rm(taken, { recursive: true, force: true });
      await mkdir(taken, { recursive: true });
      // The cluster may be a link to a folder that its user can enter.
      await copy(await realpath(join(data, 'postgres')), join(taken, 'postgres'));
      for (const file of FILES) await copy(join(data, file), join(taken, file));
      await writeFile(join(taken, 'made-of'), await describe(seed));
      await rm(kept, { recursive: true, force: true });
      await rename(taken, kept);
    },
    /** Puts the data back as they were; what was done since is forgotten. */
    restore: async (): Promise<KeptMonth> => {
      const cluster = await realpath(join(data, 'postgres'));
      for (const [from, to] of [
        [join(kept, 'postgres'), cluster],
        ...FILES.map((file) => [join(kept, file), join(data, file)] as const),
      ] as const) {
        await rm(to, { recursive: true, force: true });
        await copy(from, to);
      }
      return JSON.parse(await readFile(join(data, 'month.json'), 'utf8')) as KeptMonth;
    },
    /** Forgets everything. */
    reset: async (): Promise<void> => {
      const cluster = await realpath(join(data, 'postgres')).catch(() => null);
      for (const folder of [kept, data, cluster]) {
        if (folder !== null) await rm(folder, { recursive: true, force: true });
      }
    },
    isInUse: async (): Promise<boolean> => {
      const pidFile = join(data, 'postgres', 'postmaster.pid');
      if (!existsSync(pidFile)) return false;
      return isAlive(Number.parseInt(await readFile(pidFile, 'utf8'), 10));
    },
  };
}

/** With its owners, since the cluster may belong to another user. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-Rp', from, to]);
}

/** Another schema needs another month. */
async function describe(seed: number): Promise<string> {
  const schema = await readFile(join(CHECKOUT, 'service', 'migrations', 'baseline.sql'));
  return `seed ${seed}, schema ${hash('sha256', schema, 'hex')}\n`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
