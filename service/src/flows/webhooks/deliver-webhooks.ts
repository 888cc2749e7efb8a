import { randomUUIDv7 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { findReportedCheckouts } from '../../db/checkouts/checkouts.ts';
import type { Queryable } from '../../db/client.ts';
import { createLane } from '../../db/lane.ts';
import {
  type AttemptRecord,
  type ClaimedWebhookRow,
  claimWebhooks,
  type RecordedAttempt,
  recordAttempts,
  releaseWebhooks,
} from '../../db/webhooks/webhooks.ts';
import { isCheckoutEvent, isReportOfCheckout } from '../../domain/checkouts/checkout-event.ts';
import { SEAL_BROKEN } from '../../domain/seals/seal.ts';
import { shareOf } from '../../domain/share.ts';
import { isReportOf } from '../../domain/transactions/webhook-event.ts';
import { MAX_UNDER_WAY, SIGN_WITHIN_MS } from '../../domain/webhooks/receiver-limits.ts';
import { ALERT_ORIGIN } from '../../domain/webhooks/webhook-retry.ts';
import { compareSeals } from '../transactions/compare-seals.ts';
import {
  type Attempt,
  type AttemptDeps,
  attemptWebhook,
  type LeasedWebhook,
} from './attempt-webhook.ts';
import { createReceiverSlots, type DeliverySlot } from './receiver-slots.ts';
import { createSigningQueue } from './signing-queue.ts';

export interface DeliveryDeps extends AttemptDeps {
  readonly database: Queryable;
  /** How many processes share the limit of running attempts; 1 if absent. */
  readonly processes?: number;
  /** Called with facts for the log and the metrics. */
  readonly onAttempt: (attempt: FinishedAttempt) => void;
  /** An attempt could not be made or recorded; it is tried again when its lease ends. */
  readonly onTrouble: (error: unknown, webhook: ClaimedWebhookRow) => void;
}

export interface FinishedAttempt {
  readonly webhook: ClaimedWebhookRow;
  readonly recorded: RecordedAttempt;
  /** `false` if another process has claimed it. */
  readonly isOurs: boolean;
}

export interface WebhookDelivery {
  /** Claims what is due and starts sending it; returns how many were claimed. */
  readonly runOnce: () => Promise<number>;
  /** Calls `wake` when a retry is due, or when slots have become free. */
  readonly onDue: (wake: () => void) => void;
  /** Waits briefly for running attempts and gives up the claims on the others. */
  readonly stop: () => Promise<void>;
}

interface Claimed extends Pick<LeasedWebhook, 'webhook' | 'leaseEndsAt'> {
  /** Those claimed with it that are not as the service wrote them. */
  readonly changed: Promise<ReadonlySet<ClaimedWebhookRow>>;
}

const CLAIM_LIMIT = 256;
/** Longer than signing, one attempt and its record take; a dead process's claims wait this long. */
const LEASE_MS = 10_000;
/** A full receiver gets its next deliveries a few at a time: a query for each costs too much. */
const FULL_REST_MS = 25;
/**
 * The receiver has its webhook by then, and a process that dies meanwhile sends it again, as it may
 * anyway. Without it a statement recorded three attempts of a busy process; each costs a commit.
 */
const RECORD_GATHER_MS = 40;
const STOP_PATIENCE_MS = 2_000;
/** Claims no alert. */
const NO_ALERTS = { origin: ALERT_ORIGIN, isQuick: false, free: 0 };

export function createWebhookDelivery(deps: DeliveryDeps): WebhookDelivery {
  const { processes = 1 } = deps;
  const slots = createReceiverSlots(undefined, processes);
  // Two for each core, so that a core does not wait for the event loop between two signatures.
  const signing = createSigningQueue(shareOf(2 * availableParallelism(), processes));
  const mostUnderWay = shareOf(MAX_UNDER_WAY, processes);
  /** What is claimed, with its token once it is signed. */
  const underWay = new Map<ClaimedWebhookRow, string | null>();
  const record = createLane<RecordedAttempt, AttemptRecord>({
    run: (batch) => recordAttempts(deps.database, batch),
    gatherMs: RECORD_GATHER_MS,
  });
  const release = createLane<ClaimedWebhookRow, ClaimedWebhookRow>({
    run: async (batch) => {
      const released = batch.map((webhook) => ({ webhook, token: underWay.get(webhook) ?? null }));
      await releaseWebhooks(deps.database, released);
      return batch;
    },
  });
  let wake = () => {};
  let mayBeMore = false;
  // With hundreds of full receivers the query is slow; it must not use the whole database.
  let restUntil = 0;
  let idle = Promise.withResolvers<void>();

  return {
    onDue: (callback) => {
      wake = callback;
    },
    runOnce: async () => {
      const restMs = restUntil - performance.now();
      if (restMs > 0) await pause(restMs);
      const { freeOfUnknown, freeToClaim, ...free } = slots.free(
        signing.doneWithin(SIGN_WITHIN_MS),
      );
      const known = deps.alerts === null ? [...free.known, NO_ALERTS] : free.known;
      const limit = Math.min(CLAIM_LIMIT, mostUnderWay - underWay.size, freeToClaim);
      mayBeMore = true;
      if (limit <= 0) return 0;
      const startedAt = performance.now();
      const leaseEndsAt = startedAt + LEASE_MS;
      const claimed = await claimWebhooks(deps.database, {
        id: randomUUIDv7(),
        limit,
        leaseMs: LEASE_MS,
        known,
        freeOfUnknown,
      });
      const now = performance.now();
      const someAreFull = freeOfUnknown === 0 || free.known.some((one) => one.free === 0);
      restUntil = now + Math.max(now - startedAt, someAreFull ? FULL_REST_MS : 0);
      mayBeMore = someAreFull || claimed.length >= limit / 4;
      // They are under way from now on, so that a stop during the comparison gives them back.
      const changed = findChangedWebhooks(deps.database, claimed);
      for (const webhook of claimed) void deliver({ webhook, leaseEndsAt, changed });
      return claimed.length;
    },
    stop: async () => {
      if (underWay.size === 0) return;
      const timer = setTimeout(() => idle.resolve(), STOP_PATIENCE_MS);
      await idle.promise;
      clearTimeout(timer);
      await Promise.all(underWay.keys().map(giveBack));
    },
  };

  /** One that cannot be given back, as the database is away, is free when its lease ends. */
  function giveBack(webhook: ClaimedWebhookRow): Promise<unknown> {
    return release(webhook).catch((error: unknown) => deps.onTrouble(error, webhook));
  }

  async function deliver(claimed: Claimed): Promise<void> {
    const { webhook } = claimed;
    underWay.set(webhook, null);
    const slot = slots.take(webhook.origin);
    try {
      await attempt(claimed, slot);
    } catch (error) {
      deps.onTrouble(error, webhook);
    }
    slot.release();
    underWay.delete(webhook);
    if (underWay.size === 0) {
      idle.resolve();
      idle = Promise.withResolvers();
    }
    if (mayBeMore) wake();
  }

  async function attempt(
    { webhook, leaseEndsAt, changed }: Claimed,
    slot: DeliverySlot,
  ): Promise<void> {
    const leased: LeasedWebhook = {
      webhook,
      leaseEndsAt,
      inSigningQueue: async (sign) => {
        const token = await signing.run(slot.rank, sign);
        underWay.set(webhook, token);
        return token;
      },
      onBegin: slot.begin,
    };
    const outcome = (await changed).has(webhook)
      ? await markUndelivered(webhook, record)
      : await attemptWebhook(deps, leased, record);
    if (outcome.kind === 'too_late') {
      await release(webhook);
      return;
    }
    const { isOurs, hasSuccessor, retryInMs } = outcome.record;
    if (hasSuccessor) wake();
    // One millisecond more, since the database rounds the time at which the retry is due.
    if (retryInMs !== null) setTimeout(() => wake(), retryInMs + 1).unref();
    deps.onAttempt({ webhook, recorded: outcome.recorded, isOurs });
  }
}

/** Those that do not say what the sealed history of their payment says, or not to its platform. */
async function findChangedWebhooks(
  database: Queryable,
  claimed: readonly ClaimedWebhookRow[],
): Promise<ReadonlySet<ClaimedWebhookRow>> {
  const events = claimed.filter(({ origin }) => origin !== ALERT_ORIGIN);
  const ids = [...new Set(events.map(({ transaction_id }) => transaction_id))];
  const compared = await compareSeals(database, ids);
  const { seal } = database;
  if (compared.length === 0 || seal === undefined) return new Set();
  const byId = new Map(compared.map((one) => [one.id, one]));
  const ofCheckouts = events.filter(({ event }) => isCheckoutEvent(event));
  const checkouts = await findReportedCheckouts(
    database,
    ofCheckouts.map(({ transaction_id }) => transaction_id),
  );
  return new Set(
    events.filter(({ transaction_id, application_id: applicationId, event, url, body }) => {
      const found = byId.get(transaction_id);
      if (isCheckoutEvent(event)) {
        const reported = checkouts.get(transaction_id);
        const deposit = found?.problem === null ? found.transaction : null;
        const report = { applicationId, event, url, body };
        return reported === undefined || !isReportOfCheckout(seal, reported, deposit, report);
      }
      if (found === undefined || found.problem !== null) return true;
      return !isReportOf(found.transaction, { applicationId, event, url, body });
    }),
  );
}

/** Signs and sends nothing: staff find it among the undelivered ones. */
async function markUndelivered(
  webhook: ClaimedWebhookRow,
  record: (attempt: RecordedAttempt) => Promise<AttemptRecord>,
): Promise<Attempt> {
  const unsent: RecordedAttempt = {
    webhook,
    token: '',
    result: { kind: 'failed', error: SEAL_BROKEN },
    next: { kind: 'undelivered' },
    latencyMs: 0,
    endedAt: performance.now(),
    answer: null,
    headers: {},
  };
  return { kind: 'made', recorded: unsent, record: await record(unsent) };
}
