import { POOL_PREFIX } from '../books/rules.ts';
import type { FloatLevel } from '../lines/float-level.ts';
import { OPERATORS, type Operator } from '../operators/operator.ts';

/** Why a wallet may differ from the books, the likeliest first. */
export const DIFFERENCE_CAUSES = [
  'none',
  'no_opening_balance',
  'read_in_between',
  'moves_without_us',
  'gap_in_texts',
  'too_many_to_tell',
  'unknown',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** With one of these nothing is wrong, or it is known what is: the others break the proof. */
const EXPLAINED: ReadonlySet<DifferenceCause> = new Set([
  'none',
  'no_opening_balance',
  'read_in_between',
  'moves_without_us',
]);

/** Who reported a balance: the texts of a line, the operator by USSD, or its interface. */
export const REPORTED_BY = ['text', 'ussd', 'provider'] as const;
export type ReportedBy = (typeof REPORTED_BY)[number];

/** A movement of a wallet: `transaction:<id>`, `payment:<operator>:<id>` or `sms:<id>`. */
export interface WalletMovement {
  readonly subject: string;
  readonly cents: bigint;
}

export interface ReportedMovement extends WalletMovement {
  /** When its text came. */
  readonly at: Date;
}

export interface WalletFacts {
  readonly wallet: string;
  readonly reportedCents: bigint;
  readonly reportedAt: Date;
  readonly source: ReportedBy;
  /** What its operator had moved, by the books, before the balance was read. */
  readonly bookCents: bigint;
  /**
   * What its operator moved at about that time, so that the balance may or may not contain it: in
   * the order of its times, and last what has none.
   */
  readonly between: readonly WalletMovement[];
  readonly isOpened: boolean;
  /** The texts of its line do not connect: money moved that no text reported. */
  readonly hasGap: boolean;
  /** What believed texts report, since it was opened, that neither service nor people booked. */
  readonly notBooked: readonly ReportedMovement[];
  /** When its last balance that agreed with the books was reported, as far as a closing knows. */
  readonly agreedAt: Date | null;
}

export interface ComparedBalance
  extends Pick<
    WalletFacts,
    'wallet' | 'source' | 'reportedAt' | 'reportedCents' | 'bookCents' | 'between'
  > {
  readonly differenceCents: bigint;
  readonly cause: DifferenceCause;
}

/** Compares the books with the reported balance, and names the cause of a difference. */
export function compareWallet(facts: WalletFacts): ComparedBalance {
  const { wallet, source, reportedAt, reportedCents, bookCents, between } = facts;
  const differenceCents = reportedCents - bookCents;
  const cause = differenceCents === 0n ? 'none' : causeOf(facts, differenceCents);
  return { wallet, source, reportedAt, reportedCents, bookCents, between, differenceCents, cause };
}

/** What moved explains a difference only of its own amount. */
function causeOf(facts: WalletFacts, differenceCents: bigint): DifferenceCause {
  const { isOpened, between, notBooked, agreedAt, hasGap } = facts;
  if (!isOpened) return 'no_opening_balance';
  // A balance that agreed after a text came contains it, whichever way its money was booked.
  const reported = notBooked.filter(({ at }) => agreedAt === null || at > agreedAt);
  const isInBetween = canAddUpTo(differenceCents, between) === 'yes';
  if (isInBetween || isBeginning(differenceCents, between)) return 'read_in_between';
  const withoutUs = canAddUpTo(differenceCents, [...between, ...reported]);
  if (withoutUs === 'yes') return 'moves_without_us';
  if (hasGap) return 'gap_in_texts';
  return withoutUs === 'too_many' ? 'too_many_to_tell' : 'unknown';
}

export function isExplained({ cause }: Pick<ComparedBalance, 'cause'>): boolean {
  return EXPLAINED.has(cause);
}

/** Whether it is what moved first: of many movements a balance contains those before some moment. */
function isBeginning(cents: bigint, movements: readonly WalletMovement[]): boolean {
  let sum = 0n;
  return movements.some((movement) => {
    sum += movement.cents;
    return sum === cents;
  });
}

/** Thirteen movements of different amounts; sums of more make up almost any difference. */
const MAX_SUMS = 10_000;

/** Whether some of the movements, whichever, are together this much. */
function canAddUpTo(
  cents: bigint,
  movements: readonly WalletMovement[],
): 'yes' | 'no' | 'too_many' {
  let sums = new Set([0n]);
  for (const movement of movements) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + movement.cents)]);
    if (sums.has(cents)) return 'yes';
    if (sums.size > MAX_SUMS) return 'too_many';
  }
  return 'no';
}

