import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listSeenPrefixes } from '../../db/finance/figures.ts';
import { listWallets } from '../../db/finance/float.ts';
import { LAST_XACTS, listComparedWallets } from '../../db/finance/wallets.ts';
import { type LowFloats, lowXafOf } from '../../domain/access/policy-fields.ts';
import { type Float, floatOf } from '../../domain/finance/float.ts';
import {
  type ComparedPrefix,
  comparePrefixes,
  proposeTable,
} from '../../domain/finance/number-evidence.ts';
import { type ComparedBalance, compareWallet } from '../../domain/finance/wallet.ts';
import type { PrefixTable } from '../../domain/msisdn.ts';
import { formatPrefixTable } from '../../domain/prefix-table.ts';
import { firstIdAt } from '../../domain/uuid-time.ts';

export interface WalletStanding extends Float {
  readonly wallet: string;
  readonly bookCents: bigint;
  readonly promisedCents: bigint;
  readonly lowXaf: number | null;
  /** The last reported balance against the books of that moment, or `null` if none was reported. */
  readonly reported: ComparedBalance | null;
}

/** Every wallet: what should be in it, what is, what is promised, and how long it lasts. */
export async function listWalletStandings(
  database: Queryable,
  low: LowFloats,
): Promise<readonly WalletStanding[]> {
  const [wallets, compared, at] = await Promise.all([
    listWallets(database),
    listComparedWallets(database, { lastXacts: LAST_XACTS }),
    findClock(database),
  ]);
  return wallets.map(({ wallet, bookCents, promisedCents, leftCents, hours }) => {
    const facts = compared.find((one) => one.wallet === wallet);
    const reported = facts === undefined ? null : compareWallet(facts);
    const lowXaf = lowXafOf(low, wallet);
    const reportedCents = reported?.reportedCents ?? null;
    const known = { reportedCents, bookCents, promisedCents, leftCents, hours, lowXaf, at };
    return { wallet, bookCents, promisedCents, lowXaf, reported, ...floatOf(known) };
  });
}

interface NumbersReport {
  readonly prefixes: readonly ComparedPrefix[];
  /** The value that the setting should have, or `null` if nothing contradicts the present one. */
  readonly proposal: string | null;
}

const DAY_MS = 86_400_000;

/** What the last days say about the table of prefixes. Changes nothing. */
export async function reportNumbers(
  { database, table }: { readonly database: Queryable; readonly table: PrefixTable },
  { days }: { readonly days: number },
): Promise<NumbersReport> {
  const since = new Date((await findClock(database)).getTime() - days * DAY_MS);
  const seen = await listSeenPrefixes(database, { firstId: firstIdAt(since) });
  const prefixes = comparePrefixes(table, seen);
  const proposed = proposeTable(table, prefixes);
  return { prefixes, proposal: proposed === null ? null : formatPrefixTable(proposed) };
}
