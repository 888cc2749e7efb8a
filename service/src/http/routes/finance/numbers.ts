import { numbersSchema } from '../../../contract/finance/numbers-api.ts';
import type { Queryable } from '../../../db/client.ts';
import type { PrefixTable } from '../../../domain/msisdn.ts';
import { reportNumbers } from '../../../flows/finance/report-numbers.ts';
import type { App } from '../../app.ts';

interface NumberRouteDeps {
  /** May be a standby: nothing is decided by it. */
  readonly replica: Queryable;
  readonly prefixes: PrefixTable;
}

export function numberRoutes(app: App, { replica, prefixes: table }: NumberRouteDeps): void {
  app.get(
    '/internal/v1/numbers',
    { schema: numbersSchema, config: { role: 'viewer' } },
    async ({ query: { days } }) => {
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
