import type { Static } from 'typebox';
import { reasonMember, refundMember } from '../../../contract/fields.ts';
import {
  listOwnTransactionsSchema,
  playerListSchema,
  readTransactionSchema,
  toTransactionBody,
} from '../../../contract/transactions/transactions-api.ts';
import { cursorIssues, reversedRangeIssues } from '../../../contract/validation/issue.ts';
import { endOfTime, startOfTime } from '../../../contract/validation/schema-options.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import {
  findOwnPosition,
  listOwnTransactions,
  type OwnFilter,
  type OwnPosition,
} from '../../../db/transactions/own-transactions.ts';
import type { TransactionSummaryRow } from '../../../db/transactions/player-transactions.ts';
import { findCheckoutIds } from '../../../db/transactions/transaction-detail.ts';
import type { FoundTransaction } from '../../../db/transactions/transactions.ts';
import { shownReason } from '../../../domain/transactions/reason-code.ts';
import { isAttemptReference } from '../../../domain/transactions/transaction.ts';
import { sumRefunds } from '../../../flows/transactions/judge-refund.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import { createPlayerList } from '../../../flows/transactions/list-player-transactions.ts';
import type { App } from '../../app.ts';
import { isUuid, readPublicCursor, writeCursor } from '../../cursor.ts';
import { InvalidRequest, sendProblem } from '../../errors.ts';

export function transactionRoutes(
  api: App,
  deps: { readonly ledger: Ledger; readonly database: Database },
): void {
  const listPlayer = createPlayerList(deps.database, deps.ledger.listNewest);

  api.get(
    '/api/v1/transactions/:service_tx_id',
    { schema: readTransactionSchema },
    async (request, reply) => {
      const found = await findOwn(deps.ledger, request.params.service_tx_id, request.applicationId);
      if (found === null) return sendProblem(reply, { code: 'transaction_not_found' });
      const { transaction, hasRefunds } = found;
      const refundedXaf = hasRefunds ? await sumRefunds(deps.database, transaction.id) : 0;
      const checkouts = await findCheckouts(deps.database, [transaction]);
      const body = toTransactionBody(transaction, refundedXaf);
      return { ...body, ...checkouts(transaction.id) };
    },
  );

  api.get(
    '/api/v1/players/:player_id/transactions',
    { schema: playerListSchema },
    async (request) => {
      const { page, limit, status = null, direction = null } = request.query;
      const filter = {
        applicationId: request.applicationId,
        playerId: request.params.player_id,
        status,
        direction,
      };
      const { total, rows } = await listPlayer(filter, { number: page, limit });
      const checkouts = await findCheckouts(deps.database, rows);
      const items = rows.map((row) => ({ ...toSummary(row), ...checkouts(row.id) }));
      return { items, total, page, limit, pages: Math.ceil(total / limit) };
    },
  );

  api.get('/api/v1/transactions', { schema: listOwnTransactionsSchema }, async (request) => {
    const { applicationId, query } = request;
    const { rows, next } = await listOwnTransactions(
      deps.database,
      { applicationId, ...toOwnFilter(query) },
      { after: await findPlace(deps.database, request), limit: query.limit },
    );
    const checkouts = await findCheckouts(deps.database, rows);
    const items = rows.map((row) => ({ ...toSummary(row), ...checkouts(row.id) }));
    return { items, next_cursor: next === null ? null : writeCursor([next]) };
  });
}

type ListQuery = Static<typeof listOwnTransactionsSchema.querystring>;

function toOwnFilter(query: ListQuery): Omit<OwnFilter, 'applicationId'> {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && startOfTime(from) > startOfTime(to)) {
    throw new InvalidRequest(reversedRangeIssues(to));
  }
  return {
    reference: query.reference ?? null,
    playerId: query.player_id ?? null,
    direction: query.direction ?? null,
    state: query.status ?? null,
    operator: query.operator ?? null,
    from: from === undefined ? null : startOfTime(from),
    to: to === undefined ? null : endOfTime(to),
  };
}

/** A cursor of another application's list is as good as a damaged one. */
async function findPlace(
  database: Queryable,
  { applicationId, query: { cursor } }: { applicationId: string; query: ListQuery },
): Promise<OwnPosition | null> {
  const id = readPublicCursor(cursor, ([given]) => (isUuid(given) ? given : null));
  if (id === null || cursor === undefined) return null;
  const position = await findOwnPosition(database, { applicationId, id });
  if (position === null) throw new InvalidRequest(cursorIssues('cursor', cursor));
  return position;
}

function toSummary(row: TransactionSummaryRow) {
  return {
    service_tx_id: row.id,
    reference: row.reference,
    direction: row.direction,
    operator: row.operator,
    amount_xaf: row.amount_xaf,
    state: row.state,
    provider_tx_id: row.provider_tx_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    msisdn: row.msisdn,
    ...reasonMember(shownReason(row.state, row.reason_code)),
    ...refundMember(row.refund_of),
  };
}

/** The member that names the checkout of an attempt; nothing is asked about other payments. */
async function findCheckouts(
  database: Queryable,
  rows: readonly { readonly id: string; readonly reference: string }[],
): Promise<(id: string) => { readonly checkout_id?: string }> {
  const attempts = rows.filter(({ reference }) => isAttemptReference(reference));
  if (attempts.length === 0) return () => ({});
  const found = await findCheckoutIds(
    database,
    attempts.map(({ id }) => id),
  );
  return (id) => {
    const checkoutId = found.get(id);
    return checkoutId === undefined ? {} : { checkout_id: checkoutId };
  };
}

/** Another application's transaction does not exist for the caller. */
export async function findOwn(
  ledger: Ledger,
  id: string,
  applicationId: string,
): Promise<FoundTransaction | null> {
  const found = await ledger.find(id);
  return found?.transaction.applicationId === applicationId ? found : null;
}
