import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  exportFoundTransactionsSchema,
  exportTransactionsSchema,
  listTransactionsSchema,
  readPlayerSchema,
  searchTransactionsSchema,
  sumFoundTransactionsSchema,
  sumTransactionsSchema,
} from '../../../contract/transactions/staff-transactions-api.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import type { RowFilter } from '../../../db/transactions/filtered-rows.ts';
import { findPlayerFacts, listPlayerSums } from '../../../db/transactions/player-facts.ts';
import {
  type ListedTransactionRow,
  listTransactions,
  listTransactionsBySearch,
} from '../../../db/transactions/staff-transactions.ts';
import {
  type FoundTransactionRow,
  findTransactionTotals,
  listFoundTransactions,
} from '../../../db/transactions/transaction-search.ts';
import { SEES_NUMBERS, type StaffRole } from '../../../domain/access/staff-role.ts';
import { maskMsisdn, normaliseLoosely } from '../../../domain/msisdn.ts';
import type { Operator } from '../../../domain/operators/operator.ts';
import type { Direction } from '../../../domain/payment-kinds.ts';
import { readSearch, type SearchKeys } from '../../../domain/transactions/search/search-text.ts';
import { type State, UNDER_WAY } from '../../../domain/transactions/transaction.ts';
import { exportTransactions } from '../../../flows/transactions/export-transactions.ts';
import { csvCell } from '../../../spreadsheets/write-csv.ts';
import type { App } from '../../app.ts';
import { isCount, isUuid, nextCursor, readCursor } from '../../cursor.ts';
import { maskText } from '../../staff/mask-answers.ts';
import { viewer } from '../../staff/needed-role.ts';
import { requestActor, type SignedInStaff } from '../../staff/staff-request.ts';
import { type RowDeps, toTransactionRows } from './listed-transaction.ts';

const EXPORT_PAGE = 1_000;

interface StaffTransactionDeps extends Pick<RowDeps, 'policy'> {
  readonly database: Database;
  /** May be a standby: no decision depends on this list. */
  readonly replica: Queryable;
}

export function staffTransactionRoutes(app: App, deps: StaffTransactionDeps): void {
  app.get(
    '/internal/v1/transactions',
    { schema: listTransactionsSchema, config: viewer },
    ({ query, staff }) => listPage(deps, staff, query),
  );
  app.post(
    '/internal/v1/transactions/search',
    { schema: searchTransactionsSchema, config: { ...viewer, isSearch: true } },
    ({ body, staff }) => listPage(deps, staff, body),
  );

  app.get(
    '/internal/v1/transactions/totals',
    { schema: sumTransactionsSchema, config: viewer },
    ({ query, staff }) => sumUp(deps, staff, query),
  );
  app.post(
    '/internal/v1/transactions/totals/search',
    { schema: sumFoundTransactionsSchema, config: { ...viewer, isSearch: true } },
    ({ body, staff }) => sumUp(deps, staff, body),
  );

  app.get(
    '/internal/v1/transactions.csv',
    { schema: exportTransactionsSchema, config: { ...viewer, isExport: true } },
    (request, reply) => sendCsv(deps, request, reply, request.query),
  );
  app.post(
    '/internal/v1/transactions.csv/search',
    {
      schema: exportFoundTransactionsSchema,
      config: { ...viewer, isExport: true, isSearch: true },
    },
    (request, reply) => sendCsv(deps, request, reply, request.body),
  );
}

interface PageAsked extends Asked {
  readonly order: Page['sort'];
  readonly cursor?: string;
  readonly limit: number;
}

async function listPage(
  { replica, policy }: StaffTransactionDeps,
  staff: SignedInStaff,
  asked: PageAsked,
) {
  const { order: sort, cursor, limit } = asked;
  const after = readCursor(cursor, ([id, amountXaf]) =>
    isUuid(id) && isCount(amountXaf) ? { id, amountXaf } : null,
  );
  const search = toSearch(asked, staff);
  const rows = await findRows(replica, toFilter(asked), { search, sort, after, limit });
  return {
    items: await toTransactionRows({ database: replica, policy }, staff, rows),
    next_cursor: nextCursor({ rows, limit }, ({ id, amount_xaf }) => [id, amount_xaf]),
  };
}

async function sumUp({ replica }: StaffTransactionDeps, staff: SignedInStaff, asked: Asked) {
  const totals = await findTransactionTotals(replica, toFilter(asked), toSearch(asked, staff));
  return { ...totals, since: totals.since?.toISOString() ?? null };
}

