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
  readonly cameAt: Date;
  /** The same in all texts about one number, amount and direction; `null` in those of release 0.2. */
  readonly about: number | null;
}

/** What a line has at a moment. */
export interface End {
  readonly cents: number;
  readonly time: Date;
}

/** The steps that connect without a gap to a trusted balance. */
export interface Chain {
  /** The trusted balance that its steps start from. */
  readonly start: End;
  readonly head: End;
  /** Oldest first. */
  readonly gaps: readonly OpenGap[];
}

/** Money moved before a trusted balance was read, and texts that explain it may still come. */
export interface OpenGap {
  /** The last step that was believed before, or `null` if the line was just opened. */
  readonly from: End | null;
  /** The trusted balance, or the start of the earliest text that leads to it. */
  readonly to: End;
  readonly readAt: Date;
}

/** A text arrives within this time: one without a time, or one behind a trusted balance. */
export const TEXT_ARRIVES_WITHIN_MS = 15 * 60_000;

/** A text that comes later than this does not explain a gap by itself. */
const MAX_GAP_AGE_MS = 24 * 3_600_000;
const MAX_GAPS = 24;

/** The next text may start at the trusted balance; what came before it may explain the gap. */
export function startChain(read: End, before: Chain | null): Chain {
  const isRecent = ({ readAt }: OpenGap) => isWithin(readAt, read.time, MAX_GAP_AGE_MS);
  const gap = { from: before?.head ?? null, to: read, readAt: read.time };
  const gaps = [...(before?.gaps.filter(isRecent) ?? []), gap];
  return { start: read, head: read, gaps: gaps.slice(-MAX_GAPS) };
}

interface Grown<S extends Step> {
  readonly chain: Chain;
  readonly joined: readonly S[];
}

/**
 * Adds the steps that connect, again and again, in any order. Steps that do not connect are left
 * out, however well they fit each other: a forger can write a gap and payments that fit it.
 */
export function joinSteps<S extends Step>(start: Chain, steps: readonly S[]): Grown<S> {
  let chain = start;
  let left = steps.toSorted((a, b) => a.time.getTime() - b.time.getTime());
  const joined: S[] = [];
  for (;;) {
    const grown = leadOn(chain, left) ?? endInGap(chain, left) ?? bridgeGap(chain, left);
    if (grown === null) return { chain, joined };
    chain = grown.chain;
    joined.push(...grown.joined);
    const passed = new Set(grown.joined.map(({ smsId }) => smsId));
    left = left.filter(({ smsId }) => !passed.has(smsId));
  }
}

/** The next step after the newest one. */
function leadOn<S extends Step>(chain: Chain, steps: readonly S[]): Grown<S> | null {
  const found = steps.find((step) => leads(chain.head, step));
  if (found === undefined) return null;
  const head = { cents: found.afterCents, time: laterOf(chain.head.time, found) };
  return { chain: { ...chain, head }, joined: [found] };
}

/** No step is older than what it starts from, a trusted balance or another step. */
function leads(head: End, step: Step): boolean {
  return isClose(step.beforeCents, head.cents) && isInOrder(head.time, step.time);
}

/** A text that a trusted balance has overtaken, or that waited for it. */
function endInGap<S extends Step>(chain: Chain, steps: readonly S[]): Grown<S> | null {
  for (const gap of chain.gaps) {
    const found = steps.findLast((step) => ends(step, gap));
    if (found === undefined) continue;
    const to = { cents: found.beforeCents, time: found.time };
    return { chain: withGap(chain, gap, { ...gap, to }), joined: [found] };
  }
  return null;
}

function ends(step: Step, gap: OpenGap): boolean {
  return mayEnd(step, gap) && isClose(step.afterCents, gap.to.cents);
}

/** Later, anyone who once saw the balance could forge a text that ends in it. */
function mayEnd(step: Step, { from, to, readAt }: OpenGap): boolean {
  const isInTime = step.cameAt.getTime() <= readAt.getTime() + TEXT_ARRIVES_WITHIN_MS;
  // A line's balance is never negative, so a text that says so was not before it.
  const isPossible = step.beforeCents >= 0;
  return isInTime && isPossible && isBetween(from, to, step);
}

function isBetween(from: End | null, to: End, step: Step): boolean {
  const isAfterLast = from === null || isInOrder(from.time, step.time);
  return isAfterLast && isInOrder(earliestOf(step), to.time);
}

