import { findLastAuditId, listAuditFrom } from '../../../db/access/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { listLookers, listQueues, noteLook } from '../../../db/decisions/overview.ts';

export interface QueueChange {
  /** Queues whose content changed. */
  readonly queues: readonly string[];
  /** Transactions that a person decided about. */
  readonly transaction_ids: readonly string[];
}

export interface Feed {
  /** Returns a function that unsubscribes; `onClose` is called when the feed itself ends. */
  readonly join: (listener: (change: QueueChange) => void, onClose: () => void) => () => void;
  /** Checks now: this process has just changed something. */
  readonly poke: () => void;
  readonly close: () => void;
}

const LOOK_EVERY_MS = 400;
const AUDIT_BATCH = 500;

/**
 * Watches the queues for all open screens, and only while there are any: one query serves all of
 * them, whichever process made the change.
 */
export function createFeed(database: Queryable): Feed {
  const listeners = new Set<(change: QueueChange) => void>();
  const closers = new Set<() => void>();
  let seen: Map<string, string> | null = null;
  let nextAuditId: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  /** What changes while it looks may have been read before the change: it looks again. */
  let isPoked = false;

  return {
    join: (listener, onClose) => {
      listeners.add(listener);
      closers.add(onClose);
      timer ??= setInterval(() => void check(), LOOK_EVERY_MS).unref();
      void check();
      return () => {
        listeners.delete(listener);
        closers.delete(onClose);
        if (listeners.size === 0) rest();
      };
    },
    poke: () => {
      if (listeners.size === 0) return;
      isPoked = true;
      void check();
    },
    close: () => {
      rest();
      for (const closer of closers) closer();
    },
  };

  function rest(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
    seen = null;
    nextAuditId = null;
  }

  async function check(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      do {
        isPoked = false;
        await report();
      } while (isPoked);
    } catch {
      // The database is down; the next query tries again, and screens show that they are offline.
    } finally {
      looking = false;
    }
  }

  async function report(): Promise<void> {
    const queues = await changedQueues();
    const transaction_ids = await decidedTransactions();
    if (queues.length === 0 && transaction_ids.length === 0) return;
    for (const listener of listeners) listener({ queues, transaction_ids });
  }

  async function changedQueues(): Promise<readonly string[]> {
    const rows = await listQueues(database, null);
    const now = new Map(rows.map(({ name, count, newest }) => [name, `${count} ${newest}`]));
    const before = seen;
    seen = new Map(now);
    if (before === null) return [];
    return rows.map(({ name }) => name).filter((name) => before.get(name) !== now.get(name));
  }

  async function decidedTransactions(): Promise<readonly string[]> {
    if (nextAuditId === null) {
      nextAuditId = (await findLastAuditId(database)) + 1;
      return [];
    }
    const rows = await listAuditFrom(database, nextAuditId, AUDIT_BATCH);
    nextAuditId = (rows.at(-1)?.id ?? nextAuditId - 1) + 1;
    return rows.flatMap(({ subject }) =>
      subject.startsWith('transaction:') ? [subject.slice('transaction:'.length)] : [],
    );
  }
}

/** A screen reports every five seconds what it shows; after two missed reports it is closed. */
const OPEN_FOR_SECONDS = 12;

/** Records that a person has a transaction open, and returns the colleagues who have too. */
export async function lookAt(
  { database }: { readonly database: Queryable },
  presence: { readonly transactionId: string; readonly staffId: string },
): Promise<readonly string[]> {
  await noteLook(database, presence);
  return listLookers(database, {
    transactionId: presence.transactionId,
    exceptStaffId: presence.staffId,
    withinSeconds: OPEN_FOR_SECONDS,
  });
}
