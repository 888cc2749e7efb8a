import { Readable } from 'node:stream';
import { appendAudit } from '../../db/access/audit.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { findClock } from '../../db/clock.ts';
import { listClosedAccounts, listClosings } from '../../db/finance/closings.ts';
import {
  countDifferencesAt,
  findCloser,
  findDisputedAges,
  findUnmatchedAges,
  listApplicationNames,
  listDayMovements,
  listDayPayouts,
  listDifferencesAt,
  sumDayPayouts,
} from '../../db/finance/day-report.ts';
import { listComparedWallets } from '../../db/finance/wallets.ts';
import {
  type ClosingContent,
  endOfDay,
  readClosing,
  toClosedWallet,
} from '../../domain/finance/closing.ts';
import {
  type DayReport,
  findUnexplained,
  toDayAccount,
  writeDayRows,
} from '../../domain/finance/day-report.ts';
import { compareWallet } from '../../domain/finance/wallet.ts';
import type { ReportLanguage } from '../../domain/messages/report-words.ts';
import { writeXlsx } from '../../spreadsheets/write-xlsx.ts';
import type { Actor } from '../access/actor.ts';

/** For more, the report of each wallet has all rows; totals are of all. */
const MAX_ROWS = { payouts: 20_000, differences: 1_000 };

/** The day as its closing has it, or as far as it is known now if it is not closed yet. */
export function reportDay(
  database: Database,
  day: string,
  most: typeof MAX_ROWS = MAX_ROWS,
): Promise<DayReport> {
  // Payments flow meanwhile: at one moment, opening and movements are the closing.
  return database.atomically(async (connection) => {
    await connection.query({ text: 'set transaction isolation level repeatable read, read only' });
    return readReport(connection, day, most);
  });
}

async function readReport(
  database: Queryable,
  day: string,
  most: typeof MAX_ROWS,
): Promise<DayReport> {
  const closings = (await listClosings(database)).filter((one) => one.day <= day);
  const closing = closings.at(-1)?.day === day ? closings.at(-1) : undefined;
  const content =
    closing === undefined ? await readOpenDay(database, day) : readClosing(closing.content);
  const { accounts = [], wallets = [], unmatched = NOTHING, disputed = NOTHING } = content;
  const movements = await listDayMovements(database, day);
  const names = await listApplicationNames(database);
  const of = (kind: string) =>
    accounts
      .filter((account) => account.kind === kind)
      .map((account) => toDayAccount(account, movements, names.get(account.key) ?? account.key));
  const before = closings.filter((one) => one.day < day);
  const days = before.map((one) => ({
    day: one.day,
    wallets: readClosing(one.content).wallets ?? [],
  }));
  const at = closing?.closedAt ?? (await findClock(database));
  return {
    day,
    signedOff: closing === undefined ? null : await signOf(database, closing),
    wallets: of('wallet'),
    applications: of('application'),
    walletDifferences: findUnexplained([...days, { day, wallets }]),
    statementDifferences: await listDifferencesAt(database, { at, limit: most.differences }),
    differenceCount: await countDifferencesAt(database, at),
    unmatched,
    disputed,
    payouts: await listDayPayouts(database, { day, limit: most.payouts }),
    payoutTotals: await sumDayPayouts(database, day),
  };
}

const NOTHING = { day: '0', week: '0', month: '0', older: '0' };

async function signOf(
  database: Queryable,
  {
    day,
    closedAt: at,
    hash,
  }: { readonly day: string; readonly closedAt: Date; readonly hash: string },
) {
  return { at, hash, by: (await findCloser(database, day)) ?? '' };
}

async function readOpenDay(database: Queryable, day: string): Promise<Partial<ClosingContent>> {
  const until = endOfDay(day);
  const compared = (await listComparedWallets(database, { until })).map(compareWallet);
  return {
    accounts: await listClosedAccounts(database, day),
    wallets: compared.map(toClosedWallet),
    unmatched: await findUnmatchedAges(database, day),
    disputed: await findDisputedAges(database, day),
  };
}

/** The report as a workbook; who took it is in the audit log. */
export async function writeDayReport(
  { database }: { readonly database: Database },
  actor: Actor,
  { day, language }: { readonly day: string; readonly language: ReportLanguage },
): Promise<AsyncGenerator<Buffer>> {
  const rows = writeDayRows(await reportDay(database, day), language);
  const what = { action: 'books.report', subject: 'books', before: null, reason: null } as const;
  const after = { day, format: 'xlsx', rows: rows.length };
  await database.atomically((connection) => appendAudit(connection, { ...actor, ...what, after }));
  return writeXlsx(Readable.from(rows));
}
