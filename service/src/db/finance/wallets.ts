import type { ReportedBy } from '../../domain/finance/wallet.ts';
import { MOST_BALANCE_AGE_MS } from '../../domain/lines/line-health.ts';
import { lineOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

/** What a wallet should hold, and what its operator or its texts report. */
export interface ComparedWallet {
  readonly wallet: string;
  readonly reportedCents: bigint;
  readonly reportedAt: Date;
  readonly source: ReportedBy;
  /** What was in it at that moment, by the time at which the money moved. */
  readonly bookCents: bigint;
  readonly isOpened: boolean;
  /** The texts of its line do not connect: money moved that no text reported. */
  readonly hasGap: boolean;
  /** Believed texts about moves that the service does not book. */
  readonly textsNotBooked: number;
}

/** How many database transactions back entries may be that moved after a reported balance. */
export const LAST_XACTS = 100_000;

/** The last balance that was reported of each line until $3: by a text, or in a session of ours. */
const REPORTED_BY_LINES = `
  select distinct on (operator, line) operator || ':' || line as wallet, cents, at,
         source, line
  from (select s.operator, l.line, b.cents, b.at, 'text' as source
        from lines l join own s using (line)
        cross join lateral (values (l.balance_cents, coalesce(l.balance_at, l.trusted_at)),
                                   (l.day_cents, l.day_at)) as b (cents, at)
        where l.tells_balances and b.cents is not null and ${isByThen('b.at')}
        union all
        select s.operator, s.line, j.balance_cents, j.ended_at, 'ussd'
        from own s
        cross join lateral (
          select b.balance_cents, b.ended_at from sim_jobs b
          where b.line = s.line and b.operator = s.operator and b.action = 'balance'
            and b.outcome = 'told' and b.balance_cents is not null
            -- One that was reported late says nothing of the moment of the report.
            and b.ended_at < b.taken_at + $2 * interval '1 millisecond'
            and ${isByThen('b.ended_at')}
          order by b.created_at desc limit 1) j) of_line
  order by operator, line, at desc`;

function isByThen(at: string): string {
  return `${at} < coalesce($3::timestamptz, 'infinity')`;
}

/**
 * Wallets with a balance that was reported `until` then, the last reported first; one whose balance
 * of that day is not known any more is left out. Without `lastXacts` it reads all entries, however
 * old they are.
 */
export async function listComparedWallets(
  connection: Queryable,
  { lastXacts = null, until = null }: { lastXacts?: number | null; until?: Date | null } = {},
): Promise<readonly ComparedWallet[]> {
  const rows = await connection.query<
    Omit<ComparedWallet, 'reportedCents' | 'bookCents'> & {
      readonly reportedCents: string;
      readonly bookCents: string;
    }
  >({
    text: `with since as materialized (
             select case when $1::bigint is null then 0
                         else (select max(xact) from book_entries) - $1::bigint end as reach
           ), own as (
             select distinct operator, line from gateway_sims
           ), reported as (
             (${REPORTED_BY_LINES})
             union all
             select distinct on (wallet) wallet, cents, at, 'provider', null
             from (select c.operator || ':' || ${lineOf('c.merchant_number')}
                            || coalesce(':' || p.payout_wallet, '') as wallet,
                          b.xaf * 100 as cents, b.at
                   from provider_health h
                   cross join lateral (values (h.balance_xaf, h.balance_at),
                                              (h.day_balance_xaf, h.day_balance_at)) as b (xaf, at)
                   join providers p on p.id = h.provider_id
                   join channels c on c.provider_id = p.id
                   where b.xaf is not null and ${isByThen('b.at')}) asked
             order by 1, 3 desc
           )
           select coalesce(a.key, t.wallet) as wallet, t.cents::text as "reportedCents",
                  t.at as "reportedAt", t.source,
                  (coalesce((select sum(d.debit_cents - d.credit_cents) from book_totals d
                             where d.account = a.id), 0)
                   + coalesce((select sum(case when e.debit = a.id then e.amount_cents
                                               else - e.amount_cents end)
                               from book_entries e
                               where a.id in (e.debit, e.credit)
                                 and e.xact >= (select rolled_to from books)), 0)
                   -- What moved after that report.
                   - coalesce((select sum(case when e.debit = a.id then e.amount_cents
                                               else - e.amount_cents end)
                               from book_entries e
                               where a.id in (e.debit, e.credit) and e.value_at > t.at
                                 and e.xact >= (select reach from since)), 0))::text
                    as "bookCents",
                  exists (select from book_entries e
                          where e.cause = 'opening:' || t.wallet
                            and ${isByThen('e.value_at')}) as "isOpened",
                  exists (select from lines l
                          where l.line = t.line and ${isByThen('l.gap_at')}) as "hasGap",
                  (select count(distinct s.sms_id) from balance_steps s
                   join sms_messages m on m.id = s.sms_id
                   where s.line = t.line and s.state = 'believed'
                     and m.state = 'review' and ${isByThen('m.at')}
                     -- Those that are booked.
                     and m.reason !~ '"(no_player|between_own_lines)"') as "textsNotBooked"
           from reported t
           left join book_accounts n on n.name = 'wallet ' || t.wallet
           left join book_accounts a on a.id = coalesce(n.same_as, n.id)
           order by t.wallet, t.at desc`,
    values: [lastXacts, MOST_BALANCE_AGE_MS, until],
  });
  return rows.map((row) => ({
    ...row,
    reportedCents: BigInt(row.reportedCents),
    bookCents: BigInt(row.bookCents),
  }));
}
