import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listWallets } from '../../db/finance/float.ts';
import { LAST_XACTS, listComparedWallets } from '../../db/finance/wallets.ts';
import { type LowFloats, lowXafOf } from '../../domain/access/policy-fields.ts';
import {
  type ComparedBalance,
  compareWallet,
  type Float,
  floatOf,
} from '../../domain/finance/wallet.ts';

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
