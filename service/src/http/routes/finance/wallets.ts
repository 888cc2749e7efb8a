import { Readable } from 'node:stream';
import {
  closeBooksSchema,
  dayReportFileSchema,
  dayReportSchema,
  listClosingsSchema,
  listMoneyByDaySchema,
  listWalletsSchema,
} from '../../../contract/finance/wallets-api.ts';
import type { Queryable } from '../../../db/client.ts';
import {
  type ClosingRow,
  findOpenDays,
  listClosings,
  type OpenDays,
} from '../../../db/finance/closings.ts';
import { listWalletDays, type WalletDay } from '../../../db/finance/float.ts';
import { type Ages, type ClosingContent, nextDay } from '../../../domain/finance/closing.ts';
import {
  type DayAccount,
  type DayReport,
  doubtXaf,
  totalOf,
  toXaf,
} from '../../../domain/finance/day-report.ts';
import type { DifferenceCause } from '../../../domain/finance/wallet.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import {
  type ClosingDeps,
  closeBooks,
  findWhyNotClosed,
  type WhyNotClosed,
} from '../../../flows/finance/close-books.ts';
import { createMoneyByDay } from '../../../flows/finance/list-money-by-day.ts';
import { listWalletStandings, type WalletStanding } from '../../../flows/finance/list-wallets.ts';
import { reportDay, writeDayReport } from '../../../flows/finance/report-day.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { requestActor } from '../../staff/staff-request.ts';

interface WalletRouteDeps extends ClosingDeps {
  readonly policy: Pick<PolicySource, 'recent'>;
}

const DAYS = 30;
const MAX_CLOSINGS = 60;

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

  dayRoutes(app, database);

  app.get(
    '/internal/v1/closings',
    { schema: listClosingsSchema, config: { role: 'finance' } },
    async () => {
      const [rows, open] = await Promise.all([listClosings(database), findOpenDays(database)]);
      return {
        items: rows.slice(-MAX_CLOSINGS).toReversed().map(toClosing),
        open: toOpenDays(open),
      };
    },
  );

  app.post(
    '/internal/v1/closings',
    { schema: closeBooksSchema, config: { role: 'finance' } },
    async (request, reply) => {
      const { day = null } = request.body;
      const closed = await closeBooks({ database, seal }, day, requestActor(request));
      if (closed.length > 0) return { closed: [...closed] };
      const { kind } = await findWhyNotClosed(database, day);
      return sendProblem(reply, { code: NOT_CLOSED[kind] });
    },
  );

  app.get(
    '/internal/v1/closings/:day',
    { schema: dayReportSchema, config: { role: 'finance' } },
    async ({ params: { day } }) => toDay(await reportDay(database, day)),
  );

  app.get(
    '/internal/v1/closings/:day/file',
    { schema: dayReportFileSchema, config: { role: 'finance', isExport: true } },
    async (request, reply) => {
      const { day } = request.params;
      const { language = 'en' } = request.query;
      const file = await writeDayReport({ database }, requestActor(request), { day, language });
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${day}.xlsx"`)
        .send(Readable.from(file));
    },
  );
}

/** What moved all wallets, by day. */
function dayRoutes(app: App, database: Queryable): void {
  const moneyByDay = createMoneyByDay(database);
  app.get(
    '/internal/v1/wallets/days',
    { schema: listMoneyByDaySchema, config: { role: 'finance' } },
    async () => ({
      items: (await moneyByDay()).map(({ day, out, fees, ...moved }) => ({
        day,
        in_xaf: toXaf(moved.in),
        out_xaf: toXaf(out),
        fees_xaf: toXaf(fees),
      })),
    }),
  );
}

const NOT_CLOSED = {
  nothing_booked: 'nothing_to_close',
  closed_already: 'nothing_to_close',
  not_over: 'day_not_over',
  deposit_open: 'day_has_open_deposit',
} as const satisfies Record<WhyNotClosed['kind'], string>;

function toDay(report: DayReport) {
  const { day, signedOff, unmatched, disputed, payoutTotals } = report;
  return {
    day,
    signed_off: signedOff && { ...signedOff, at: signedOff.at.toISOString() },
    wallets: toPart(report.wallets),
    applications: toPart(report.applications),
    wallet_differences: report.walletDifferences.map(({ cents, cause, ...one }) => ({
      ...one,
      cause: cause as DifferenceCause,
      xaf: toXaf(cents),
    })),
    statement_differences: report.statementDifferences.map((one) => ({
      wallet: one.wallet,
      kind: one.kind,
      operator_tx_id: one.operatorTxId,
      xaf: doubtXaf(one),
      since: one.since.toISOString(),
    })),
    statement_differences_count: report.differenceCount,
    unmatched: toAges(unmatched),
    disputed: toAges(disputed),
    payouts: report.payouts.map((payout) => ({
      id: payout.id,
      at: payout.at.toISOString(),
      application: payout.application,
      reference: payout.reference,
      wallet: payout.wallet,
      operator_tx_id: payout.operatorTxId,
      xaf: toXaf(BigInt(payout.cents)),
      fee_xaf: toXaf(BigInt(payout.feeCents)),
      is_failed: payout.isFailed,
    })),
    payouts_count: payoutTotals.count,
    payouts_xaf: toXaf(BigInt(payoutTotals.cents)),
    payout_fees_xaf: toXaf(BigInt(payoutTotals.feeCents)),
  };
}

function toPart(accounts: readonly DayAccount[]) {
  return { items: accounts.map(toFigures), total: toFigures(totalOf(accounts, '')) };
}

function toFigures(account: DayAccount) {
  const { name, opening, out, fees, settled, other, closing } = account;
  return {
    name,
    opening_xaf: toXaf(opening),
    in_xaf: toXaf(account.in),
    out_xaf: toXaf(out),
    fees_xaf: toXaf(fees),
    settled_xaf: toXaf(settled),
    other_xaf: toXaf(other),
    closing_xaf: toXaf(closing),
  };
}

function toAges({ day, week, month, older }: Ages) {
  const [ofDay = 0, ofWeek = 0, ofMonth = 0, ofOlder = 0] = [day, week, month, older].map((cents) =>
    toXaf(BigInt(cents)),
  );
  return { day: ofDay, week: ofWeek, month: ofMonth, older: ofOlder };
}

function toOpenDays({ lastClosed, firstBooked, lastOver, waitsFor, today }: OpenDays) {
  const from = lastClosed === null ? firstBooked : nextDay(lastClosed);
  return from === null ? null : { from, last_over: lastOver, today, waits_for: waitsFor };
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
    free_xaf: one.freeCents === null ? null : toXaf(one.freeCents),
    low_xaf: one.lowXaf,
    float_level: one.level,
    per_hour_xaf: toXaf(one.perHourCents),
    empty_at: one.emptyAt?.toISOString() ?? null,
    days: days
      .filter((day) => day.wallet === wallet)
      .map(({ day, cents }) => ({ day, xaf: toXaf(cents) })),
  };
}
