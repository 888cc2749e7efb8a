import type { SeenPrefix } from '../../domain/finance/number-evidence.ts';
import { MAX_AMOUNT_XAF } from '../../domain/money.ts';
import type { Direction } from '../../domain/payment-kinds.ts';
import type { Queryable } from '../client.ts';
import { IS_REJECTED } from '../transactions/player-facts.ts';

export interface FigureRow {
  readonly step: Date;
  readonly deposit_xaf: number;
  readonly withdrawal_xaf: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly expired: number;
  /** Seconds to success: of a deposit from its request, of a withdrawal from its sending. */
  readonly median_s: number | null;
  readonly p95_s: number | null;
}

/** Transactions by the period in which they were created; ids are in the order of time. */
export function listFigures(
  database: Queryable,
  wanted: {
    readonly firstId: string;
    readonly lastId: string;
    readonly origin: Date;
    readonly stepMs: number;
  },
): Promise<FigureRow[]> {
  // A withdrawal waits for our staff first, which is no time of its operator's.
  const took = `extract(epoch from state_updated_at
                        - case direction when 'deposit' then t.created_at else s.sent_at end)`;
  return database.query<FigureRow>({
    text: `select date_bin(make_interval(secs => $4::float8 / 1000), t.created_at, $3) as step,
                  ${paidXaf('deposit')} as deposit_xaf, ${paidXaf('withdrawal')} as withdrawal_xaf,
                  count(*) filter (where state = 'succeeded') as succeeded,
                  count(*) filter (where state = 'failed' and not ${IS_REJECTED}) as failed,
                  count(*) filter (where state = 'expired') as expired,
                  percentile_cont(0.5) within group (order by ${took})
                    filter (where state = 'succeeded') as median_s,
                  percentile_cont(0.95) within group (order by ${took})
                    filter (where state = 'succeeded') as p95_s
           from transactions t
           left join submissions s
             on s.transaction_id = t.id and t.direction = 'withdrawal'
               and s.transaction_id >= $1::uuid and s.transaction_id < $2::uuid
           where id >= $1::uuid and id < $2::uuid
           group by 1 order by 1`,
    values: [wanted.firstId, wanted.lastId, wanted.origin, wanted.stepMs],
  });
}

/** What JSON can carry, as `cappedSumXaf` in `domain/money.ts`. */
function paidXaf(direction: Direction): string {
  const sum = `sum(amount_xaf) filter (where direction = '${direction}' and state = 'succeeded')`;
  return `least(coalesce(${sum}, 0), ${MAX_AMOUNT_XAF})::bigint`;
}

/** By prefix and operator: what operators' texts reported, and what succeeded at operators. */
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
