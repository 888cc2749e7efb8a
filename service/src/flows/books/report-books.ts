import { appendAudit } from '../../db/access/audit.ts';
import { findApplicationId } from '../../db/books/balances.ts';
import type { Days } from '../../db/books/movements.ts';
import {
  findReportStart,
  listReportedEntries,
  type ReportedAccount,
} from '../../db/books/reports.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { REPORT_HEADER, type ReportedEntry, startReport } from '../../domain/books/report.ts';
import { writeCsv } from '../../spreadsheets/write-csv.ts';
import { type Cell, writeXlsx } from '../../spreadsheets/write-xlsx.ts';
import type { Actor } from '../access/actor.ts';

export const REPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** For more rows, ask for a report of fewer days. */
const MAX_ROWS = 100_000;
const PAGE = 5_000;

export interface AskedReport extends Days {
  readonly account:
    | { readonly kind: 'wallet'; readonly wallet: string }
    | { readonly kind: 'application'; readonly name: string };
  readonly format: ReportFormat;
}

export type AccountReport =
  | { readonly kind: 'no_account' }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'report'; readonly file: AsyncGenerator<Buffer> };

/** The movements of one account, as a file that is written while it is read. */
export async function reportBooks(
  deps: { readonly database: Database; readonly replica?: Queryable },
  actor: Actor,
  asked: AskedReport,
): Promise<AccountReport> {
  const database = deps.replica ?? deps.database;
  const account = await findAccount(database, asked.account);
  const start = account === null ? null : await findReportStart(database, account, asked);
  if (account === null || start === null) return { kind: 'no_account' };
  if (start.count > MAX_ROWS) return { kind: 'too_long' };
  const { openingCents } = start;
  const toRow = startReport({ kind: account.kind, openingCents });
  const rows = rowsOf(database, { account, toRow, asked });
  const noted = noteAtEnd(deps.database, actor, { asked, rows });
  const write = { xlsx: writeXlsx, csv: writeCsv }[asked.format];
  return { kind: 'report', file: write(noted) };
}

async function findAccount(
  database: Queryable,
  account: AskedReport['account'],
): Promise<ReportedAccount | null> {
  if (account.kind === 'wallet') return { kind: 'wallet', key: account.wallet };
  const id = await findApplicationId(database, account.name);
  return id === null ? null : { kind: 'application', key: id };
}

async function* rowsOf(
  database: Queryable,
  report: {
    readonly account: ReportedAccount;
    readonly toRow: (entry: ReportedEntry) => readonly Cell[];
    readonly asked: Days;
  },
): AsyncGenerator<readonly Cell[]> {
  const { account, toRow, asked } = report;
  yield REPORT_HEADER;
  let last: ReportedEntry | undefined;
  do {
    const after = last === undefined ? null : { ...last, bookedAt: last.bookedAt.toISOString() };
    const page = await listReportedEntries(database, account, { ...asked, after, limit: PAGE });
    yield* page.map(toRow);
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}

/** An aborted report has disclosed the rows read until then, so it is logged too. */
async function* noteAtEnd(
  database: Database,
  actor: Actor,
  { asked, rows }: { readonly asked: AskedReport; readonly rows: AsyncGenerator<readonly Cell[]> },
): AsyncGenerator<readonly Cell[]> {
  let count = -1;
  try {
    for await (const row of rows) {
      count += 1;
      yield row;
    }
  } finally {
    const { account, from, to, format } = asked;
    const after = { ...account, from, to, format, rows: Math.max(count, 0) };
    const what = {
      action: 'books.report',
      subject: 'books',
      before: null,
      after,
      reason: null,
    } as const;
    await database.atomically((connection) => appendAudit(connection, { ...actor, ...what }));
  }
}
