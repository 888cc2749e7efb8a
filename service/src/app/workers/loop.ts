import type { Logger } from '../../settings/log.ts';

export interface Work {
  readonly name: string;
  /** Does one batch and returns how much there was; 0 means that nothing is due. */
  readonly runOnce: () => Promise<number>;
  readonly idleMs: number;
}

export interface Worker {
  /** Work has just become due: check at once instead of after the pause. */
  readonly wake: () => void;
  /** Finishes the batch under way. */
  readonly stop: () => Promise<void>;
}

/** After an error the next try waits this long. */
const TROUBLE_MS = 1_000;

/**
 * Repeats the work until it is stopped: at once while there is some, otherwise after a pause. Knows
 * nothing about the work itself.
 */
export function startWorker(work: Work, log: Logger): Worker {
  let stopping = false;
  // A wake during a batch counts: the batch may not have seen what became due then.
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
