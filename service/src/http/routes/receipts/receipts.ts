import {
  listReceiptsSchema,
  readReceiptSchema,
  searchReceiptsSchema,
} from '../../../contract/receipts/receipts-api.ts';
import {
  findReceipt,
  listReceipts,
  listReceiptsBySearch,
} from '../../../db/receipts/staff-receipts.ts';
import { readSearch } from '../../../domain/transactions/search/search-text.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { sendProblem } from '../../errors.ts';
import type { RowDeps } from '../transactions/listed-transaction.ts';
import { toReceiptRow } from './listed-receipt.ts';
import { candidatesFor } from './receipt-candidates.ts';

const viewer = { role: 'viewer' } as const;
const MOST_FOUND = 50;

export function staffReceiptRoutes(app: App, deps: RowDeps): void {
  const { database } = deps;

  app.get(
    '/internal/v1/receipts',
    { schema: listReceiptsSchema, config: viewer },
    async ({ query }) => {
      const { state, cursor, limit } = query;
      const rows = await listReceipts(database, { state, after: readIdCursor(cursor), limit });
      const items = await Promise.all(
        rows.map(async (row) => ({
          ...toReceiptRow(row),
          candidates: await candidatesFor(deps, row),
        })),
      );
      return { items, next_cursor: nextCursor({ rows, limit }, ({ id }) => [id]) };
    },
  );

  app.get(
    '/internal/v1/receipts/search',
    { schema: searchReceiptsSchema, config: viewer },
    async ({ query, staff }) => {
      const search = readSearch(query.q, { seeNumbers: staff.role !== 'viewer' });
      const rows = await listReceiptsBySearch(database, search, MOST_FOUND);
      return { items: rows.map(toReceiptRow) };
    },
  );

  app.get(
    '/internal/v1/receipts/:id',
    { schema: readReceiptSchema, config: viewer },
    async ({ params }, reply) => {
      const row = await findReceipt(database, params.id);
      if (row === null) return sendProblem(reply, { code: 'receipt_not_found' });
      const isOpen = row.state === 'unmatched';
      const candidates = isOpen ? await candidatesFor(deps, row) : [];
      return { ...toReceiptRow(row), candidates };
    },
  );
}
