import type { Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listPayoutWallets, listWallets } from '../../db/finance/float.ts';
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
  const unmoved = compared
    .filter(({ wallet }) => wallets.every((one) => one.wallet !== wallet))
    .map(({ wallet }) => ({ ...NOT_MOVED, wallet }));
  return [...wallets, ...unmoved].map(({ wallet, bookCents, promisedCents, leftCents, hours }) => {
    const facts = compared.find((one) => one.wallet === wallet);
    const reported = facts === undefined ? null : compareWallet(facts);
    const lowXaf = lowXafOf(low, wallet);
    const known = { reported, bookCents, promisedCents, leftCents, hours, lowXaf, at };
    return { wallet, bookCents, promisedCents, lowXaf, reported, ...floatOf(known) };
  });
}

/** A balance may be reported before the first payment. */
const NOT_MOVED = { bookCents: 0n, promisedCents: 0n, leftCents: 0n, hours: 0 } as const;

export interface FloatWatch {
  /** Every wallet, at most two seconds old. */
  readonly list: () => Promise<readonly WalletStanding[]>;
  /** Wallets with less free money than the set minimum, at most half a minute old. */
  readonly listLow: () => Promise<readonly LowWallet[]>;
}

export interface LowWallet {
  readonly wallet: string;
  /** Below which it counts as low; what it has is a secret, and this is logged. */
  readonly lowXaf: number | null;
}

/** Health checks come often, and a hundred approvals are looked at together: they share a read. */
const KEPT_FOR_HEALTH_MS = 30_000;
const KEPT_FOR_PEOPLE_MS = 2_000;

export function createFloatWatch(
  database: Queryable,
  policy: Pick<PolicySource, 'recent'>,
): FloatWatch {
  let kept: { readonly at: number; readonly wallets: Promise<readonly WalletStanding[]> } | null =
    null;
  const list = (low: LowFloats, keptMs: number) => {
    if (kept === null || performance.now() - kept.at > keptMs) {
      const wallets = listWalletStandings(database, low);
      kept = { at: performance.now(), wallets };
      wallets.catch(() => {
        kept = null;
      });
    }
    return kept.wallets;
  };
  return {
    list: async () => list((await policy.recent()).floatLowXaf, KEPT_FOR_PEOPLE_MS),
    listLow: async () => {
      const { floatLowXaf: low } = await policy.recent();
      if (low.fallbackXaf === null && low.wallets.size === 0) return [];
      const wallets = await list(low, KEPT_FOR_HEALTH_MS).catch(() => []);
      return wallets.filter(({ level }) => level === 'low');
    },
  };
}

export interface PayoutFloat extends Pick<Float, 'freeCents' | 'level'> {
  readonly channelId: string;
  readonly wallet: string;
  readonly reported: ComparedBalance | null;
}

/** The float of the wallet out of which each of these channels pays: the one figure of it. */
export async function listPayoutFloats(
  deps: { readonly database: Queryable; readonly floatWatch: Pick<FloatWatch, 'list'> },
  channelIds: readonly string[],
): Promise<readonly PayoutFloat[]> {
  const [wallets, standings] = await Promise.all([
    listPayoutWallets(deps.database, channelIds),
    deps.floatWatch.list(),
  ]);
  return wallets.map(({ channelId, wallet }) => {
    const standing = standings.find((one) => one.wallet === wallet);
    const { freeCents = null, level = 'unknown', reported = null } = standing ?? {};
    return { channelId, wallet, freeCents, level, reported };
  });
}

/** Reports once when a wallet becomes low, and once when it no longer is. */
export function createLowNotices(
  watch: Pick<FloatWatch, 'listLow'>,
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
