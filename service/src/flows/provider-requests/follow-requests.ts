import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../../db/client.ts';
import { claimRequests } from '../../db/provider-requests/provider-requests.ts';
import { askRequest } from '../../db/provider-requests/request-schedule.ts';
import { claimStuckWithdrawals } from '../../db/transactions/due-transactions.ts';
import {
  ANSWER_AFTER_SENDING_MS,
  STUCK_AFTER_MS,
} from '../../domain/provider-requests/provider-request.ts';
import { shareOf } from '../../domain/share.ts';
import { decideSequence } from '../../domain/transactions/transition.ts';
import { recordTransitions } from '../transactions/record-transition.ts';
import { advanceRequest } from './advance-request.ts';
import { LEASE_MS, type LeasedRequest, type ProviderRequestDeps } from './leased-request.ts';

export interface FollowDeps extends ProviderRequestDeps {
  /** A step failed because of an error in this service; it is tried again when its lease ends. */
  readonly onTrouble: (error: unknown, transactionId: string) => void;
  /** How many processes share the limit of running steps; 1 if absent. */
  readonly processes?: number;
  /** How long stopping waits for running steps. */
  readonly stopPatienceMs?: number;
}

export interface RequestFollower {
  /** Claims the steps that are due and starts them; returns how many. */
  readonly runOnce: () => Promise<number>;
  /** Calls `wake` when a step has ended, so that the next ones need not wait. */
  readonly onFree: (wake: () => void) => void;
  /** Waits briefly for the running steps; the others are followed up after their lease. */
  readonly stop: () => Promise<void>;
}

/** Steps mostly wait for outside systems; more at once would only queue at the providers. */
const MAX_UNDER_WAY = 64;

/** Shorter than the time the whole process has for stopping. */
const STOP_PATIENCE_MS = 3_000;

/** Takes the steps of payouts and collections that are due, many at a time. */
export function createRequestFollower(deps: FollowDeps): RequestFollower {
  const mostUnderWay = shareOf(MAX_UNDER_WAY, deps.processes ?? 1);
  const underWay = new Set<Promise<void>>();
  let wake = () => {};
  let stopping = false;

  return {
    onFree: (callback) => {
      wake = callback;
    },
    runOnce: async () => {
      const limit = mostUnderWay - underWay.size;
      if (limit <= 0 || stopping) return 0;
      const leaseEndsAt = performance.now() + LEASE_MS;
      const lease = { id: randomUUID(), limit, leaseMs: LEASE_MS };
      const claimed = await claimRequests(deps.database, lease);
      for (const one of claimed) start({ ...one, leaseEndsAt });
      return claimed.length;
    },
    stop: async () => {
      stopping = true;
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, deps.stopPatienceMs ?? STOP_PATIENCE_MS);
      await Promise.race([Promise.all(underWay), patience]);
      clearTimeout(timer);
    },
  };

  function start(leased: LeasedRequest): void {
    const step = take(leased).finally(() => {
      underWay.delete(step);
      wake();
    });
    underWay.add(step);
  }

  async function take(leased: LeasedRequest): Promise<void> {
    try {
      await advanceRequest(deps, leased);
    } catch (error) {
      deps.onTrouble(error, leased.transaction.id);
    }
  }
}

/**
 * Makes the question to the provider due at once, for a person who is about to decide; the last one
 * may be long ago. `false` if nothing was sent that could be asked about.
 */
export async function askNow(
  deps: { readonly database: Queryable; readonly onSubmitted: () => void },
  transactionId: string,
): Promise<boolean> {
  const isDue = await askRequest(deps.database, transactionId);
  if (isDue) deps.onSubmitted();
  return isDue;
}

const BATCH = 200;

/** Hands withdrawals without a final status to staff after an hour, and returns how many. */
export function escalateStuck({ database }: { readonly database: Database }): Promise<number> {
  return database.atomically(async (connection) => {
    const stuck = await claimStuckWithdrawals(connection, {
      limit: BATCH,
      afterMs: STUCK_AFTER_MS,
      sentForMs: ANSWER_AFTER_SENDING_MS,
    });
    const changes = stuck.flatMap(({ transaction, now }) => {
      const decision = decideSequence(transaction, ['stuck'], { at: now, lateWindowMs: 0 });
      if (decision.kind === 'refused') return [];
      return [{ transaction, moves: decision.moves, actor: 'clock', providerTxId: null }];
    });
    if (changes.length > 0) await recordTransitions(connection, changes);
    return changes.length;
  });
}
