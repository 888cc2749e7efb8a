import type { Database } from '../db/client.ts';
import type { WebhookDelivery } from '../flows/deliver-webhooks.ts';
import { expireDeposits } from '../flows/expire-deposits.ts';
import type { Logger } from '../log.ts';
import { startWorker, type Work, type Worker } from './loop.ts';

export interface Workers {
  readonly start: () => void;
  /** Webhooks have been queued by this process: send them now, not at the next look. */
  readonly wakeDelivery: () => void;
  readonly stop: () => Promise<void>;
}

/** Work that nobody in this process announces, such as another process's, is seen this late. */
const LOOK_EVERY_MS = 250;
/** Shorter, because a retry that another process leaves behind is still to be sent on time. */
const LOOK_FOR_WEBHOOKS_EVERY_MS = 100;

/** All background work there is. */
export function createWorkers(deps: {
  readonly database: Database;
  readonly log: Logger;
  readonly delivery: WebhookDelivery;
}): Workers {
  const { database, log, delivery } = deps;
  let workers: readonly Worker[] = [];
  let wakeDelivery = () => {};

  const works = {
    expire: {
      name: 'expire-deposits',
      idleMs: LOOK_EVERY_MS,
      runOnce: () => expireDeposits({ database, onQueued: () => wakeDelivery() }),
    },
    deliver: {
      name: 'deliver-webhooks',
      idleMs: LOOK_FOR_WEBHOOKS_EVERY_MS,
      runOnce: delivery.runOnce,
    },
  } as const satisfies Record<string, Work>;

  return {
    wakeDelivery: () => wakeDelivery(),
    start: () => {
      const deliver = startWorker(works.deliver, log);
      wakeDelivery = deliver.wake;
      delivery.onDue(deliver.wake);
      workers = [deliver, startWorker(works.expire, log)];
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await delivery.stop();
    },
  };
}
