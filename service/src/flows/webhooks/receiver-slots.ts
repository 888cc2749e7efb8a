import {
  freeSlots,
  freeToClaim,
  isSupplied,
  type Load,
  type Pace,
  QUICK_MS,
} from '../../domain/webhooks/receiver-limits.ts';
import type { Rank } from './signing-queue.ts';

/** How many attempts each receiver has running, and how many more it may have. */
export interface ReceiverSlots {
  readonly take: (origin: string) => DeliverySlot;
  /** What may be claimed if this many can be signed in time. */
  readonly free: (signable: number) => FreeSlots;
}

/** A slot for one attempt. */
export interface DeliverySlot {
  /** Quick receivers go first, then one try with each new receiver, then all others. */
  readonly rank: Rank;
  /** The attempt is being sent now; before, it waited for its turn to be signed. */
  readonly begin: () => void;
  readonly release: () => void;
}

export interface FreeSlots {
  readonly known: readonly KnownReceiver[];
  /** Slots of each receiver that we do not know yet. */
  readonly freeOfUnknown: number;
  /** Of all receivers in sum; 0 while enough is claimed. */
  readonly freeToClaim: number;
}

export interface KnownReceiver {
  readonly origin: string;
  readonly isQuick: boolean;
  readonly free: number;
}

interface Attempt {
  begunAt: number | null;
}

/** A forgotten receiver starts again as a new one, which does no harm. */
const MAX_REMEMBERED = 1_000;

export function createReceiverSlots(
  now: () => number = () => performance.now(),
  processes = 1,
): ReceiverSlots {
  const underWay = new Map<string, Set<Attempt>>();
  const paces = new Map<string, Exclude<Pace, 'new'>>();

  return {
    take: (origin) => {
      const rank = rankOf(origin);
      const attempt: Attempt = { begunAt: null };
      const attempts = underWay.get(origin) ?? new Set();
      underWay.set(origin, attempts.add(attempt));
      return {
        rank,
        begin: () => {
          attempt.begunAt = now();
        },
        release: () => {
          attempts.delete(attempt);
          if (attempts.size === 0) underWay.delete(origin);
          if (attempt.begunAt !== null) remember(origin, isLong(attempt) ? 'slow' : 'quick');
        },
      };
    },
    free: (signable) => {
      const load = { ...measureLoad(), signable, processes };
      const origins = new Set([...paces.keys(), ...underWay.keys()]);
      return {
        known: [...origins].map((origin) => {
          const pace = paceOf(origin);
          const free = freeSlots({ pace, underWay: underWay.get(origin)?.size ?? 0 }, load);
          return { origin, isQuick: pace === 'quick', free };
        }),
        freeOfUnknown: freeSlots({ pace: 'new', underWay: 0 }, load),
        freeToClaim: isSupplied(load) ? 0 : freeToClaim(load),
      };
    },
  };

  function remember(origin: string, pace: Exclude<Pace, 'new'>): void {
    // Deleted first, so that the order of the map is the order of last use.
    paces.delete(origin);
    paces.set(origin, pace);
    const [longestUnused] = paces.keys();
    if (paces.size > MAX_REMEMBERED && longestUnused !== undefined) paces.delete(longestUnused);
  }

  /** A receiver is slow as soon as an attempt lasts too long, not only when it has ended. */
  function paceOf(origin: string): Pace {
    for (const attempt of underWay.get(origin) ?? []) if (isLong(attempt)) return 'slow';
    return paces.get(origin) ?? 'new';
  }

  function rankOf(origin: string): Rank {
    const pace = paceOf(origin);
    if (pace === 'quick') return 'first';
    return pace === 'new' && !underWay.has(origin) ? 'second' : 'third';
  }

  function isLong({ begunAt }: Attempt): boolean {
    return begunAt !== null && now() - begunAt > QUICK_MS;
  }

  function measureLoad(): Omit<Load, 'signable' | 'processes'> {
    const load = { slow: 0, new: 0, quick: 0, slowReceivers: 0, quickWaiting: 0, othersWaiting: 0 };
    for (const [origin, attempts] of underWay) {
      const pace = paceOf(origin);
      load[pace] += attempts.size;
      if (pace === 'slow') load.slowReceivers += 1;
      for (const { begunAt } of attempts) {
        if (begunAt === null) load[pace === 'quick' ? 'quickWaiting' : 'othersWaiting'] += 1;
      }
    }
    return { ...load, slowAttempts: load.slow, newAttempts: load.new };
  }
}
