/** What an application has with us, in whole XAF. */
export interface ApplicationMoney {
  /** What we owe it; negative if it has been paid more than it had. */
  readonly owedXaf: number;
  /** Its payouts that are approved and not sent yet. */
  readonly promisedXaf: number;
  /** How far its payouts may go beyond what it has, or `null` for no limit. */
  readonly creditXaf: number | null;
  /** No other platform has an account in the books: it can spend nobody else's money. */
  readonly isOnly: boolean;
}

/** Of an application whose row is not as the service wrote it: it has nothing, and no credit. */
export const UNKNOWN_MONEY: ApplicationMoney = {
  owedXaf: 0,
  promisedXaf: 0,
  creditXaf: 0,
  isOnly: false,
};

export type MoneyLimits = Pick<ApplicationMoney, 'creditXaf' | 'isOnly'>;

/** Whether its payouts depend on what it has. */
export function isLimited({ creditXaf, isOnly }: MoneyLimits): boolean {
  return creditXaf !== null && !isOnly;
}

/** What can still be paid out for the application, or `null` without a limit. */
export function findAvailableXaf(money: ApplicationMoney): number | null {
  if (!isLimited(money) || money.creditXaf === null) return null;
  return money.owedXaf - money.promisedXaf + money.creditXaf;
}

/** Whether a payout is more than its application has, with its credit line. */
export function isBeyondMoney(money: ApplicationMoney | null, amountXaf: number): boolean {
  const availableXaf = money && findAvailableXaf(money);
  return availableXaf !== null && amountXaf > availableXaf;
}

/** Whether an application may spend more than before. */
export function loosensCredit(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** One settlement of an application for each reference of the bank or operator. */
export function settlementCause(applicationId: string, reference: string): string {
  return `settlement:${applicationId}:${reference}`;
}

/** A settlement that has not left: its amount is promised from the moment it is asked for. */
export const PROMISED_SETTLEMENT = ['pending_approval', 'approved'] as const;

/** Whether a settlement that was asked for is still no more than what is owed. */
export function settlesWithin(
  money: ApplicationMoney,
  { state, amountXaf }: { readonly state: string; readonly amountXaf: number },
): boolean {
  const isPromised = PROMISED_SETTLEMENT.some((one) => one === state);
  return findUnpromisedXaf(money) >= (isPromised ? 0 : amountXaf);
}

/** What may be settled: what is owed and not promised to players, nor settled by a payout. */
export function findUnpromisedXaf({ owedXaf, promisedXaf }: ApplicationMoney): number {
  return owedXaf - promisedXaf;
}
