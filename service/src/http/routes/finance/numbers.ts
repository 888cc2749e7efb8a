import { numbersSchema } from '../../../contract/finance/figures-api.ts';
import type { Queryable } from '../../../db/client.ts';
import type { PolicySource } from '../../../flows/access/policy.ts';
import { reportNumbers } from '../../../flows/finance/report-numbers.ts';
import type { App } from '../../app.ts';

interface NumberRouteDeps {
  /** May be a standby: no decision depends on it. */
  readonly replica: Queryable;
  readonly policy: Pick<PolicySource, 'recent'>;
}

export function numberRoutes(app: App, { replica, policy }: NumberRouteDeps): void {
  app.get(
    '/internal/v1/numbers',
    { schema: numbersSchema, config: { role: 'viewer' } },
    async ({ query: { days } }) => {
      const { operatorPrefixes: table } = await policy.recent();
      const { prefixes, proposal } = await reportNumbers({ database: replica, table }, { days });
      return {
        days,
        proposal,
        prefixes: prefixes.map(({ prefix, tableSays, verdict, seen }) => ({
          prefix,
          table_says: tableSays,
          verdict,
          seen: seen.map(({ operator, texts, transactions, lastAt }) => ({
            operator,
            texts,
            transactions,
            last_at: lastAt.toISOString(),
          })),
        })),
      };
    },
  );
}
