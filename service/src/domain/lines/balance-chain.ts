import type { Remark } from '../remarks/remark.ts';

/** A text about money on one of our lines that names the balance after it. */
export interface ChainEntry {
  /** Money received, minus money sent and fees. */
  readonly changeCents: number;
  readonly balanceCents: number;
}

/** What is known of a line by the texts that fit together so far. */
export interface Chain {
  /** Before the first text; null without texts, and once no text may come before the first one. */
  readonly startCents: number | null;
  /** After the last text; null without texts. */
  readonly balanceCents: number | null;
}

/** Texts that arrive out of order arrive within this time of each other. */
const OVERTAKING_MS = 60_000;

/**
 * Closes the beginning of a chain after a quiet time: no text fits before the first one any more.
 * If it stayed open, a balance that somebody once saw would let a forged text fit.
 */
export function settleChain(chain: Chain, restedMs: number | null): Chain {
  const isSettled = restedMs !== null && restedMs > OVERTAKING_MS;
  return isSettled ? { ...chain, startCents: null } : chain;
}

export type Link =
  | { readonly kind: 'fits'; readonly chain: Chain }
  | { readonly kind: 'breaks'; readonly expectedCents: number; readonly meaning: Remark };

/**
 * Compares the balance in a text with what must follow from the texts before. A forger does not
 * know the balance of the line, so this separates forged texts from true ones. The first text of a
 * line cannot be compared with anything; an older one that arrives after it fits before it while
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
  // The balance of a line is never below zero, so such a text was not before the first one.
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
 * Of the entries that did not fit when they came, those that fit now, in their order. So the chain
 * repairs itself when texts come late or out of order.
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
