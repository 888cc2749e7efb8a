import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MEMORY_LIMITS } from '../../../scripts/memory-limits.ts';
import { BENCH_API_KEY } from '../load/request-text.ts';
import { type Children, exitOf, stopChild } from './children.ts';

/** A server under load, in a process of its own. */
export interface Target {
  readonly port: number;
  readonly pid: number;
  /** Total garbage collection time, or `null` if the server cannot report it. */
  garbageMs(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Settings of both servers: the same checks, no log line per request, this machine only. */
export const TARGET_SETTINGS = {
  ENV_FILE: '',
  SERVICE_ENV: 'sandbox',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  SPORTSBOOK_API_KEY: BENCH_API_KEY,
} as const;

const PATIENCE_MS = 500;
const GARBAGE_WATCH = join(import.meta.dirname, 'garbage-watch.ts');

/** The whole service, as `npm start` runs it. */
export function startService(
  children: Children,
  options: {
    readonly dataDir: string;
    readonly profile: string | null;
    readonly processes?: 'auto';
  },
): Promise<Target> {
  const profiling =
    options.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  return startNode(children, {
    args: [
      ...profiling,
      ...MEMORY_LIMITS,
      join(import.meta.dirname, '..', '..', 'src', 'app', 'main.ts'),
    ],
    env: {
      ...TARGET_SETTINGS,
      DATA_DIR: options.dataDir,
      PROCESSES: options.processes ?? '1',
    },
  });
}

/** The same server answering without a database. */
export function startBareServer(children: Children): Promise<Target> {
  return startNode(children, {
    args: [...MEMORY_LIMITS, join(import.meta.dirname, 'bare-server.ts')],
    env: {},
  });
}

function startNode(
  children: Children,
  { args, env }: { readonly args: readonly string[]; readonly env: Record<string, string> },
): Promise<Target> {
  // Only the first of several processes could be asked, and it has no load.
  const watch = env['PROCESSES'] === 'auto' ? [] : ['--import', GARBAGE_WATCH];
  return startProgram(children, { program: process.execPath, args: [...watch, ...args], env });
}

/** Starts a server that prints its address once it serves. */
export async function startProgram(
  children: Children,
  server: {
    readonly program: string;
    readonly args: readonly string[];
    readonly env: Record<string, string>;
  },
): Promise<Target> {
  const { program, args, env } = server;
  // Our environment is not passed on: a DATABASE_URL in it would put the load on real data.
  const child = children.add(
    spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
  );
  if (child.stdout === null) throw new Error(`${program} cannot be started`);
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  void exitOf(child).then(() => reject(new Error('a server under load ended early')));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const found = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (found !== undefined) resolve(Number(found));
    else if (line.startsWith('{')) process.stderr.write(`${line}\n`);
  });
  return {
    port: await port,
    pid: child.pid ?? 0,
    garbageMs: () => askForGarbage(child),
    stop: () => stopChild(child),
  };
}

/** A server that is not Node, or has several processes, does not answer. */
async function askForGarbage(child: ChildProcess): Promise<number | null> {
  if (!child.connected) return null;
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const record = ({ garbageMs }: { readonly garbageMs: number }) => resolve(garbageMs);
  child.once('message', record);
  child.send('garbage', () => {});
  const patience = setTimeout(() => resolve(null), PATIENCE_MS);
  const answer = await promise;
  clearTimeout(patience);
  child.off('message', record);
  return answer;
}