/** Whose statements a wallet may have: a pool is of any operator. */
export function operatorsOfWallet(wallet: string): readonly Operator[] {
  if (isPool(wallet)) return OPERATORS;
  const operator = operatorOfWallet(wallet);
  return operator === null ? [] : [operator];
}

/** Whether a wallet has the money of all operators that an account of a provider serves. */
export function isPool(wallet: string): boolean {
  return wallet.startsWith(POOL_PREFIX) && wallet.length > POOL_PREFIX.length;
}

/** The operator of a wallet written as `<operator>:<number>`, or `null` if it is not. */
export function operatorOfWallet(wallet: string): Operator | null {
  const [name, number = ''] = wallet.split(':');
  return number === '' ? null : (OPERATORS.find((one) => one === name) ?? null);
}

/** What is known of a wallet, to work out how much it can pay out. */
interface FloatFacts {
  /** The last reported balance against the books of its moment, or `null` before the first. */
  readonly reported: Pick<ComparedBalance, 'differenceCents' | 'cause'> | null;
  /** By the books of now. */
  readonly bookCents: bigint;
  /** Payouts that are approved, or sent and not confirmed. */
  readonly promisedCents: bigint;
  /** By how much the books went down over `hours`; negative if they went up. */
  readonly leftCents: bigint;
  readonly hours: number;
  readonly lowXaf: number | null;
  readonly at: Date;
}

export interface Float {
  /** What can still be paid out, or `null` if its operator has reported no balance. */
  readonly freeCents: bigint | null;
  /** How much leaves per hour; 0 if more comes in than leaves. */
  readonly perHourCents: bigint;
  /** `null` if it does not run empty, or nobody knows. */
  readonly emptyAt: Date | null;
  readonly level: FloatLevel;
}

const HOUR_MS = 3_600_000;
/** Beyond a year a forecast says nothing. */
const MAX_HOURS = 24n * 365n;

/**
 * The reported balance, with what was booked since, less what is promised. What was under way when
 * the balance was read is in the difference or is promised, never both.
 */
export function floatOf(facts: FloatFacts): Float {
  const { reported, bookCents, promisedCents, leftCents, hours, lowXaf, at } = facts;
  const perHourCents = leftCents > 0n && hours > 0 ? leftCents / BigInt(Math.ceil(hours)) : 0n;
  if (reported === null) return { freeCents: null, perHourCents, emptyAt: null, level: 'unknown' };
  const { differenceCents, cause } = reported;
  const isUnderWay = cause === 'read_in_between';
  const freeCents = bookCents + (isUnderWay ? 0n : differenceCents) - promisedCents;
  const isLow = lowXaf !== null && freeCents < BigInt(lowXaf) * 100n;
  return {
    freeCents,
    perHourCents,
    emptyAt: emptyAt(freeCents, perHourCents, at),
    level: isLow ? 'low' : 'enough',
  };
}

function emptyAt(freeCents: bigint, perHourCents: bigint, at: Date): Date | null {
  if (freeCents <= 0n) return at;
  if (perHourCents === 0n || freeCents / perHourCents > MAX_HOURS) return null;
  return new Date(at.getTime() + (Number(freeCents) / Number(perHourCents)) * HOUR_MS);
}
