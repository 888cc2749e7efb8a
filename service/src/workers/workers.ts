import type { Database } from '../db/client.ts';
import { expireDeposits } from '../flows/expire-deposits.ts';
import type { Logger } from '../log.ts';
import { startWorker, type Work } from './loop.ts';

/** All background work there is. */
export function startWorkers(deps: { readonly database: Database; readonly log: Logger }): {
  stop(): Promise<void>;
} {
  const works: readonly Work[] = [
    { name: 'expire-deposits', idleMs: 250, runOnce: () => expireDeposits(deps) },
  ];
  const workers = works.map((work) => startWorker(work, deps.log));
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
