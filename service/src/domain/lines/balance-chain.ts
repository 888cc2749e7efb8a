import type { Remark } from '../remarks/remark.ts';

/** A text about money on one of our lines that names the balance after it. */
export interface ChainEntry {
  /** What came in, less what went out and what it cost. */
  readonly changeCents: number;
  readonly balanceCents: number;
}

/** What is known of a line by the texts that fit together so far. */
export interface Chain {
  /** Before the first of them; null while there is none, and once nothing may come before it. */
  readonly startCents: number | null;
  /** After the last of them; null while there is none. */
  readonly balanceCents: number | null;
}

/** Texts that overtake each other come within this time, one after the other. */
const OVERTAKING_MS = 60_000;

/**
 * Closes the beginning of a chain that nothing was added to for a while: no text fits before the
 * first one any more. For ever, a balance that somebody has seen once would open the line.
 */
export function settleChain(chain: Chain, restedMs: number | null): Chain {
  const isSettled = restedMs !== null && restedMs > OVERTAKING_MS;
  return isSettled ? { ...chain, startCents: null } : chain;
}

export type Link =
  | { readonly kind: 'fits'; readonly chain: Chain }
  | { readonly kind: 'breaks'; readonly expectedCents: number; readonly meaning: Remark };

/**
 * Compares the balance that a text names with what must follow from the texts before. Whoever
 * forges a text does not know the balance of the line, so this tells it from a true one. The first
 * text of a line has nothing to be compared with; one that was overtaken by it fits before it while
 * the beginning of the chain is open.
 */
export function linkEntry(chain: Chain, entry: ChainEntry): Link {
  const { startCents, balanceCents } = chain;
  const beforeCents = entry.balanceCents - entry.changeCents;
  if (balanceCents === null) {
    return fits({ startCents: beforeCents, balanceCents: entry.balanceCents });
  }
  const expectedCents = balanceCents + entry.changeCents;
  if (isClose(entry.balanceCents, expectedCents)) {
    return fits({ startCents, balanceCents: entry.balanceCents });
  }
  // A line never holds less than nothing, so such a text was not before the first one.
  const isBefore = startCents !== null && isClose(entry.balanceCents, startCents);
  if (isBefore && beforeCents >= 0) {
    return fits({ startCents: beforeCents, balanceCents });
  }
  return { kind: 'breaks', expectedCents, meaning: meaningOf(entry.balanceCents - expectedCents) };
}

function fits(chain: Chain): Link {
  return { kind: 'fits', chain };
}

/** Operators round hundredths in one place and not in another. */
function isClose(aCents: number, bCents: number): boolean {
  return Math.abs(aCents - bCents) <= 1;
}

function meaningOf(gapCents: number): Remark {
  const params = { amount_xaf: Math.round(Math.abs(gapCents) / 100) };
  return gapCents > 0 ? { code: 'line_holds_more', params } : { code: 'line_holds_less', params };
}

/**
 * The entries, of those that did not fit when they came, that fit now, in the order in which they
 * follow each other. Texts that overtake each other or come late thus mend the chain themselves.
 */
export function mendChain<Entry extends ChainEntry>(
  start: Chain,
  broken: readonly Entry[],
): { readonly chain: Chain; readonly mended: readonly Entry[] } {
  let chain = start;
  let left = [...broken];
  const mended: Entry[] = [];
  for (;;) {
    const next = left.find((entry) => linkEntry(chain, entry).kind === 'fits');
    if (next === undefined) return { chain, mended };
    const link = linkEntry(chain, next);
    if (link.kind === 'fits') chain = link.chain;
    mended.push(next);
    left = left.filter((entry) => entry !== next);
  }
}
