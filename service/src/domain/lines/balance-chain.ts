import type { Message } from '../messages/message.ts';

/**
 * A text that moved the balance of a line, in one of its readings: a text with several balances has
 * several readings, and at most one of them is true.
 */
export interface Step {
  readonly smsId: string;
  readonly beforeCents: number;
  readonly afterCents: number;
  /** The operator's time, never later than the text's arrival. */
  readonly time: Date;
  /** False if the text has no time, so `time` is when it arrived. */
  readonly tellsTime: boolean;
}

/** The steps that connect without a gap to a trusted balance. */
export interface Chain {
  /** `null` once no text is expected that the trusted balance has overtaken. */
  readonly tail: End | null;
  readonly head: End;
}

export interface End {
  readonly cents: number;
  /** The earliest time of the step that leads here, or `null` at the trusted balance itself. */
  readonly time: Date | null;
}

/** A chain without steps: the next text may start at the trusted balance, or end in it. */
export function startChain(balanceCents: number): Chain {
  const end = { cents: balanceCents, time: null };
  return { tail: end, head: end };
}

/** A text arrives within this time: one without a time, or one behind a trusted balance. */
const UNDER_WAY_MS = 15 * 60_000;

/** With an open tail, anyone who once saw that balance could forge a text that ends in it. */
export function settleChain(chain: Chain, trustedForMs: number): Chain {
  return trustedForMs > UNDER_WAY_MS ? { ...chain, tail: null } : chain;
}

/**
 * Adds the steps that connect, again and again, in any order. Steps that do not connect are left
 * out, however well they fit each other: a forger can write a gap and payments that fit it.
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
  // A line's balance is never negative, so a text that says so was not before it.
  const isPossible = step.beforeCents >= 0;
  const earliest = earliestOf(step);
  return isPossible && isClose(step.afterCents, tail.cents) && isInOrder(earliest, tail.time);
}

function earliestOf({ time, tellsTime }: Step): Date {
  return tellsTime ? time : new Date(time.getTime() - UNDER_WAY_MS);
}

/** The chain does not go back in time behind a step without a time. */
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

/** Operators round hundredths in some texts and not in others. */
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

/** What probably happened between two chains of a line, or `null` if nothing did. */
export function explainGap(before: Chain, after: Chain): Message | null {
  const gapCents = (after.tail ?? after.head).cents - before.head.cents;
  const params = { amount_xaf: Math.round(Math.abs(gapCents) / 100) };
  if (params.amount_xaf === 0) return null;
  return gapCents > 0 ? { code: 'gap_came_in', params } : { code: 'gap_went_out', params };
}
