import { rulesOf } from '../../domain/finance/day-report.ts';
import type { SeenPrefix } from '../../domain/finance/number-evidence.ts';
import { MAX_AMOUNT_XAF } from '../../domain/money.ts';
import type { Queryable } from '../client.ts';
import { IS_REJECTED } from '../transactions/player-facts.ts';

export interface EndedRow {
  readonly step: Date;
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
): Promise<EndedRow[]> {
  // A withdrawal waits for our staff first, which is no time of its operator's.
  const took = `extract(epoch from state_updated_at
                        - case direction when 'deposit' then t.created_at else s.sent_at end)`;
  return database.query<EndedRow>({
    text: `select date_bin(make_interval(secs => $4::float8 / 1000), t.created_at, $3) as step,
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

export interface BookedMoneyRow {
  readonly step: Date;
  readonly in_xaf: number;
  readonly out_xaf: number;
}

/** What came into all wallets and left them, by the period in which it was booked. */
export function listBookedMoney(
  database: Queryable,
  wanted: {
    readonly from: Date;
    readonly until: Date;
    readonly stepMs: number;
  },
): Promise<BookedMoneyRow[]> {
  return database.query<BookedMoneyRow>({
    text: `select date_bin(make_interval(secs => $3::float8 / 1000), e.booked_at, $1) as step,
                  ${movedXaf('d', '$4')} as in_xaf, ${movedXaf('c', '$5')} as out_xaf
           from book_entries e
           join book_accounts d on d.id = e.debit join book_accounts c on c.id = e.credit
           where e.booked_at >= $1::timestamptz and e.booked_at < $2::timestamptz
             and e.rule = any($4::text[] || $5::text[])
             and (d.kind = 'wallet') <> (c.kind = 'wallet')
           group by 1`,
    values: [wanted.from, wanted.until, wanted.stepMs, rulesOf('in'), rulesOf('out')],
  });
}

/** What JSON can carry, as `cappedSumXaf` in `domain/money.ts`. */
function movedXaf(grows: 'd' | 'c', rules: '$4' | '$5'): string {
  const cents = `case when ${grows}.kind = 'wallet' then e.amount_cents else - e.amount_cents end`;
  const sum = `sum(${cents}) filter (where e.rule = any(${rules}::text[])) / 100`;
  return `least(coalesce(${sum}, 0), ${MAX_AMOUNT_XAF})::float8`;
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
