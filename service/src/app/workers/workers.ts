import type { Database } from '../../db/client.ts';
import { foldProviderMinutes } from '../../db/providers/channels.ts';
import { lateWindowMs } from '../../domain/access/policy.ts';
import type { SealRow } from '../../domain/seals/seal.ts';
import type { PolicySource } from '../../flows/access/policy.ts';
import { settleCheckouts } from '../../flows/checkouts/settle-checkouts.ts';
import { lapseApprovals } from '../../flows/decisions/lapse-approvals.ts';
import { closeWhenDue, rollTotals } from '../../flows/finance/close-books.ts';
import { createLowNotices, type FloatWatch } from '../../flows/finance/list-wallets.ts';
import { askBalances } from '../../flows/lines/ask-balances.ts';
import {
  escalateStuck,
  type RequestFollower,
} from '../../flows/provider-requests/follow-requests.ts';
import { type Connectors, probeProviders } from '../../flows/providers/connectors.ts';
import { createChangeNotices } from '../../flows/providers/watch-changes.ts';
import { type ReadSmsDeps, readLeftSms } from '../../flows/receipts/read-sms.ts';
import { expireDeposits } from '../../flows/transactions/expire-deposits.ts';
import { fileNumbers } from '../../flows/transactions/export-transactions.ts';
import { openMonths } from '../../flows/upkeep/archive-months.ts';
import { type RaiseAlertsDeps, raiseAlerts } from '../../flows/upkeep/raise-alerts.ts';
import type { WebhookDelivery } from '../../flows/webhooks/deliver-webhooks.ts';
import type { Logger } from '../../settings/log.ts';
import { startWorker, type Work, type Worker } from './loop.ts';

export interface Workers {
  readonly start: () => void;
  /** This process has queued webhooks: send them now, not at the next check. */
  readonly wakeDelivery: () => void;
  /** The same for payouts to be sent and providers to be asked. */
  readonly wakeFollower: () => void;
  readonly stop: () => Promise<void>;
}

interface WorkerDeps {
  readonly database: Database;
  readonly log: Logger;
  readonly delivery: WebhookDelivery;
  readonly follower: RequestFollower;
  readonly connectors: Connectors;
  readonly sms: ReadSmsDeps;
  readonly environment: 'sandbox' | 'live';
  readonly policy: PolicySource;
  readonly processes: number;
  readonly seal: SealRow;
  readonly floatWatch: FloatWatch;
  /** `null` if there is no one to alert. */
  readonly alerts: RaiseAlertsDeps | null;
}

/** Work that this process does not announce, such as another process's, is seen this late. */
const LOOK_EVERY_MS = 250;
/** Shorter, because a retry that another process left must still be sent on time. */
const LOOK_FOR_WEBHOOKS_EVERY_MS = 100;
const LOOK_AT_PROVIDERS_EVERY_MS = 1_000;
const LOOK_FOR_SMS_EVERY_MS = 1_000;
const LOOK_FOR_STUCK_EVERY_MS = 5_000;
const FILE_NUMBERS_EVERY_MS = 60_000;
const FOLD_FIGURES_EVERY_MS = 600_000;
const OPEN_MONTHS_EVERY_MS = 3_600_000;
const LOOK_FOR_BALANCES_EVERY_MS = 15_000;
const LOOK_AT_FLOAT_EVERY_MS = 60_000;
/** How often a SIM that pays is asked for its balance; in a gap it is asked sooner. */
const BALANCE_EVERY_MS = 3_600_000;
const ADD_UP_EVERY_MS = 1_000;
const LOOK_FOR_THE_DAYS_END_EVERY_MS = 60_000;
const LOOK_FOR_ALERTS_EVERY_MS = 10_000;
const LOOK_FOR_CHANGES_EVERY_MS = 5_000;

/**
 * Several processes share the checks that one would do alone; for frequent work none of them checks
 * less often than this.
 */
const LOOK_AT_LEAST_EVERY_MS = 1_000;

function startShared(work: Work, { log, processes }: WorkerDeps): Worker {
  const idleMs = Math.max(work.idleMs, Math.min(LOOK_AT_LEAST_EVERY_MS, work.idleMs * processes));
  return startWorker({ ...work, idleMs }, log);
}

function booksOf({ database, log, floatWatch, seal }: WorkerDeps): readonly Work[] {
  return [
    {
      name: 'watch-float',
      idleMs: LOOK_AT_FLOAT_EVERY_MS,
      runOnce: createLowNotices(floatWatch, {
        onLow: (low) => log.warn(low, 'a wallet is low'),
        onEnough: (wallet) => log.info({ wallet }, 'a wallet is not low any more'),
      }),
    },
    {
      name: 'roll-totals',
      idleMs: ADD_UP_EVERY_MS,
      runOnce: () => rollTotals({ database }),
    },
    {
      name: 'close-books',
      idleMs: LOOK_FOR_THE_DAYS_END_EVERY_MS,
      runOnce: () => closeWhenDue({ database, seal }),
    },
  ];
}

