import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export const CHECKOUT = join(import.meta.dirname, '..');
const MOMO = join(CHECKOUT, 'service', 'src', 'cli', 'momo.ts');

type Output = 'pipe' | 'inherit' | 'ignore' | number;

/** Starts the programs of a playground, all of them with one file of settings. */
export function createPrograms(envFile: string) {
  /** Variables exported for another service do not reach this one. */
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    NODE_COMPILE_CACHE:
      process.env['NODE_COMPILE_CACHE'] ?? join(CHECKOUT, 'node_modules', '.cache', 'node'),
    ENV_FILE: envFile,
  };
  const children = new Set<ChildProcess>();

  function start(args: readonly string[], stdio: readonly Output[]): ChildProcess {
    const child = spawn(process.execPath, args, { cwd: CHECKOUT, env, stdio: [...stdio] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  return {
    start,
    /** Runs one command as a person would type it, and returns its output. */
    momo: async (...typed: readonly (string | { readonly input: string })[]): Promise<string> => {
      const args = typed.filter((part) => typeof part === 'string');
      const { input = '' } = typed.find((part) => typeof part !== 'string') ?? {};
      const child = start([MOMO, ...args], ['pipe', 'pipe', 'inherit']);
      child.stdin?.end(input);
      const [printed, [code]] = await Promise.all([
        child.stdout === null ? '' : text(child.stdout),
        once(child, 'exit') as Promise<[number | null]>,
      ]);
      if (code !== 0) throw new Error(`momo ${args.slice(0, 3).join(' ')} did not work`);
      return printed;
    },
    stop: () => {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}

export async function untilReady(
  url: string,
  { service, logFile }: { readonly service: ChildProcess; readonly logFile: string },
): Promise<void> {
  while (service.exitCode === null && service.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(50);
  }
  throw new Error(`The service did not start; ${logFile} says why.`);
}
