/** What is known of a wallet, to work out how much it can pay out. */
export interface FloatFacts {
  /** The last balance from the operator or a text, or `null` before the first. */
  readonly reportedCents: bigint | null;
  readonly bookCents: bigint;
  /** Payouts that are approved but not sent. */
  readonly promisedCents: bigint;
  /** By how much the books went down over `hours`; negative if they went up. */
  readonly leftCents: bigint;
  readonly hours: number;
  readonly lowXaf: number | null;
  readonly at: Date;
}

export interface Float {
  readonly freeCents: bigint;
  /** How much leaves per hour; 0 if more comes in than leaves. */
  readonly perHourCents: bigint;
  /** `null` if it does not run empty. */
  readonly emptyAt: Date | null;
  readonly isLow: boolean;
}

const HOUR_MS = 3_600_000;
/** Beyond a year a forecast says nothing. */
const MOST_HOURS = 24n * 365n;

export function floatOf(facts: FloatFacts): Float {
  const { reportedCents, bookCents, promisedCents, leftCents, hours, lowXaf, at } = facts;
  const freeCents = (reportedCents ?? bookCents) - promisedCents;
  const perHourCents = leftCents > 0n && hours > 0 ? leftCents / BigInt(Math.ceil(hours)) : 0n;
  return {
    freeCents,
    perHourCents,
    emptyAt: emptyAt(freeCents, perHourCents, at),
    isLow: lowXaf !== null && freeCents < BigInt(lowXaf) * 100n,
  };
}

function emptyAt(freeCents: bigint, perHourCents: bigint, at: Date): Date | null {
  if (freeCents <= 0n) return at;
  if (perHourCents === 0n || freeCents / perHourCents > MOST_HOURS) return null;
  return new Date(at.getTime() + (Number(freeCents) / Number(perHourCents)) * HOUR_MS);
}
