import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Children } from '../ground/children.ts';
import {
  type DatabaseServer,
  describeMachine,
  startDatabaseServer,
} from '../ground/database-server.ts';
import { startProgram, TARGET_SETTINGS } from '../ground/target.ts';
import { familyOf, usageOf } from '../load/usage.ts';

/** A release that serves from its own folder, on a PostgreSQL of its own. */
export interface RunningRelease {
  readonly name: string;
  readonly machine: string;
  readonly port: number;
  /** Runs its own `momo` and returns what it prints. */
  readonly momo: (...args: readonly string[]) => Promise<string>;
  readonly spent: () => Spent;
}

/** Processor time so far, in ms. */
export interface Spent {
  readonly node: number;
  readonly postgres: number;
}

const run = promisify(execFile);

/**
 * Starts what `npm start` starts there, so that a release has its own Node, packages and options.
 * Both servers of a comparison are the PostgreSQL of this checkout with the same settings.
 */
export async function startRelease(
  parts: { readonly children: Children; readonly stack: AsyncDisposableStack },
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<RunningRelease> {
  const server = await startDatabaseServer(parts.stack);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<'start' | 'momo', string>>;
  };
  const env = {
    ...TARGET_SETTINGS,
    DATABASE_URL: addressOf(server),
    DATA_DIR: server.folder,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'] ?? '',
  };
  const inFolder = (script: string) => ['-c', `cd "$0" && ${script} "$@"`, folder];
  const momo = async (...args: readonly string[]) => {
    const { stdout } = await run('sh', [...inFolder(scripts.momo), ...args], { env });
    return stdout;
  };
  await momo('db', 'migrate');
  const args = inFolder(scripts.start);
  const target = await startProgram(parts.children, { program: 'sh', args, env });
  // Before its PostgreSQL, which was started before it.
  parts.stack.defer(() => target.stop());
  return {
    name,
    machine: describeMachine(server),
    port: target.port,
    momo,
    spent: () => ({ node: spentBy(target.pid), postgres: spentBy(server.pid) }),
  };
}

function addressOf({ address: { host, port, user, database } }: DatabaseServer): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

function spentBy(pid: number): number {
  const usage = usageOf(familyOf(pid));
  if (usage === null) throw new Error('processor times cannot be read here: this needs Linux');
  return usage.userMs + usage.systemMs;
}
