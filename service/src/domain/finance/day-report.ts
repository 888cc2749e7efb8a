import type { RuleName } from '../books/rules.ts';
import { DAY_REPORT_WORDS, type ReportLanguage } from '../messages/report-words.ts';
import type { Ages, ClosedAccount, ClosedWallet } from './closing.ts';
import { type DifferenceKind, differingCents } from './line-record.ts';
import { type DifferenceCause, isExplained } from './wallet.ts';

/** One day for a finance manager: what was there, what moved, and what nothing explains. */
export interface DayReport {
  readonly day: string;
  /** `null` as long as the day is not closed: its figures may still change. */
  readonly signedOff: { readonly at: Date; readonly by: string; readonly hash: string } | null;
  readonly wallets: readonly DayAccount[];
  /** What we owe each platform, by its name. */
  readonly applications: readonly DayAccount[];
  readonly walletDifferences: readonly WalletDifference[];
  /** The oldest; `differenceCount` counts all. */
  readonly statementDifferences: readonly StatementDifferenceOfDay[];
  readonly differenceCount: number;
  readonly unmatched: Ages;
  readonly disputed: Ages;
  /** The first of the day; `payoutTotals` are of all. */
  readonly payouts: readonly DayPayout[];
  readonly payoutTotals: PayoutTotals;
}

/** Only a platform is settled with: no rule of a wallet is counted there. */
const MOVED = ['in', 'out', 'fees', 'settled', 'other'] as const;
type Moved = (typeof MOVED)[number];

