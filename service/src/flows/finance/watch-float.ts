import type { Queryable } from '../../db/client.ts';
import type { LowFloats } from '../../domain/access/policy-fields.ts';
import type { PolicySource } from '../access/policy.ts';
import { listWalletStandings } from './list-wallets.ts';

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
