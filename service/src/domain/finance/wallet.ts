import { OPERATORS, type Operator } from '../operators/operator.ts';

/** Why a wallet may differ from the books, the likeliest first. */
export const DIFFERENCE_CAUSES = [
  'none',
  'no_opening_balance',
  'moves_without_us',
  'gap_in_texts',
  'unknown',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** Who reported a balance: the texts of a line, the operator by USSD, or its interface. */
export const REPORTED_BY = ['text', 'ussd', 'provider'] as const;
export type ReportedBy = (typeof REPORTED_BY)[number];

export interface WalletFacts {
  readonly wallet: string;
  readonly reportedCents: bigint;
  readonly reportedAt: Date;
  readonly source: ReportedBy;
  readonly bookCents: bigint;
  readonly isOpened: boolean;
  readonly hasGap: boolean;
  readonly textsNotBooked: number;
}

export interface ComparedBalance {
  readonly wallet: string;
  readonly source: ReportedBy;
  readonly reportedAt: Date;
  readonly reportedCents: bigint;
  readonly bookCents: bigint;
  readonly differenceCents: bigint;
  readonly cause: DifferenceCause;
}

/** Compares the books with the reported balance, and names the cause of a difference. */
export function compareWallet(facts: WalletFacts): ComparedBalance {
  const { wallet, source, reportedAt, reportedCents, bookCents } = facts;
  const differenceCents = reportedCents - bookCents;
  const cause = differenceCents === 0n ? 'none' : causeOf(facts);
  return { wallet, source, reportedAt, reportedCents, bookCents, differenceCents, cause };
}

function causeOf({ isOpened, textsNotBooked, hasGap }: WalletFacts): DifferenceCause {
  if (!isOpened) return 'no_opening_balance';
  if (textsNotBooked > 0) return 'moves_without_us';
  return hasGap ? 'gap_in_texts' : 'unknown';
}

/** The operator of a wallet written as `<operator>:<number>`, or `null` if it is not. */
export function operatorOfWallet(wallet: string): Operator | null {
  const [name, number = ''] = wallet.split(':');
  return number === '' ? null : (OPERATORS.find((one) => one === name) ?? null);
}
