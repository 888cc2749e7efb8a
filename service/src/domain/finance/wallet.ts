import { OPERATORS, type Operator } from '../operators/operator.ts';

/** Why a wallet may hold something else than the books say, the likeliest first. */
export const DIFFERENCE_CAUSES = [
  'none',
  'no_opening_balance',
  'moves_without_us',
  'gap_in_texts',
  'unknown',
] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** Who told a balance: the texts of a line, the operator in a USSD session, or its interface. */
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

/** Compares what the books say with what was told, and names the cause of a difference. */
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

/** The operator of a wallet that is written `<operator>:<number>`; null: it is not. */
export function operatorOfWallet(wallet: string): Operator | null {
  const [name, number = ''] = wallet.split(':');
  return number === '' ? null : (OPERATORS.find((one) => one === name) ?? null);
}
