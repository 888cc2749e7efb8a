import { reasonMember } from '../../../contract/fields.ts';
import {
  playerListSchema,
  readTransactionSchema,
  toTransactionBody,
} from '../../../contract/transactions/transactions-api.ts';
import type { Database } from '../../../db/client.ts';
import type { TransactionSummaryRow } from '../../../db/transactions/player-transactions.ts';
import type { TimedTransaction } from '../../../db/transactions/transactions.ts';
import { shownReason } from '../../../domain/transactions/reason-code.ts';
import type { Ledger } from '../../../flows/transactions/ledger.ts';
import { createPlayerList } from '../../../flows/transactions/list-player-transactions.ts';
import type { App } from '../../app.ts';
import { sendProblem } from '../../errors.ts';

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
      return toTransactionBody(found.transaction);
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
      const items = rows.map(toSummary);
      return { items, total, page, limit, pages: Math.ceil(total / limit) };
    },
  );
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
  };
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
