import type { Static } from 'typebox';
import { toMessageBody, toNullableMessageBody } from '../../../contract/message.ts';
import {
  listReceiptsSchema,
  type ReceiptRow,
  readReceiptSchema,
  searchReceiptsSchema,
} from '../../../contract/receipts/receipts-api.ts';
import {
  findReceipt,
  type ListedReceiptRow,
  listCandidates,
  listReceipts,
  listReceiptsBySearch,
} from '../../../db/receipts/staff-receipts.ts';
import { listReturnFacts } from '../../../db/transactions/payment-limits.ts';
import { agreementPolicy } from '../../../domain/access/policy.ts';
import { SEES_NUMBERS } from '../../../domain/access/staff-role.ts';
import { normaliseLine } from '../../../domain/lines/line.ts';
import { differencesBetween, isCompletable } from '../../../domain/receipts/matching.ts';
import { readSearch } from '../../../domain/transactions/search/search-text.ts';
import { whyNoReturn } from '../../../flows/receipts/why-no-return.ts';
import type { App } from '../../app.ts';
import { nextCursor, readIdCursor } from '../../cursor.ts';
import { sendProblem } from '../../errors.ts';
import { viewer } from '../../staff/needed-role.ts';
import { type RowDeps, toGivenBack, toTransactionRow } from '../transactions/listed-transaction.ts';

const MAX_FOUND = 50;

export function staffReceiptRoutes(app: App, deps: RowDeps): void {
  const { database } = deps;

  app.get(
    '/internal/v1/receipts',
    { schema: listReceiptsSchema, config: viewer },
    async ({ query }) => {
      const { state, cursor, limit } = query;
      const rows = await listReceipts(database, { state, after: readIdCursor(cursor), limit });
      const returns = await returnsOf(deps, rows);
      const items = await Promise.all(
        rows.map(async (row) => ({
          ...toReceiptRow(row),
          ...returns.get(row.id),
          candidates: await candidatesFor(deps, row),
        })),
      );
      return { items, next_cursor: nextCursor({ rows, limit }, ({ id }) => [id]) };
    },
  );

  app.post(
    '/internal/v1/receipts/search',
    { schema: searchReceiptsSchema, config: { ...viewer, isSearch: true } },
    async ({ body, staff }) => {
      const search = readSearch(body.q, { seeNumbers: SEES_NUMBERS[staff.role] });
      const rows = await listReceiptsBySearch(database, search, MAX_FOUND);
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
      const returns = await returnsOf(deps, [row]);
      return { ...toReceiptRow(row), ...returns.get(row.id), candidates };
    },
  );
}

/** Of each payment where its returns stand, and why it cannot be sent back, by its id. */
async function returnsOf({ database, policy }: RowDeps, rows: readonly ListedReceiptRow[]) {
  const rules = await policy.recent();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const facts = await listReturnFacts(database, [...byId.keys()]);
  return new Map(
    facts.map(({ id, returns, ...known }) => {
      const row = byId.get(id);
      const why = row === undefined ? null : whyNoReturn(row, known, rules);
      return [id, { no_return: toNullableMessageBody(why), returns: returns.map(toGivenBack) }];
    }),
  );
}

async function candidatesFor({ database, policy }: RowDeps, receipt: ListedReceiptRow) {
  const rows = await listCandidates(database, receipt);
  const rules = agreementPolicy(await policy.recent());
  const payment = {
    operator: receipt.operator,
    payerMsisdn: receipt.payer_msisdn,
    line: normaliseLine(receipt.line),
    amountXaf: receipt.amount_xaf,
    receivedAt: receipt.received_at,
  };
  return rows.map((row) => ({
    // Only payouts have marks, and these are deposits.
    transaction: toTransactionRow({ ...row, marks: [] }, rules),
    may_complete: isCompletable({ state: row.state, collectionMode: row.collection_mode }),
    differences: differencesBetween(payment, {
      operator: row.operator,
      msisdn: row.msisdn,
      merchantNumber: normaliseLine(row.merchant_number),
      amountXaf: row.amount_xaf,
      state: row.state,
      collectionMode: row.collection_mode,
      createdAt: row.created_at,
    }).map(toMessageBody),
  }));
}

export function toReceiptRow(row: ListedReceiptRow): Static<typeof ReceiptRow> {
  return {
    ...row,
    rivals: [...row.rivals],
    open_fields: [...row.open_fields],
    reason: toMessageBody(row.reason),
    doubts: row.doubts.map(toMessageBody),
    received_at: row.received_at.toISOString(),
    operator_time: row.operator_time?.toISOString() ?? null,
  };
}
