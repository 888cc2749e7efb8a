import type { Direction } from '../payment-kinds.ts';

// A rehearsal with a provider: a little money in and back, compared with what we assume of it.

/** What is looked at of each payment; the page of assumptions has a row for each. */
export const TRIAL_POINTS = ['answer', 'callback', 'text', 'id', 'fee', 'balance', 'time'] as const;
export type TrialPoint = (typeof TRIAL_POINTS)[number];

export const TRIAL_OUTCOMES = ['verified', 'differs', 'not_seen'] as const;
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

export interface TrialRow {
  readonly direction: Direction;
  readonly point: TrialPoint;
  readonly outcome: TrialOutcome;
  /** A state, an id or a figure; no words, since people read it in two languages. */
  readonly found: string | null;
}

/** The least that operators take. */
export const TRIAL_XAF = 100;

/** What is known of one of the two payments. */
export interface TrialFacts {
  readonly state: string;
  readonly hasEnded: boolean;
  readonly callbacks: number;
  /** What the operator's text says was paid. */
  readonly textXaf: number | null;
  readonly operatorTxId: string | null;
  /** What a status or a text says was kept. */
  readonly feeCents: number | null;
  /** How the balance that the provider reports has changed, or `null` if it reports none. */
  readonly balanceChangeXaf: number | null;
  /** Deposits come to another account than the one whose balance is reported. */
  readonly hasPayoutWallet: boolean;
  /** From sending to the end. */
  readonly tookMs: number | null;
}

/** How long a prompt lives, and how long a person at a counter would wait. */
const MAX_MS = 300_000;

type Judged = Pick<TrialRow, 'outcome' | 'found'>;

/** Compares a payment with the rows of the page; without facts nothing was seen. */
export function compareTrial(direction: Direction, facts: TrialFacts | null): readonly TrialRow[] {
  return TRIAL_POINTS.map((point) => ({
    direction,
    point,
    ...(facts === null ? NOT_SEEN : judge(direction, point, facts)),
  }));
}

const NOT_SEEN: Judged = { outcome: 'not_seen', found: null };

function judge(direction: Direction, point: TrialPoint, facts: TrialFacts): Judged {
  const { state, hasEnded } = facts;
  if (point === 'answer') {
    if (state === 'succeeded') return { outcome: 'verified', found: state };
    return { outcome: hasEnded ? 'differs' : 'not_seen', found: state };
  }
  return state === 'succeeded' ? JUDGES[point](facts, direction) : NOT_SEEN;
}

const JUDGES: Readonly<
  Record<Exclude<TrialPoint, 'answer'>, (facts: TrialFacts, direction: Direction) => Judged>
> = {
  callback: ({ callbacks }) => (callbacks === 0 ? NOT_SEEN : compared(true, `${callbacks}`)),
  text: ({ textXaf }) => (textXaf === null ? NOT_SEEN : compared(textXaf === TRIAL_XAF, textXaf)),
  id: ({ operatorTxId }) => compared(operatorTxId !== null, operatorTxId),
  fee: (facts, direction) => {
    const keptXaf = keptOf(facts, direction);
    const said = facts.feeCents === null ? null : facts.feeCents / 100;
    if (keptXaf === null) return said === null ? NOT_SEEN : compared(true, said);
    // Balances are whole francs.
    return isPlausible(keptXaf)
      ? compared(Math.abs(keptXaf - (said ?? 0)) < 1, said ?? keptXaf)
      : NOT_SEEN;
  },
  balance: (facts, direction) => {
    const keptXaf = keptOf(facts, direction);
    return keptXaf === null
      ? NOT_SEEN
      : compared(isPlausible(keptXaf), signed(facts.balanceChangeXaf ?? 0));
  },
  time: ({ tookMs }) =>
    tookMs === null ? NOT_SEEN : compared(tookMs <= MAX_MS, `${Math.ceil(tookMs / 1_000)} s`),
};

/** What the balance says was kept of the payment, or `null` if it is not reported. */
function keptOf(facts: TrialFacts, direction: Direction): number | null {
  const { balanceChangeXaf, hasPayoutWallet } = facts;
  if (balanceChangeXaf === null) return null;
  if (direction === 'withdrawal') return -balanceChangeXaf - TRIAL_XAF;
  return hasPayoutWallet ? -balanceChangeXaf : TRIAL_XAF - balanceChangeXaf;
}

/** Nobody keeps more than the payment; then other money moved, or none. */
function isPlausible(keptXaf: number): boolean {
  return keptXaf >= 0 && keptXaf < TRIAL_XAF;
}

function compared(isSame: boolean, found: string | number | null): Judged {
  return {
    outcome: isSame ? 'verified' : 'differs',
    found: found === null ? null : String(found),
  };
}

function signed(xaf: number): string {
  return xaf > 0 ? `+${xaf}` : String(xaf);
}
