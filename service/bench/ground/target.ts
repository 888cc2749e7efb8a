import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BENCH_API_KEY } from '../load/request-text.ts';
import { type Children, exitOf, stopChild } from './children.ts';

/** A server under load, in a process of its own. */
export interface Target {
  readonly port: number;
  readonly pid: number;
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

const MEMORY = ['--max-semi-space-size=4', '--max-old-space-size=384'] as const;

/** The whole service, as `npm start` runs it. */
export function startService(
  children: Children,
  options: { readonly dataDir: string; readonly profile: string | null },
): Promise<Target> {
  const profiling =
    options.profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  return startTarget(children, {
    // As `npm start` does: a known limit makes V8 collect in time instead of growing.
    args: [...profiling, ...MEMORY, join(import.meta.dirname, '..', '..', 'src', 'main.ts')],
    env: { ...TARGET_SETTINGS, DATA_DIR: options.dataDir },
  });
}

/** The same server answering without a database. */
export function startBareServer(children: Children): Promise<Target> {
  return startTarget(children, {
    args: [...MEMORY, join(import.meta.dirname, 'bare-server.ts')],
    env: {},
  });
}

async function startTarget(
  children: Children,
  { args, env }: { readonly args: readonly string[]; readonly env: Record<string, string> },
): Promise<Target> {
  // Our environment is not passed on: a DATABASE_URL in it would put the load on real data.
  const child = children.add(
    spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  void exitOf(child).then(() => reject(new Error('a server under load ended early')));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const found = /http:\/\/localhost:(\d+)/.exec(line)?.[1];
    if (found !== undefined) resolve(Number(found));
    else if (line.startsWith('{')) process.stderr.write(`${line}\n`);
  });
  return { port: await port, pid: child.pid ?? 0, stop: () => stopChild(child) };
}
