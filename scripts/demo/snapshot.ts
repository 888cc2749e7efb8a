import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '../dev-live-programs.ts';
import type { KeptMonth } from './live-month.ts';

const run = promisify(execFile);

/** What is kept besides the cluster. */
const FILES = ['month.json', 'live.env', 'sent-payouts'];

/** What a month is made of, besides the schema. */
interface Ingredients {
  readonly seed: number;
  readonly size: number;
}

/** A month as it was made, beside the data that the demo works on. */
export function createSnapshot(root: string) {
  const kept = join(root, 'month');
  const data = join(root, 'data');
  const madeOf = join(kept, 'made-of');
  const place = join(data, 'postgres');
  // Where the cluster is, if its place is a link to a folder that its user can enter.
  const linkedTo = join(kept, 'linked-to');
  return {
    data,
    /** Whether there is one of this seed and size, made by this schema. */
    has: async (wanted: Ingredients): Promise<boolean> => {
      if (!existsSync(madeOf)) return false;
      return (await readFile(madeOf, 'utf8')) === (await describe(wanted));
    },
    /** Keeps the data of a stopped service. */
    take: async (made: Ingredients): Promise<void> => {
      const taken = `${kept}.new`;
      await rm(taken, { recursive: true, force: true });
      await mkdir(taken, { recursive: true });
      await copy(await realpath(place), join(taken, 'postgres'));
      const link = await readlink(place).catch(() => null);
      if (link !== null) await writeFile(join(taken, 'linked-to'), link);
      for (const file of FILES) await copy(join(data, file), join(taken, file));
      await writeFile(join(taken, 'made-of'), await describe(made));
      await rm(kept, { recursive: true, force: true });
      await rename(taken, kept);
    },
    /**
     * Puts the data back as they were; what was done since is forgotten. It needs nothing of them,
     * so that one that was interrupted, or whose data are gone, begins again.
     */
    restore: async (): Promise<KeptMonth> => {
      const link = existsSync(linkedTo) ? await readFile(linkedTo, 'utf8') : null;
      await replace(join(kept, 'postgres'), link ?? place);
      if (link !== null) {
        await rm(place, { recursive: true, force: true });
        await mkdir(data, { recursive: true });
        await symlink(link, place);
      }
      for (const file of FILES) await replace(join(kept, file), join(data, file));
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

async function replace(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rm(to, { recursive: true, force: true });
  await copy(from, to);
}

/** With its owners, since the cluster may belong to another user. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-Rp', from, to]);
}

/** Another schema needs another month. */
async function describe({ seed, size }: Ingredients): Promise<string> {
  const schema = await readFile(join(CHECKOUT, 'service', 'migrations', 'baseline.sql'));
  return `seed ${seed}, size ${size}, schema ${hash('sha256', schema, 'hex')}\n`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
