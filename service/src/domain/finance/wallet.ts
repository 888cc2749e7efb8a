import { OPERATORS, type Operator } from '../operators/operator.ts';

/** Why a wallet may differ from the books, the likeliest first. */
export const DIFFERENCE_CAUSES = [
  'none',
  'no_opening_balance',
  'read_in_between',
  'moves_without_us',
  'gap_in_texts',
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

export interface WalletFacts {
  readonly wallet: string;
  readonly reportedCents: bigint;
  readonly reportedAt: Date;
  readonly source: ReportedBy;
  /** What its operator had moved, by the books, before the balance was read. */
  readonly bookCents: bigint;
  /** What its operator moved at about that time, so that the balance may or may not contain it. */
  readonly between: readonly WalletMovement[];
  readonly isOpened: boolean;
  /** The texts of its line do not connect: money moved that no text reported. */
  readonly hasGap: boolean;
  /** What believed texts report, since it was opened, that the service does not book. */
  readonly notBooked: readonly WalletMovement[];
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
  const { isOpened, between, notBooked, hasGap } = facts;
  if (!isOpened) return 'no_opening_balance';
  if (canAddUpTo(differenceCents, between)) return 'read_in_between';
  if (canAddUpTo(differenceCents, [...between, ...notBooked])) return 'moves_without_us';
  return hasGap ? 'gap_in_texts' : 'unknown';
}

export function isExplained({ cause }: Pick<ComparedBalance, 'cause'>): boolean {
  return EXPLAINED.has(cause);
}

/** Thirteen movements of different amounts; of more, any sum within reach is taken for one. */
const MOST_SUMS = 10_000;

/** Whether some of the movements, whichever, are together this much. */
function canAddUpTo(cents: bigint, movements: readonly WalletMovement[]): boolean {
  let sums = new Set([0n]);
  for (const movement of movements) {
    sums = new Set([...sums, ...[...sums].map((sum) => sum + movement.cents)]);
    if (sums.has(cents)) return true;
    if (sums.size > MOST_SUMS) return isWithinReach(cents, movements);
  }
  return false;
}

function isWithinReach(cents: bigint, movements: readonly WalletMovement[]): boolean {
  const isOut = cents < 0n;
  const sameWay = movements.filter((movement) => movement.cents < 0n === isOut);
  const reach = sameWay.reduce((sum, movement) => sum + movement.cents, 0n);
  return isOut ? reach <= cents : reach >= cents;
}

/** The operator of a wallet written as `<operator>:<number>`, or `null` if it is not. */
export function operatorOfWallet(wallet: string): Operator | null {
  const [name, number = ''] = wallet.split(':');
  return number === '' ? null : (OPERATORS.find((one) => one === name) ?? null);
}
