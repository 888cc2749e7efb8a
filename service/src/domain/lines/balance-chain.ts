import type { Message } from '../messages/message.ts';

/**
 * A text that moved the balance of a line, as one of its readings has it: a text that names several
 * balances has several readings, and at most one of them is true.
 */
export interface Step {
  readonly smsId: string;
  readonly beforeCents: number;
  readonly afterCents: number;
  /** The operator's time, and never later than when the text came. */
  readonly time: Date;
  /** False: the text does not say it, so that the time is when it came. */
  readonly tellsTime: boolean;
}

/** The steps that connect without a gap to a trusted balance. */
export interface Chain {
  /** Null once no text is expected any more that the trusted balance has overtaken. */
  readonly tail: End | null;
  readonly head: End;
}

export interface End {
  readonly cents: number;
  /**
   * Of the step that leads there, the earliest that it may have been; null at the trusted balance
   * itself.
   */
  readonly time: Date | null;
}

/** A chain without steps: the next text may start at the trusted balance, or end in it. */
export function startChain(balanceCents: number): Chain {
  const end = { cents: balanceCents, time: null };
  return { tail: end, head: end };
}

/** A text comes within this time: one that tells no time, or that a trusted balance has overtaken. */
const UNDER_WAY_MS = 15 * 60_000;

/** If the tail stayed open, somebody who once saw that balance could forge a text that ends in it. */
export function settleChain(chain: Chain, trustedForMs: number): Chain {
  return trustedForMs > UNDER_WAY_MS ? { ...chain, tail: null } : chain;
}

/**
 * Adds the steps that connect, again and again, in whatever order they came. What does not connect
 * is left, however well it fits among itself: a forger can write a gap and payments that fit it.
 */
export function joinSteps<S extends Step>(
  start: Chain,
  steps: readonly S[],
): { readonly chain: Chain; readonly joined: readonly S[] } {
  let chain = start;
  let left = steps.toSorted((a, b) => a.time.getTime() - b.time.getTime());
  const joined: S[] = [];
  for (;;) {
    const { head, tail } = chain;
    const next = left.find((step) => leads(head, step));
    const found = next ?? left.findLast((step) => tail !== null && ends(step, tail));
    if (found === undefined) return { chain, joined };
    const { beforeCents, afterCents, time } = found;
    chain =
      next === undefined
        ? { head, tail: { cents: beforeCents, time } }
        : { tail, head: { cents: afterCents, time: laterOf(head.time, found) } };
    joined.push(found);
    left = left.filter(({ smsId }) => smsId !== found.smsId);
  }
}

function leads(head: End, step: Step): boolean {
  return isClose(step.beforeCents, head.cents) && isInOrder(head.time, step.time);
}

function ends(step: Step, tail: End): boolean {
  // A line never has less than nothing, so a text that says so was not before it.
  const isPossible = step.beforeCents >= 0;
  const earliest = earliestOf(step);
  return isPossible && isClose(step.afterCents, tail.cents) && isInOrder(earliest, tail.time);
}

function earliestOf({ time, tellsTime }: Step): Date {
  return tellsTime ? time : new Date(time.getTime() - UNDER_WAY_MS);
}

/** The chain does not go back in time behind a step that does not tell its own. */
function laterOf(headTime: Date | null, step: Step): Date {
  const earliest = earliestOf(step);
  return !step.tellsTime && headTime !== null && headTime > earliest ? headTime : earliest;
}

/** Some ids name only the minute, and the clocks of operators' machines differ. */
const STEPS_OUT_OF_ORDER_MS = 120_000;

/**
 * The balances of a line follow the operator's time. Without this, forged texts could be sent ahead
 * in thousands, and one of them would fit when the line happens to pass its balance.
 */
function isInOrder(first: Date | null, second: Date | null): boolean {
  if (first === null || second === null) return true;
  return first.getTime() - STEPS_OUT_OF_ORDER_MS <= second.getTime();
}

/** Operators round hundredths in one place and not in another. */
export const ROUNDING_CENTS = 1;

function isClose(aCents: number, bCents: number): boolean {
  return Math.abs(aCents - bCents) <= ROUNDING_CENTS;
}

/** What a text may mean that does not connect to the end of the chain. */
export function doubtBalance(headCents: number, beforeCents: number): Message {
  const gapCents = beforeCents - headCents;
  const params = { amount_xaf: Math.round(Math.abs(gapCents) / 100) };
  return gapCents > 0 ? { code: 'line_holds_more', params } : { code: 'line_holds_less', params };
}

/** What probably was between two chains of a line; null when nothing was. */
export function explainGap(before: Chain, after: Chain): Message | null {
  const gapCents = (after.tail ?? after.head).cents - before.head.cents;
  const params = { amount_xaf: Math.round(Math.abs(gapCents) / 100) };
  if (params.amount_xaf === 0) return null;
  return gapCents > 0 ? { code: 'gap_came_in', params } : { code: 'gap_went_out', params };
}
