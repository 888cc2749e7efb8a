import { readPlayerSchema } from '../../../contract/transactions/staff-transactions-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { findPlayerFacts, listPlayerSums } from '../../../db/transactions/player-facts.ts';
import { listTransactionsBySearch } from '../../../db/transactions/staff-transactions.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import type { App } from '../../app.ts';
import { type RowDeps, toTransactionRows } from './listed-transaction.ts';

const viewer = { role: 'viewer' } as const;

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
