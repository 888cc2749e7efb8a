import type { Logger } from '../log.ts';

export interface Work {
  readonly name: string;
  /** Does one batch and tells how much there was; 0 means that nothing is due. */
  readonly runOnce: () => Promise<number>;
  readonly idleMs: number;
}

export interface Worker {
  /** Work has just become due: look at once instead of at the next turn. */
  readonly wake: () => void;
  /** Finishes the batch under way. */
  readonly stop: () => Promise<void>;
}

/** Trouble is given this long to pass before the next try. */
const TROUBLE_MS = 1_000;

/**
 * Runs work for ever: at once while there is some, else after a pause. Knows nothing of what the
 * work is.
 */
export function startWorker(work: Work, log: Logger): Worker {
  let stopping = false;
  // Being woken during a batch counts: what became due then may not have been seen by it.
  let woken = false;
  let endPause = () => {};
  const finished = run();

  return {
    wake,
    stop: async () => {
      stopping = true;
      wake();
      await finished;
    },
  };

  function wake(): void {
    woken = true;
    endPause();
  }

  async function run(): Promise<void> {
    while (!stopping) {
      woken = false;
      const pauseMs = await runOnce();
      if (pauseMs > 0 && !woken) await pause(pauseMs);
    }
  }

  async function runOnce(): Promise<number> {
    try {
      return (await work.runOnce()) > 0 ? 0 : work.idleMs;
    } catch (error) {
      log.warn({ err: error, worker: work.name }, 'worker failed; it will try again');
      return TROUBLE_MS;
    }
  }

  async function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    endPause = resolve;
    await promise;
    clearTimeout(timer);
  }
}
