import { assert } from '../../domain/assert.ts';

/** What waits for its turn, by whoever it belongs to. Nobody waits for what others have waiting. */
export interface FairQueue<Item> {
  readonly size: () => number;
  readonly add: (owner: string, item: Item, atMs: number) => void;
  /** Takes the oldest of the next owner: one of each in turn. */
  readonly takeNext: () => Item | null;
  /** Takes everything that has waited too long: it would be answered too late. */
  readonly takeLate: (atMs: number) => readonly Item[];
}

/**
 * A queue that is gone after so many times `delayMs` is a burst, and is served. One that stands for
 * longer does not go away by itself: its length only makes everybody wait, so from then on nobody
 * may wait for more than `delayMs` (the idea of CoDel, RFC 8289).
 */
const BURST_FACTOR = 2;
/**
 * So few are no queue: what takes long then is not their number. A client with no more connections
 * than this is never refused; if there are several owners, each has its part of it.
 */
const FEWEST = 64;

interface Own<Item> {
  /** Since when something of this owner has been waiting without a break. */
  readonly sinceMs: number;
  readonly waiting: { readonly item: Item; readonly atMs: number }[];
}

export function createFairQueue<Item>(delayMs: number): FairQueue<Item> {
  // The first is whose turn it is. Whoever has nothing waiting is not in it.
  const owners = new Map<string, Own<Item>>();
  let size = 0;

  const takeFirst = ({ waiting }: Own<Item>): Item => {
    const first = waiting.shift();
    assert(first !== undefined, 'an owner with nothing waiting');
    size -= 1;
    return first.item;
  };

  return {
    size: () => size,
    add: (owner, item, atMs) => {
      size += 1;
      const own = owners.get(owner);
      if (own === undefined) owners.set(owner, { sinceMs: atMs, waiting: [{ item, atMs }] });
      else own.waiting.push({ item, atMs });
    },
    takeNext: () => {
      for (const [owner, own] of owners) {
        const item = takeFirst(own);
        owners.delete(owner);
        if (own.waiting.length > 0) owners.set(owner, own);
        return item;
      }
      return null;
    },
    takeLate: (atMs) => {
      const late: Item[] = [];
      const fewest = Math.floor(FEWEST / owners.size);
      for (const [owner, own] of owners) {
        if (atMs - own.sinceMs <= BURST_FACTOR * delayMs) continue;
        const isLate = () => atMs - (own.waiting[0]?.atMs ?? atMs) > delayMs;
        while (own.waiting.length > fewest && isLate()) late.push(takeFirst(own));
        if (own.waiting.length === 0) owners.delete(owner);
      }
      return late;
    },
  };
}
