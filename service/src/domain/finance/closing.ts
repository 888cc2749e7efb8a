/** What is kept of a day: everything that finance needs later, as it was known then. */
export interface ClosingContent {
  readonly day: string;
  readonly accounts: readonly ClosedAccount[];
  readonly wallets: readonly ClosedWallet[];
  readonly differences: readonly { readonly kind: string; readonly count: number }[];
  /** Money that belongs to no one yet, and money that operators reversed, by age. */
  readonly unmatched: Ages;
  readonly disputed: Ages;
}

export interface ClosedAccount {
  readonly kind: string;
  readonly key: string;
  /** Debits less credits, in hundredths, as texts: they may exceed what numbers can hold. */
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
}

/** Stored as release 0.2 stores it, and hashed: its names never change. */
export interface ClosedWallet {
  readonly wallet: string;
  readonly book: string;
  readonly told: string;
  readonly toldAt: string;
  readonly difference: string;
  readonly cause: string;
}

export const AGES = ['day', 'week', 'month', 'older'] as const;
export type Ages = Readonly<Record<(typeof AGES)[number], string>>;

/** Whether opening and movements add up to the closing, and all accounts to zero. */
export function findImbalance({ accounts }: ClosingContent): string | null {
  let sum = 0n;
  for (const { kind, key, opening, debits, credits, closing } of accounts) {
    if (BigInt(opening) + BigInt(debits) - BigInt(credits) !== BigInt(closing)) {
      return `${kind} ${key} does not add up`;
    }
    sum += BigInt(closing);
  }
  return sum === 0n ? null : 'the accounts together are not zero';
}

/** The days that can be closed now, from the first open one: those that are over. */
export function daysToClose(open: {
  readonly first: string;
  readonly last: string;
}): readonly string[] {
  const days: string[] = [];
  for (let day = open.first; day <= open.last; day = nextDay(day)) days.push(day);
  return days;
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
