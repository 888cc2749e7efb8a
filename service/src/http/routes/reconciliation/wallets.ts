import { listWalletsSchema } from '../../../contract/reconciliation/wallets-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { listWalletDays, type WalletDay } from '../../../db/reconciliation/float.ts';
import type { LowFloats } from '../../../domain/reconciliation/float.ts';
import {
  listWalletStandings,
  type WalletStanding,
} from '../../../flows/reconciliation/list-wallets.ts';
import type { App } from '../../app.ts';

interface WalletRouteDeps {
  readonly database: Queryable;
  readonly floatLowXaf: LowFloats;
}

const DAYS = 30;

export function walletRoutes(app: App, { database, floatLowXaf }: WalletRouteDeps): void {
  app.get(
    '/internal/v1/wallets',
    { schema: listWalletsSchema, config: { role: 'finance' } },
    async () => {
      const [wallets, days] = await Promise.all([
        listWalletStandings(database, floatLowXaf),
        listWalletDays(database, { days: DAYS }),
      ]);
      return { items: wallets.map((one) => toWallet(one, days)) };
    },
  );
}

function toWallet(one: WalletStanding, days: readonly WalletDay[]) {
  const { wallet, told } = one;
  return {
    wallet,
    book_xaf: toXaf(one.bookCents),
    told: told && {
      xaf: toXaf(told.toldCents),
      at: told.toldAt.toISOString(),
      source: told.source,
      difference_xaf: toXaf(told.differenceCents),
      cause: told.cause,
    },
    promised_xaf: toXaf(one.promisedCents),
    free_xaf: toXaf(one.freeCents),
    low_xaf: one.lowXaf,
    is_low: one.isLow,
    per_hour_xaf: toXaf(one.perHourCents),
    empty_at: one.emptyAt?.toISOString() ?? null,
    days: days
      .filter((day) => day.wallet === wallet)
      .map(({ day, cents }) => ({ day, xaf: toXaf(cents) })),
  };
}

export function toXaf(cents: bigint): number {
  return Number(cents) / 100;
}
