import type { SeenPrefix } from '../../domain/finance/number-evidence.ts';
import type { Queryable } from '../client.ts';

/** By prefix and operator: what operators' texts told, and what succeeded at operators. */
export function listSeenPrefixes(
  database: Queryable,
  since: { readonly firstId: string },
): Promise<SeenPrefix[]> {
  return database.query<SeenPrefix>({
    text: `select prefix, operator, sum(texts)::int as texts,
                  sum(transactions)::int as transactions, max(last_at) as "lastAt"
           from (
             select substr(payer_msisdn, 5, 3) as prefix, operator, count(*) as texts,
                    0 as transactions, max(received_at) as last_at
             from receipts
             where id >= $1::uuid and is_trusted and sms_id is not null
               and payer_msisdn ~ '^[+]2376[0-9]{8}$'
             group by 1, 2
             union all
             select substr(msisdn, 5, 3), operator, 0, count(*), max(state_updated_at)
             from transactions
             where id >= $1::uuid and state = 'succeeded' and msisdn ~ '^[+]2376[0-9]{8}$'
             group by 1, 2
           ) seen
           group by 1, 2 order by 1, 2`,
    values: [since.firstId],
  });
}