/** However late they come, texts that together lead over the whole gap explain it. */
function bridgeGap<S extends Step>(chain: Chain, steps: readonly S[]): Grown<S> | null {
  for (const gap of chain.gaps) {
    if (gap.from === null) continue;
    const joined = findWay(gap.from, gap.to, steps);
    if (joined.length === 0) continue;
    return { chain: withGap(chain, gap, { ...gap, to: gap.from }), joined };
  }
  return null;
}

/** More than the texts of a day; a forger could make the search among equal balances endless. */
const MAX_TRIED = 10_000;

/** The longest way among those tried; of steps that start at one balance the earliest goes first. */
function findWay<S extends Step>(from: End, to: End, steps: readonly S[]): readonly S[] {
  const fitting = steps.filter((step) => isBetween(from, to, step));
  // Nothing has to be tried if nothing arrives, which is so for nearly every text.
  if (!fitting.some(({ afterCents }) => isClose(afterCents, to.cents))) return [];
  const way: S[] = [];
  const passed = new Set<string>();
  let [longest, tried]: [readonly S[], number] = [[], 0];
  const extendFrom = (at: End): void => {
    if (way.length > longest.length && isClose(at.cents, to.cents)) longest = [...way];
    for (const step of fitting) {
      if (passed.has(step.smsId) || !leads(at, step)) continue;
      tried += 1;
      if (tried > MAX_TRIED || longest.length === fitting.length) return;
      way.push(step);
      passed.add(step.smsId);
      extendFrom({ cents: step.afterCents, time: laterOf(at.time, step) });
      passed.delete(step.smsId);
      way.pop();
    }
  };
  extendFrom(from);
  return longest;
}

function withGap(chain: Chain, gap: OpenGap, changed: OpenGap): Chain {
  return { ...chain, gaps: chain.gaps.map((one) => (one === gap ? changed : one)) };
}

function earliestOf({ time, tellsTime }: Step): Date {
  return tellsTime ? time : new Date(time.getTime() - TEXT_ARRIVES_WITHIN_MS);
}

/** The chain does not go back in time behind a step without a time. */
function laterOf(headTime: Date, step: Step): Date {
  const earliest = earliestOf(step);
  return !step.tellsTime && headTime > earliest ? headTime : earliest;
}

/** Some ids name only the minute, and the clocks of operators' machines differ. */
export const STEPS_OUT_OF_ORDER_MS = 120_000;

/**
 * The balances of a line follow the operator's time. Without this, forged texts could be sent ahead
 * in thousands, and one of them would fit when the line happens to pass its balance.
 */
function isInOrder(first: Date, second: Date): boolean {
  return first.getTime() - STEPS_OUT_OF_ORDER_MS <= second.getTime();
}

/**
 * The line went on without a text, in whichever of these readings: all are older than what it has
 * now and lie in no gap that is still open, so no other text lets it join any more.
 */
export function isLeftBehind(
  { head, gaps }: Pick<Chain, 'head' | 'gaps'>,
  readings: readonly Step[],
): boolean {
  const mayJoin = (step: Step) =>
    isInOrder(head.time, step.time) || gaps.some((gap) => mayExplain(step, gap));
  return readings.length > 0 && !readings.some(mayJoin);
}

function mayExplain(step: Step, gap: OpenGap): boolean {
  const { from, to } = gap;
  return mayEnd(step, gap) || (from !== null && isBetween(from, to, step));
}

function isWithin(first: Date, second: Date, ms: number): boolean {
  return Math.abs(first.getTime() - second.getTime()) <= ms;
}

/** Operators round hundredths in some texts and not in others. */
const ROUNDING_CENTS = 1;

export function isClose(aCents: number, bCents: number): boolean {
  return Math.abs(aCents - bCents) <= ROUNDING_CENTS;
}

/**
 * Where a trusted balance lies among the newest steps of a chain, in whatever order they are given:
 * `null` if it does not. It confirms the steps before it, also those that led to the start of the
 * chain, and none behind it: read two minutes after a text, it may still be the balance before it.
 * A payment is proven by a balance that was read after its text came and lies behind it, unless the
 * line came back to where it was before the payment.
 */
