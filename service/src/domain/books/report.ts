import type { RuleName } from './rules.ts';

/** An entry of one account, with everything that finance needs. */
export interface ReportedEntry {
  readonly bookedAt: Date;
  readonly valueAt: Date;
  readonly rule: RuleName;
  readonly cause: string;
  /** Debits less credits. */
  readonly cents: string;
  readonly otherAccount: string;
  readonly operatorTxId: string | null;
  readonly transactionId: string | null;
  readonly reference: string | null;
  readonly application: string | null;
  readonly direction: string | null;
  readonly state: string | null;
  readonly playerId: string | null;
  readonly createdAt: Date | null;
  readonly settledAt: Date | null;
  readonly feeCents: string | null;
  readonly approvedBy: string | null;
}

type Cell = string | number | null;

/** The columns of a report, in their order. */
const COLUMNS = {
  booked_at: ({ bookedAt }) => bookedAt.toISOString(),
  value_at: ({ valueAt }) => valueAt.toISOString(),
  event: ({ rule }) => rule,
  operator_id: ({ operatorTxId }) => operatorTxId,
  our_id: ({ transactionId }) => transactionId,
  reference: ({ reference }) => reference,
  application: ({ application }) => application,
  player_id: ({ playerId }) => playerId,
  direction: ({ direction }) => direction,
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt?.toISOString() ?? null,
  settled_at: ({ settledAt }) => settledAt?.toISOString() ?? null,
  fee_xaf: ({ feeCents }) => (feeCents === null ? null : toXaf(BigInt(feeCents))),
  approved_by: ({ approvedBy }) => approvedBy,
  other_account: ({ otherAccount }) => otherAccount,
  cause: ({ cause }) => cause,
} as const satisfies Record<string, (entry: ReportedEntry) => Cell>;

/** The column names; the last two are the change and the balance after it. */
export const REPORT_HEADER: readonly string[] = [
  ...Object.keys(COLUMNS),
  'change_xaf',
  'balance_xaf',
];

/**
 * Writes entries as rows with a running balance. What we owe an application grows by credits, so
 * its signs are flipped: positive always means more to a reader.
 */
export function startReport(account: {
  readonly kind: 'wallet' | 'application';
  readonly openingCents: bigint;
}): (entry: ReportedEntry) => readonly Cell[] {
  const sign = account.kind === 'wallet' ? 1n : -1n;
  let balance = account.openingCents * sign;
  return (entry) => {
    const change = BigInt(entry.cents) * sign;
    balance += change;
    const cells = Object.values(COLUMNS).map((cell) => cell(entry));
    return [...cells, toXaf(change), toXaf(balance)];
  };
}

function toXaf(cents: bigint): number {
  return Number(cents) / 100;
}