function alertsOf({ alerts }: WorkerDeps): readonly Work[] {
  if (alerts === null) return [];
  return [
    {
      name: 'raise-alerts',
      idleMs: LOOK_FOR_ALERTS_EVERY_MS,
      runOnce: () => raiseAlerts(alerts),
    },
  ];
}

/** All background work there is. */
export function createWorkers(deps: WorkerDeps): Workers {
  const { database, delivery, follower, sms, environment } = deps;
  let workers: readonly Worker[] = [];
  let wakeDelivery = () => {};
  let wakeFollower = () => {};

  const works = {
    expire: {
      name: 'expire-deposits',
      idleMs: LOOK_EVERY_MS,
      runOnce: () => expireDeposits({ database, onQueued: () => wakeDelivery() }),
    },
    settle: {
      name: 'settle-checkouts',
      idleMs: LOOK_EVERY_MS,
      runOnce: () => settleCheckouts({ database, onQueued: () => wakeDelivery() }),
    },
    deliver: {
      name: 'deliver-webhooks',
      idleMs: LOOK_FOR_WEBHOOKS_EVERY_MS,
      runOnce: delivery.runOnce,
    },
    follow: { name: 'follow-requests', idleMs: LOOK_EVERY_MS, runOnce: follower.runOnce },
    readSms: {
      name: 'read-left-sms',
      idleMs: LOOK_FOR_SMS_EVERY_MS,
      runOnce: () => readLeftSms(sms),
    },
  } as const satisfies Record<string, Work>;

  return {
    wakeDelivery: () => wakeDelivery(),
    wakeFollower: () => wakeFollower(),
    start: () => {
      const start = (work: Work) => startShared(work, deps);
      const deliver = start(works.deliver);
      wakeDelivery = deliver.wake;
      delivery.onDue(deliver.wake);
      const follow = start(works.follow);
      wakeFollower = follow.wake;
      follower.onFree(follow.wake);
      workers = [
        deliver,
        follow,
        start(works.expire),
        start(works.settle),
        start(works.readSms),
        ...tidyingOf(deps).map(start),
        ...stuckOf(deps).map(start),
        ...booksOf(deps).map(start),
        ...alertsOf(deps).map(start),
        start(changesOf(deps)),
        ...(environment === 'live' ? outsideWorks(deps).map(start) : []),
      ];
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([delivery.stop(), follower.stop()]);
    },
  };
}

/** What a person who reads the log at night must find there. */
function changesOf({ database, log }: WorkerDeps): Work {
  const runOnce = createChangeNotices(database, {
    onProviderDown: (down) => log.warn(down, 'a provider is down'),
    onProviderUp: (up) => log.info(up, 'a provider is up again'),
    onQuarantine: (reason) => log.error({ reason }, 'quarantine: nothing leaves the service'),
    onQuarantineEnd: () => log.info('the quarantine has ended'),
    onChange: (change) => log.info(change, 'changed, as the audit log says'),
  });
  return { name: 'watch-changes', idleMs: LOOK_FOR_CHANGES_EVERY_MS, runOnce };
}

/** Puts what grows in order. */
function tidyingOf({ database, policy }: WorkerDeps): readonly Work[] {
  return [
    {
      name: 'file-numbers',
      idleMs: FILE_NUMBERS_EVERY_MS,
      runOnce: async () =>
        fileNumbers(database, { lateWindowMs: lateWindowMs(await policy.recent()) }),
    },
    {
      name: 'fold-figures',
      idleMs: FOLD_FIGURES_EVERY_MS,
      runOnce: () => foldProviderMinutes(database),
    },
    { name: 'open-months', idleMs: OPEN_MONTHS_EVERY_MS, runOnce: () => openMonths(database) },
  ];
}

/** Hands to people what has waited too long. */
function stuckOf(deps: WorkerDeps): readonly Work[] {
  const idleMs = LOOK_FOR_STUCK_EVERY_MS;
  return [
    { name: 'escalate-stuck', idleMs, runOnce: () => escalateStuck(deps) },
    { name: 'lapse-approvals', idleMs, runOnce: () => lapseApprovals(deps) },
  ];
}

/** Regular checks of outside systems; simulated ones need none. */
function outsideWorks({ database, connectors }: WorkerDeps): readonly Work[] {
  return [
    {
      name: 'probe-providers',
      idleMs: LOOK_AT_PROVIDERS_EVERY_MS,
      runOnce: () => probeProviders({ database, connectors }),
    },
    {
      name: 'ask-balances',
      idleMs: LOOK_FOR_BALANCES_EVERY_MS,
      runOnce: () => askBalances({ database, balanceEveryMs: BALANCE_EVERY_MS }),
    },
  ];
}