export function findOnChain<S extends Step>(
  chain: Chain,
  steps: readonly S[],
  read: End,
): { readonly proven: readonly S[]; readonly confirmed: readonly S[] } | null {
  const way = walkBack(chain, steps);
  const nodes = [
    way[0]?.beforeCents ?? chain.head.cents,
    ...way.map(({ afterCents }) => afterCents),
  ];
  const isThere = (cents: number) => isClose(cents, read.cents);
  const node = nodes.findIndex((cents, place) => {
    const next = way[place];
    const isBeforeNext = next === undefined || isInOrder(read.time, next.time);
    return isThere(cents) && isBeforeNext;
  });
  if (node < 0) return null;
  const leading = walkToStart(chain, steps, { way, from: nodes[0] ?? chain.head.cents });
  const needed = withoutLoops([...leading, ...way.slice(0, nodes.findIndex(isThere))]);
  const cameBefore = ({ cameAt }: S) => cameAt <= read.time;
  // The sender of a text that came after the first reading may have seen that balance.
  const showedIt = (step: S) => !leading.includes(step) || step.cameAt <= chain.start.time;
  return {
    proven: needed.filter((step) => cameBefore(step) && showedIt(step)),
    confirmed: [...leading, ...way.slice(0, node)].filter(cameBefore),
  };
}

/** The steps that led to the balance that a chain starts from, oldest first. */
function walkToStart<S extends Step>(
  { start }: Chain,
  steps: readonly S[],
  { way, from }: { readonly way: readonly S[]; readonly from: number },
): readonly S[] {
  const before = steps.filter(
    (step) => !way.includes(step) && isInOrder(earliestOf(step), start.time),
  );
  return walk(before, { from, to: null });
}

/**
 * The steps that a way needs: a forger who knows the balance can write money that comes and leaves
 * again, and what moves later says nothing about it.
 */
function withoutLoops<S extends Step>(way: readonly S[]): readonly S[] {
  const needed: S[] = [];
  for (const step of way) {
    const loop = needed.findIndex(({ beforeCents }) => isClose(beforeCents, step.afterCents));
    if (loop < 0) needed.push(step);
    else needed.splice(loop);
  }
  return needed;
}

/** Of the steps that a new balance lets join, those that lead to it: they came before it was read. */
export function findLeading<S extends Step>(chain: Chain, joined: readonly S[], read: End) {
  const later = walkBack(chain, joined);
  const leading = joined.filter((step) => step.cameAt <= read.time && !later.includes(step));
  const way = walk(leading, { from: read.cents, to: null });
  const needed = withoutLoops(way);
  return leading.filter((step) => needed.includes(step) || !way.includes(step));
}

/** The newest steps, which came when the balance was read or later: the next one shows them. */
export function findUndecided<S extends Step>(chain: Chain, steps: readonly S[], read: End) {
  return walkBack(chain, steps).filter(({ cameAt }) => isInOrder(read.time, cameAt));
}

/** The given steps from the start to the head, as far back as they go, oldest first. */
function walkBack<S extends Step>({ start, head }: Chain, steps: readonly S[]): readonly S[] {
  const isAtStart = head.time.getTime() === start.time.getTime() && head.cents === start.cents;
  if (isAtStart) return [];
  return walk(steps, { from: head.cents, to: start.cents });
}

/** Back from one balance to another, or as far as the steps go; oldest first. */
function walk<S extends Step>(
  steps: readonly S[],
  { from, to }: { readonly from: number; readonly to: number | null },
): readonly S[] {
  const way: S[] = [];
  let left = steps.toSorted((a, b) => a.time.getTime() - b.time.getTime());
  let cents = from;
  do {
    const found = left.findLast(({ afterCents }) => isClose(afterCents, cents));
    if (found === undefined) break;
    way.unshift(found);
    cents = found.beforeCents;
    left = left.filter((step) => step !== found);
  } while (to === null || !isClose(cents, to));
  return way;
}

/** What probably happened in the newest gap of a line, or `null` if nothing did. */
export function explainGap({ gaps }: Chain): Message | null {
  const { from = null, to = null } = gaps.at(-1) ?? {};
  if (from === null || to === null) return null;
  const gapCents = to.cents - from.cents;
  const params = { amount_xaf: Math.round(Math.abs(gapCents) / 100) };
  if (params.amount_xaf === 0) return null;
  return gapCents > 0 ? { code: 'gap_came_in', params } : { code: 'gap_went_out', params };
}
