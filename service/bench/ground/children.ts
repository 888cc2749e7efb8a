import type { ChildProcess } from 'node:child_process';

/** Every process that the bench has started, so it can end them all. */
export interface Children {
  add<T extends ChildProcess>(child: T): T;
  stopAll(): Promise<void>;
}

/** A process that does not leave within this time is killed. */
const STOP_PATIENCE_MS = 8_000;

export function createChildren(): Children {
  const running = new Set<ChildProcess>();
  let stopping = false;
  return {
    add: (child) => {
      running.add(child);
      void exitOf(child).then(() => running.delete(child));
      // The run continues for a moment after Ctrl-C and may start another process.
      if (stopping) child.kill('SIGKILL');
      return child;
    },
    stopAll: async () => {
      stopping = true;
      while (running.size > 0) await Promise.all([...running].map(stopChild));
    },
  };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await exitOf(child);
  clearTimeout(timer);
}

/** Also works for a process that has ended or could not be started. */
export function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.once('error', () => resolve());
  return promise;
}
