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
import type { PolicySource } from '../access/policy.ts';

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

export interface FloatWatch {
  /** Wallets with less free money than the set minimum, at most half a minute old. */
  readonly listLow: () => Promise<readonly LowWallet[]>;
}

export interface LowWallet {
  readonly wallet: string;
  /** Below which it counts as low; what it has is a secret, and this is logged. */
  readonly lowXaf: number | null;
}

/** Health checks come often, so they share one read for a while. */
const KEPT_MS = 30_000;

export function createFloatWatch(
  database: Queryable,
  policy: Pick<PolicySource, 'recent'>,
): FloatWatch {
  let read: { readonly at: number; readonly wallets: Promise<readonly LowWallet[]> } | null = null;
  return {
    listLow: async () => {
      const { floatLowXaf: low } = await policy.recent();
      if (low.fallbackXaf === null && low.wallets.size === 0) return [];
      if (read === null || performance.now() - read.at > KEPT_MS) {
        read = { at: performance.now(), wallets: readLow(database, low) };
      }
      return read.wallets.catch(() => []);
    },
  };
}

async function readLow(database: Queryable, low: LowFloats): Promise<readonly LowWallet[]> {
  const wallets = await listWalletStandings(database, low);
  return wallets.filter(({ isLow }) => isLow).map(({ wallet, lowXaf }) => ({ wallet, lowXaf }));
}

/** Reports once when a wallet becomes low, and once when it no longer is. */
export function createLowNotices(
  watch: FloatWatch,
  hooks: { readonly onLow: (low: LowWallet) => void; readonly onEnough: (wallet: string) => void },
): () => Promise<number> {
  let before: readonly string[] = [];
  return async () => {
    const low = await watch.listLow();
    for (const one of low) if (!before.includes(one.wallet)) hooks.onLow(one);
    const now = low.map(({ wallet }) => wallet);
    for (const wallet of before) if (!now.includes(wallet)) hooks.onEnough(wallet);
    before = now;
    return 0;
  };
}
