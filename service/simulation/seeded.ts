/** Numbers that depend only on the seed, the dice's name and the number of draws. */
export interface Dice {
  /** From 0 up to 1. */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** From 0 up to `below`, whole. */
  readonly below: (below: number) => number;
  readonly pick: <T>(of: readonly T[]) => T;
  /** One of the names, each as often as its weight says. */
  readonly weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T;
}

/**
 * Each turn has its own dice: leaving one out changes no other numbers, so a failed history can be
 * made shorter.
 */
export function createDice(seed: number, name: string): Dice {
  const next = createSfc32(seed, name);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (of) => {
      const one = of[below(of.length)];
      if (one === undefined) throw new Error('nothing to choose from');
      return one;
    },
    weighted: (weights) => {
      const entries = Object.entries<number>(weights) as [keyof typeof weights, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      throw new Error('nothing has a weight');
    },
  };
}

/** Chris Doty-Humphrey's small fast counter, with 32 bits of each of four. */
function createSfc32(seed: number, name: string): () => number {
  let [a, b, c, counter] = [hashOf(name, 0x81_1c_9d_c5), hashOf(name, 0x2b_99_1f_03), seed | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 8; warm += 1) next();
  return next;
}

/** FNV-1a. */
function hashOf(text: string, basis: number): number {
  let hash = basis;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return hash | 0;
}
