import { formatXaf } from './money.ts';

/** A text about money on one of our lines that names the balance after it. */
export interface ChainEntry {
  /** What came in, less what went out and what it cost. */
  readonly changeCents: number;
  readonly balanceCents: number;
}

export type Link =
  /** The first text of a line: nothing is known to compare it with. */
  | { readonly kind: 'start' }
  | { readonly kind: 'fits' }
  | { readonly kind: 'breaks'; readonly expectedCents: number; readonly meaning: string };

/**
 * Compares the balance that a text names with the one that must follow from the text before. Whoever
 * forges a text does not know the balance of the line, so this is what tells it from a true one.
 */
export function linkEntry(balanceCents: number | null, entry: ChainEntry): Link {
  if (balanceCents === null) return { kind: 'start' };
  const expectedCents = balanceCents + entry.changeCents;
  const gapCents = entry.balanceCents - expectedCents;
  if (Math.abs(gapCents) <= ROUNDING_CENTS) return { kind: 'fits' };
  const gap = formatXaf(Math.round(Math.abs(gapCents) / 100));
  const meaning =
    gapCents > 0
      ? `The line holds ${gap} more than its texts say: a text about received money was missed, ` +
        'money was put on the line outside, or this text is forged.'
      : `The line holds ${gap} less than its texts say: a text about sent money was missed, ` +
        'money was taken from the line outside, or this text is forged.';
  return { kind: 'breaks', expectedCents, meaning };
}

/** Operators round hundredths in one place and not in another. */
const ROUNDING_CENTS = 1;

/**
 * The entries, of those that did not fit when they came, that fit now, in the order in which they
 * follow each other. Texts that overtake each other or come late thus mend the chain themselves.
 */
export function mendChain<Entry extends ChainEntry>(
  balanceCents: number,
  broken: readonly Entry[],
): { readonly balanceCents: number; readonly mended: readonly Entry[] } {
  let balance = balanceCents;
  let left = [...broken];
  const mended: Entry[] = [];
  for (;;) {
    const next = left.find((entry) => linkEntry(balance, entry).kind === 'fits');
    if (next === undefined) return { balanceCents: balance, mended };
    mended.push(next);
    balance = next.balanceCents;
    left = left.filter((entry) => entry !== next);
  }
}