function sendCsv(
  { database, replica }: StaffTransactionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): FastifyReply {
  const { staff } = request;
  const filter = toFilter(asked);
  const pages = exportTransactions({ database }, requestActor(request), {
    asked: withoutNumber(asked),
    listPage: (id) =>
      findRows(replica, filter, {
        search: toSearch(asked, staff),
        sort: 'newest',
        after: id === null ? null : { id, amountXaf: 0 },
        limit: EXPORT_PAGE,
      }),
  });
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="transactions.csv"')
    .send(Readable.from(csvRows(pages, staff.role)));
}

interface Filters {
  readonly direction?: Direction;
  readonly operator?: Operator;
  readonly state?: State;
  readonly under_way?: 'true';
  readonly from?: string;
  readonly to?: string;
}

interface Asked extends Filters {
  readonly q?: string;
}

function toFilter({ direction, operator, state, under_way, from, to }: Filters): RowFilter {
  const states = under_way === undefined ? null : UNDER_WAY;
  return {
    direction: direction ?? null,
    operator: operator ?? null,
    states: state === undefined ? states : [state],
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
}

function toSearch({ q = '' }: Asked, { role }: SignedInStaff): SearchKeys | null {
  return q.trim() === '' ? null : readSearch(q, { seeNumbers: SEES_NUMBERS[role] });
}

type Page = Parameters<typeof listFoundTransactions>[2];

function findRows(
  database: Queryable,
  filter: RowFilter,
  page: Page,
): Promise<FoundTransactionRow[]> {
  const { search, sort, after, limit } = page;
  return search === null && (sort === 'newest' || sort === 'oldest')
    ? listTransactions(database, filter, { sort, after: after?.id ?? null, limit })
    : listFoundTransactions(database, filter, page);
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'direction',
  'operator',
  'provider_id',
  'state',
  'amount_xaf',
  'msisdn',
  'reference',
  'player_id',
  'application',
  'state_reason',
] as const satisfies readonly (keyof ListedTransactionRow)[];

async function* csvRows(
  pages: AsyncIterable<readonly ListedTransactionRow[]>,
  role: StaffRole,
): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  for await (const rows of pages) yield rows.map((row) => csvRow(row, role)).join('');
}

function csvRow(row: ListedTransactionRow, role: StaffRole): string {
  const cells = CSV_COLUMNS.map((column) => {
    const value = row[column];
    if (typeof value === 'string') return csvCell(maskText(value, role));
    return csvCell(value instanceof Date ? value.toISOString() : String(value));
  });
  return `${cells.join(',')}\r\n`;
}

/** The filters for the audit log, which all staff can read. */
function withoutNumber({ q, ...filters }: Asked) {
  const number = normaliseLoosely(q?.trim() ?? '');
  return { ...filters, ...(q && { q: number.kind === 'valid' ? maskMsisdn(number.msisdn) : q }) };
}

interface PlayerRouteDeps extends Pick<RowDeps, 'policy'> {
  readonly replica: Queryable;
}

export function playerRoute(app: App, { replica, policy }: PlayerRouteDeps): void {
  app.get(
    '/internal/v1/players/:player_id',
    { schema: readPlayerSchema, config: viewer },
    async ({ params, staff }) => {
      const { player_id } = params;
      const search = { id: player_id, msisdn: null, text: player_id };
      const [sums, facts, recent] = await Promise.all([
        listPlayerSums(replica, player_id),
        findPlayerFacts(replica, player_id),
        listTransactionsBySearch(replica, search, { after: null, limit: 20 }),
      ]);
      const deposits = sums.find(({ direction }) => direction === 'deposit');
      const withdrawals = sums.find(({ direction }) => direction === 'withdrawal');
      return {
        player_id,
        deposits_succeeded: deposits?.count ?? 0,
        deposits_xaf: deposits?.amount_xaf ?? 0,
        withdrawals_succeeded: withdrawals?.count ?? 0,
        withdrawals_xaf: withdrawals?.amount_xaf ?? 0,
        first_seen_at: facts.first_seen_at?.toISOString() ?? null,
        numbers_masked: facts.numbers.map(maskMsisdn),
        recent: await toTransactionRows({ database: replica, policy }, staff, recent),
      };
    },
  );
}
