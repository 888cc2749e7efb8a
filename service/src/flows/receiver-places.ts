import { freePlaces, type Load, type Pace, QUICK_MS } from '../domain/receiver-limits.ts';

/** Which receivers have how many attempts under way, and how many more they may have. */
export interface ReceiverPlaces {
  /** Takes a place; the function that it returns gives it back. */
  readonly take: (origin: string) => () => void;
  readonly free: () => FreePlaces;
}

export interface FreePlaces {
  /** Receivers that we know. */
  readonly receivers: readonly { readonly origin: string; readonly free: number }[];
  /** Places of each receiver that we do not know yet. */
  readonly freeOfOthers: number;
}

/** A receiver that is forgotten starts anew, which does no harm. */
const MOST_REMEMBERED = 1_000;

export function createReceiverPlaces(now: () => number = () => performance.now()): ReceiverPlaces {
  // The starts of attempts under way, the oldest first.
  const underWay = new Map<string, Set<{ readonly startedAt: number }>>();
  const paces = new Map<string, Exclude<Pace, 'new'>>();

  return {
    take: (origin) => {
      const attempt = { startedAt: now() };
      const attempts = underWay.get(origin) ?? new Set();
      underWay.set(origin, attempts.add(attempt));
      return () => {
        attempts.delete(attempt);
        if (attempts.size === 0) underWay.delete(origin);
        remember(origin, now() - attempt.startedAt > QUICK_MS ? 'slow' : 'quick');
      };
    },
    free: () => {
      const load = measureLoad();
      const origins = new Set([...paces.keys(), ...underWay.keys()]);
      return {
        receivers: [...origins].map((origin) => ({
          origin,
          free: freePlaces({ pace: paceOf(origin), underWay: countOf(origin) }, load),
        })),
        freeOfOthers: freePlaces({ pace: 'new', underWay: 0 }, load),
      };
    },
  };

  function remember(origin: string, pace: Exclude<Pace, 'new'>): void {
    // Deleted first, so that the order of the map is the order of last use.
    paces.delete(origin);
    paces.set(origin, pace);
    const [longestUnused] = paces.keys();
    if (paces.size > MOST_REMEMBERED && longestUnused !== undefined) paces.delete(longestUnused);
  }

  /** A receiver is slow as soon as an attempt lasts too long, not only when it has ended. */
  function paceOf(origin: string): Pace {
    const [oldest] = underWay.get(origin) ?? [];
    if (oldest !== undefined && now() - oldest.startedAt > QUICK_MS) return 'slow';
    return paces.get(origin) ?? 'new';
  }

  function countOf(origin: string): number {
    return underWay.get(origin)?.size ?? 0;
  }

  function measureLoad(): Load {
    const load = { slowAttempts: 0, slowReceivers: 0, newAttempts: 0 };
    for (const [origin, { size }] of underWay) {
      const pace = paceOf(origin);
      if (pace === 'new') load.newAttempts += size;
      if (pace !== 'slow') continue;
      load.slowAttempts += size;
      load.slowReceivers += 1;
    }
    return load;
  }
}
