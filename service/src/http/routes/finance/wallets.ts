import {
  closeBooksSchema,
  listClosingsSchema,
  listWalletsSchema,
} from '../../../contract/finance/wallets-api.ts';
import { type ClosingRow, listClosings } from '../../../db/finance/closings.ts';
import { listWalletDays, type WalletDay } from '../../../db/finance/float.ts';
import type { ClosingContent } from '../../../domain/finance/closing.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import { type ClosingDeps, closeBooks } from '../../../flows/finance/close-books.ts';
import { listWalletStandings, type WalletStanding } from '../../../flows/finance/list-wallets.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

interface WalletRouteDeps extends ClosingDeps {
  readonly policy: Pick<PolicySource, 'recent'>;
}

const DAYS = 30;
const MOST_CLOSINGS = 60;

export function walletRoutes(app: App, { database, policy, seal }: WalletRouteDeps): void {
  app.get(
    '/internal/v1/wallets',
    { schema: listWalletsSchema, config: { role: 'finance' } },
    async () => {
      const { floatLowXaf } = await policy.recent();
      const [wallets, days] = await Promise.all([
        listWalletStandings(database, floatLowXaf),
        listWalletDays(database, { days: DAYS }),
      ]);
      return { items: wallets.map((one) => toWallet(one, days)) };
    },
  );

  app.get(
    '/internal/v1/closings',
    { schema: listClosingsSchema, config: { role: 'finance' } },
    async () => {
      const rows = await listClosings(database);
      return { items: rows.slice(-MOST_CLOSINGS).toReversed().map(toClosing) };
    },
  );

  app.post(
    '/internal/v1/closings',
    { schema: closeBooksSchema, config: { role: 'finance' } },
    async (request, reply) => {
      const { day = null } = request.body;
      const closed = await closeBooks({ database, seal }, day, requestActor(request));
      if (closed.length === 0) return sendProblem(reply, { code: 'nothing_to_close' });
      return { closed: [...closed] };
    },
  );
}

function toClosing({ day, hash, closedAt, content }: ClosingRow) {
  const { accounts, differences } = JSON.parse(content) as ClosingContent;
  const sumOf = (wanted: string) =>
    accounts
      .filter(({ kind }) => kind === wanted)
      .reduce((sum, { closing }) => sum + BigInt(closing), 0n);
  return {
    day,
    hash,
    closed_at: closedAt.toISOString(),
    wallets_xaf: toXaf(sumOf('wallet')),
    owed_xaf: toXaf(-sumOf('application')),
    unmatched_xaf: toXaf(-sumOf('unmatched')),
    disputed_xaf: toXaf(sumOf('disputed')),
    differences: differences.reduce((sum, { count }) => sum + count, 0),
  };
}

function toWallet(one: WalletStanding, days: readonly WalletDay[]) {
  const { wallet, reported } = one;
  return {
    wallet,
    book_xaf: toXaf(one.bookCents),
    told: reported && {
      xaf: toXaf(reported.reportedCents),
      at: reported.reportedAt.toISOString(),
      source: reported.source,
      difference_xaf: toXaf(reported.differenceCents),
      cause: reported.cause,
      between: reported.between.map(({ subject, cents }) => ({ subject, xaf: toXaf(cents) })),
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

function toXaf(cents: bigint): number {
  return Number(cents) / 100;
}