/** In hundredths; positive is more in a wallet, or more that we owe. */
export interface DayAccount extends Readonly<Record<Moved, bigint>> {
  readonly name: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

export interface WalletDifference {
  readonly wallet: string;
  readonly cents: bigint;
  readonly cause: string;
  /** The first day, without a break, whose closing has it. */
  readonly since: string;
}

export interface StatementDifferenceOfDay {
  readonly wallet: string;
  readonly kind: DifferenceKind;
  readonly operatorTxId: string;
  readonly oursCents: number | null;
  readonly theirsCents: number | null;
  readonly since: Date;
}

export interface DayPayout {
  readonly id: string;
  readonly at: Date;
  readonly application: string;
  readonly reference: string;
  readonly wallet: string;
  readonly operatorTxId: string | null;
  readonly cents: string;
  readonly feeCents: string;
  /** The operator paid it, although it counts as failed. */
  readonly isFailed: boolean;
}

export interface PayoutTotals {
  readonly count: number;
  readonly cents: string;
  readonly feeCents: string;
}

/** Where a rule is counted; every other one is `other`. */
const COLUMN_OF: Readonly<Partial<Record<RuleName, Moved>>> = {
  payment_in: 'in',
  payment_named: 'in',
  payment_was_forged: 'in',
  deposit_credited: 'in',
  payout_sent: 'out',
  payout_succeeded: 'out',
  payout_failed: 'out',
  failed_payout_paid: 'out',
  fee_charged: 'fees',
  fee_named: 'fees',
  fee_was_forged: 'fees',
  fee_passed_on: 'fees',
  application_settled: 'settled',
  settlement_sent: 'settled',
  settlement_failed: 'settled',
};

/** What the report of a day counts in a column, for a query that adds up many days. */
export function rulesOf(column: Moved): readonly string[] {
  return Object.keys(COLUMN_OF).filter((rule) => COLUMN_OF[rule as RuleName] === column);
}

export interface DayMovement {
  readonly kind: string;
  readonly key: string;
  readonly rule: RuleName;
  /** Debits less credits. */
  readonly cents: string;
}

/** What we owe grows by credits, so the signs of an application's account are turned. */
export function toDayAccount(
  { kind, key, opening, closing }: ClosedAccount,
  movements: readonly DayMovement[],
  name: string,
): DayAccount {
  const sign = kind === 'wallet' ? 1n : -1n;
  const own = movements.filter((one) => one.kind === kind && one.key === key);
  return {
    name,
    opening: BigInt(opening) * sign,
    ...sumMoved(own, sign),
    closing: BigInt(closing) * sign,
  };
}

function sumMoved(movements: readonly DayMovement[], sign: 1n | -1n): Record<Moved, bigint> {
  const sumOf = (column: Moved) =>
    movements
      .filter(({ rule }) => (COLUMN_OF[rule] ?? 'other') === column)
      .reduce((sum, { cents }) => sum + BigInt(cents) * sign, 0n);
  return {
    in: sumOf('in'),
    out: sumOf('out'),
    fees: sumOf('fees'),
    settled: sumOf('settled'),
    other: sumOf('other'),
  };
}

/** What came into all wallets on a day, went out and was charged, as the report of the day has it. */
export function sumWallets(movements: readonly DayMovement[]): Record<Moved, bigint> {
  return sumMoved(
    movements.filter(({ kind }) => kind === 'wallet'),
    1n,
  );
}

export function totalOf(accounts: readonly DayAccount[], name: string): DayAccount {
  const sum = (of: (account: DayAccount) => bigint) =>
    accounts.reduce((total, account) => total + of(account), 0n);
  return {
    name,
    opening: sum(({ opening }) => opening),
    in: sum((account) => account.in),
    out: sum(({ out }) => out),
    fees: sum(({ fees }) => fees),
    settled: sum(({ settled }) => settled),
    other: sum(({ other }) => other),
    closing: sum(({ closing }) => closing),
  };
}

/** What differs at the end of the last of some closed days, the oldest first, and since when. */
export function findUnexplained(
  days: readonly { readonly day: string; readonly wallets: readonly ClosedWallet[] }[],
): readonly WalletDifference[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  return last.wallets.filter(isOpen).map(({ wallet, difference, cause }) => {
    const isFine = ({ wallets }: (typeof days)[number]) =>
      !wallets.some((one) => one.wallet === wallet && isOpen(one));
    const { day: since } = days[days.findLastIndex(isFine) + 1] ?? last;
    return { wallet, cents: BigInt(difference), cause, since };
  });
}

function isOpen({ cause }: ClosedWallet): boolean {
  return !isExplained({ cause: cause as DifferenceCause }) || cause === 'moves_without_us';
}

type Row = readonly (string | number | null)[];

/** The report as rows of a file, with a total under each part. */
export function writeDayRows(report: DayReport, language: ReportLanguage): readonly Row[] {
  const words = DAY_REPORT_WORDS[language];
  const { signedOff, payoutTotals } = report;
  const toRow = ({
    name,
    opening,
    out,
    fees,
    settled,
    other,
    closing,
    ...one
  }: DayAccount): Row => [
    name,
    ...[opening, one.in, out, fees, settled, other, closing].map(toXaf),
  ];
  const part = (name: string, accounts: readonly DayAccount[]): readonly Row[] => [
    [],
    [name, ...words.figures],
    ...accounts.map(toRow),
    toRow(totalOf(accounts, words.total)),
  ];
  return [
    [words.title, report.day],
    signedOff === null
      ? [words.open]
      : [words.signed, signedOff.by, inDouala(signedOff.at), signedOff.hash],
    ...part(words.wallet, report.wallets),
    ...part(words.application, report.applications),
    [],
    words.unexplained,
    ...unexplainedRows(report, language),
    [],
    words.payouts,
    ...report.payouts.map((payout) => [
      inDouala(payout.at),
      payout.application,
      payout.reference,
      payout.id,
      payout.wallet,
      payout.operatorTxId,
      toXaf(BigInt(payout.cents)),
      toXaf(BigInt(payout.feeCents)),
      payout.isFailed ? words.failed : null,
    ]),
    ...cutRow(report.payouts.length, payoutTotals.count, language),
    [
      words.total,
      null,
      null,
      null,
      null,
      null,
      toXaf(BigInt(payoutTotals.cents)),
      toXaf(BigInt(payoutTotals.feeCents)),
    ],
  ];
}

/** Says of a list that is not whole how much of it is there. */
function cutRow(shown: number, of: number, language: ReportLanguage): readonly Row[] {
  return shown === of ? [] : [[DAY_REPORT_WORDS[language].cut, shown, of]];
}

function unexplainedRows(report: DayReport, language: ReportLanguage): readonly Row[] {
  const words = DAY_REPORT_WORDS[language];
  const aged = (name: string, ages: Ages): readonly Row[] =>
    Object.entries(ages)
      .filter(([, cents]) => cents !== '0')
      .map(([age, cents]) => [null, name, toXaf(BigInt(cents)), words.ages[age as keyof Ages]]);
  return [
    ...report.walletDifferences.map(({ wallet, cause, cents, since }) => [
      wallet,
      cause,
      toXaf(cents),
      since,
    ]),
    ...report.statementDifferences.map((one) => [
      one.wallet,
      `${one.kind} ${one.operatorTxId}`,
      doubtXaf(one),
      inDouala(one.since),
    ]),
    ...cutRow(report.statementDifferences.length, report.differenceCount, language),
    ...aged(words.unmatched, report.unmatched),
    ...aged(words.disputed, report.disputed),
  ];
}

/** How much is in doubt: what two sides call the same amount may still not be explained. */
export function doubtXaf(difference: StatementDifferenceOfDay): number {
  return differingCents(difference) / 100;
}

export function toXaf(cents: bigint): number {
  return Number(cents) / 100;
}

/** Douala is an hour before UTC all year. */
function inDouala(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
