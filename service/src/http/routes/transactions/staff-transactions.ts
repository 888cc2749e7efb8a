import { Readable } from 'node:stream';
import {
  exportTransactionsSchema,
  listTransactionsSchema,
} from '../../../contract/transactions/staff-transactions-api.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import {
  type ListedTransactionRow,
  listTransactions,
  listTransactionsBySearch,
  type TransactionFilter,
} from '../../../db/transactions/staff-transactions.ts';
import type { StaffRole } from '../../../domain/access/staff-role.ts';
import { maskMsisdn, normaliseLoosely } from '../../../domain/msisdn.ts';
import type { Operator } from '../../../domain/operators/operator.ts';
import type { Direction } from '../../../domain/payment-kinds.ts';
import type { SecondPersonRule } from '../../../domain/transactions/second-person.ts';
import type { State } from '../../../domain/transactions/transaction.ts';
import { exportTransactions } from '../../../flows/transactions/export-transactions.ts';
import { csvCell } from '../../../spreadsheets/write-csv.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';
import { maskForViewer } from '../../staff/mask-for-viewers.ts';
import { requestActor } from '../access/actor.ts';
import { toTransactionRow } from './listed-transaction.ts';

const viewer = { role: 'viewer' } as const;
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
const EXPORT_PAGE = 1_000;

interface StaffTransactionDeps extends SecondPersonRule {
  readonly database: Database;
  /** May be a standby: nothing is decided by what is listed here. */
  readonly replica: Queryable;
}

export function staffTransactionRoutes(
  app: App,
  { database, replica, ...rule }: StaffTransactionDeps,
): void {
  app.get(
    '/internal/v1/transactions',
    { schema: listTransactionsSchema, config: viewer },
    async ({ query }, reply) => {
      const { q, order, cursor = null, limit } = query;
      if (cursor !== null && !UUID.test(cursor)) {
        return sendProblem(reply, { code: 'cursor_invalid' });
      }
      const page = { sort: order, after: cursor, limit };
      const rows = await findRows(replica, { ...toFilter(query), ...page }, q);
      const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
      return { items: rows.map((row) => toTransactionRow(row, rule)), next_cursor: next };
    },
  );

  app.get(
    '/internal/v1/transactions.csv',
    { schema: exportTransactionsSchema, config: viewer },
    (request, reply) => {
      const { query, staff } = request;
      const filter = toFilter(query);
      const pages = exportTransactions({ database }, requestActor(request), {
        asked: withoutNumber(query),
        listPage: (after) =>
          findRows(replica, { ...filter, sort: 'newest', after, limit: EXPORT_PAGE }, query.q),
      });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="transactions.csv"')
        .send(Readable.from(csvRows(pages, staff.role)));
    },
  );
}

interface Filters {
  readonly direction?: Direction;
  readonly operator?: Operator;
  readonly state?: State;
  readonly from?: string;
  readonly to?: string;
}

type Filter = Omit<TransactionFilter, 'sort' | 'after' | 'limit'>;

function toFilter({ direction, operator, state, from, to }: Filters): Filter {
  return {
    direction: direction ?? null,
    operator: operator ?? null,
    state: state ?? null,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
}

/** A search text finds exactly what it names; filters apply when there is none. */
function findRows(
  database: Queryable,
  filter: TransactionFilter,
  q: string | undefined,
): Promise<ListedTransactionRow[]> {
  const text = q?.trim() ?? '';
  if (text === '') return listTransactions(database, filter);
  const number = normaliseLoosely(text);
  return listTransactionsBySearch(
    database,
    {
      id: UUID.test(text) ? text : null,
      msisdn: number.kind === 'valid' ? number.msisdn : null,
      text,
    },
    filter,
  );
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
    if (typeof value === 'string') return csvCell(role === 'viewer' ? maskForViewer(value) : value);
    return csvCell(value instanceof Date ? value.toISOString() : String(value));
  });
  return `${cells.join(',')}\r\n`;
}

/** The filters for the audit log, which everybody reads. */
function withoutNumber({ q, ...filters }: Filters & { readonly q?: string }) {
  const number = normaliseLoosely(q?.trim() ?? '');
  return { ...filters, ...(q && { q: number.kind === 'valid' ? maskMsisdn(number.msisdn) : q }) };
}
