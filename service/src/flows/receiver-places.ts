import { afterAttempt, NEW_RECEIVER, type ReceiverLimit } from '../domain/receiver-limits.ts';

/** Which receivers have how many attempts under way, and how many more they may have. */
export interface ReceiverPlaces {
  readonly take: (origin: string) => void;
  readonly giveBack: (origin: string, outcome: 'answered' | 'silent') => void;
  readonly free: () => {
    readonly receivers: readonly { readonly origin: string; readonly free: number }[];
    readonly freeOfOthers: number;
  };
}

/** Receivers that are forgotten start anew, which does no harm. */
const MOST_REMEMBERED = 5_000;

export function createReceiverPlaces(): ReceiverPlaces {
  const limits = new Map<string, ReceiverLimit>();
  const taken = new Map<string, number>();
  return {
    take: (origin) => {
      taken.set(origin, (taken.get(origin) ?? 0) + 1);
    },
    giveBack: (origin, outcome) => {
      const left = (taken.get(origin) ?? 1) - 1;
      if (left === 0) taken.delete(origin);
      else taken.set(origin, left);
      if (limits.size >= MOST_REMEMBERED) limits.clear();
      limits.set(origin, afterAttempt(limits.get(origin) ?? NEW_RECEIVER, outcome));
    },
    free: () => {
      const origins = new Set([...limits.keys(), ...taken.keys()]);
      const receivers = [...origins].map((origin) => {
        const { places } = limits.get(origin) ?? NEW_RECEIVER;
        return { origin, free: Math.max(0, places - (taken.get(origin) ?? 0)) };
      });
      return { receivers, freeOfOthers: NEW_RECEIVER.places };
    },
  };
}
