import {
  playerListSchema,
  readTransactionSchema,
  toTransactionBody,
} from '../../contract/transactions-api.ts';
import type { Queryable } from '../../db/client.ts';
import { countPlayerTransactions, listPlayerTransactions } from '../../db/player-transactions.ts';
import type { TimedTransaction } from '../../db/transactions.ts';
import type { Ledger } from '../../flows/ledger.ts';
import type { App } from '../app.ts';
import { sendProblem } from '../errors.ts';

export function transactionRoutes(
  api: App,
  deps: { readonly ledger: Ledger; readonly database: Queryable },
): void {
  api.get(
    '/api/v1/transactions/:service_tx_id',
    { schema: readTransactionSchema },
    async (request, reply) => {
      const found = await findOwn(deps.ledger, request.params.service_tx_id, request.applicationId);
      if (found === null) return sendProblem(reply, { code: 'transaction_not_found' });
      return toTransactionBody(found.transaction);
    },
  );

  api.get(
    '/api/v1/players/:player_id/transactions',
    { schema: playerListSchema },
    async (request) => {
      const { page, limit, status = null, direction = null } = request.query;
      const query = {
        applicationId: request.applicationId,
        playerId: request.params.player_id,
        status,
        direction,
        page,
        limit,
      };
      const total = await countPlayerTransactions(deps.database, query);
      const rows = await listPlayerTransactions(deps.database, query, total);
      const items = rows.map(({ id, created_at, updated_at, ...row }) => ({
        ...row,
        service_tx_id: id,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      }));
      return { items, total, page, limit, pages: Math.ceil(total / limit) };
    },
  );
}

/** Another application's transaction does not exist for the caller. */
export async function findOwn(
  ledger: Ledger,
  id: string,
  applicationId: string,
): Promise<TimedTransaction | null> {
  const found = await ledger.find(id);
  return found?.transaction.applicationId === applicationId ? found : null;
}
