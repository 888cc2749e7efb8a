import { readPlayerSchema } from '../../../contract/transactions/staff-transactions-api.ts';
import type { Queryable } from '../../../db/client.ts';
import { findPlayerFacts, listPlayerSums } from '../../../db/transactions/player-facts.ts';
import { listTransactionsBySearch } from '../../../db/transactions/staff-transactions.ts';
import { approvalRules } from '../../../domain/access/policy.ts';
import { maskMsisdn } from '../../../domain/msisdn.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import type { App } from '../../app.ts';
import { toTransactionRow } from './listed-transaction.ts';

const viewer = { role: 'viewer' } as const;

interface PlayerRouteDeps {
  readonly policy: Pick<PolicySource, 'recent'>;
  readonly replica: Queryable;
}

export function playerRoute(app: App, { replica, policy }: PlayerRouteDeps): void {
  app.get(
    '/internal/v1/players/:player_id',
    { schema: readPlayerSchema, config: viewer },
    async ({ params }) => {
      const { player_id } = params;
      const search = { id: player_id, msisdn: null, text: player_id };
      const [sums, facts, recent] = await Promise.all([
        listPlayerSums(replica, player_id),
        findPlayerFacts(replica, player_id),
        listTransactionsBySearch(replica, search, { after: null, limit: 20 }),
      ]);
      const rule = approvalRules(await policy.recent());
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
        recent: recent.map((row) => toTransactionRow(row, rule)),
      };
    },
  );
}
