import { accountOfWallet } from '../books/accounts.ts';
import { paymentOf, transactionOf, walletOf } from '../books/entries.ts';
import type { Queryable } from '../client.ts';

/**
 * Compares the statements of a wallet with what we have, in one query: writes new differences,
 * opens those again whose facts have changed, and closes those that are gone. Nothing else changes.
 */
export async function compareStatements(connection: Queryable, wallet: string): Promise<void> {
  await connection.query({ text: COMPARE_STATEMENTS, values: [wallet] });
}

/** Every line, with whether the operator said later that it failed, or gave it back. */
const LINE = (wallet: string) => `
  select l.*, 'payment:' || l.operator || ':' || l.operator_tx_id as cause,
         not l.is_failed and exists (
           select from statement_lines f
           join statements later on later.id = f.statement_id
           join statements s on s.id = l.statement_id
           where f.wallet = l.wallet and f.operator = l.operator
             and f.operator_tx_id = l.operator_tx_id
             and f.direction = l.direction and f.is_failed
             and later.imported_at > s.imported_at) as has_failed_since,
         exists (select from statement_lines b
                 where b.wallet = l.wallet and b.operator = l.operator
                   and b.operator_tx_id = l.operator_tx_id
                   and b.direction <> l.direction and not b.is_failed) as has_gone_back
  from statement_lines l where l.wallet = ${wallet}`;

/** The account of the wallet; other names for it are joined to it. */
const WALLET = (wallet: string) =>
  `select a.id from book_accounts a where a.id = ${accountOfWallet(wallet)}`;

/** All names of the wallet: a statement under each of them is of the same account. */
const NAMED = (wallet: string) => `
  select ${wallet} as name union
  select a.key from book_accounts a
  where a.kind = 'wallet' and coalesce(a.same_as, a.id) in (select id from wallet)`;

/** What we know of each line, by its id. */
const KNOWN = `
  select l.*, t.id as transaction_id, t.state,
         -- More than the deposit asks for may have been paid: what was booked counts.
         coalesce((select e.amount_cents from book_entries e
                   where l.direction = 'in' and e.cause = l.cause
                     and e.rule = 'payment_in'),
                  coalesce(t.amount_xaf, r.amount_xaf) * 100) as ours_cents,
         r.id is not null as has_receipt,
         -- A fee of a transfer between wallets of ours is that of one of them.
         (select sum(e.amount_cents) from book_entries e
          where e.cause = l.cause and e.rule = 'fee_charged'
            and e.credit in (select id from wallet)) as our_fee,
         exists (select from book_entries e
                 where e.cause = l.cause and e.rule = 'payment_reversed'
                       and not exists (select from book_entries b
                                       where b.cause = e.cause and b.rule = 'dispute_returned')
                    or e.cause = 'transaction:' || t.id
                       and e.rule = 'payout_reversed') as is_taken_back,
         exists (select from book_entries e
                 where e.cause = l.cause
                   and case l.direction
                         when 'in' then e.rule in ('payment_in', 'topped_up',
                                                   'came_from_own_wallet')
                         else e.rule in ('moved_out', 'left_for_own_wallet') end
                   and not exists (select from book_entries b where b.cause = e.cause
                                     and b.rule = 'payment_was_forged'))
           or exists (select from given_back g where g.operator = l.operator
                        and g.operator_tx_id = l.operator_tx_id) as is_booked,
         exists (select from book_entries e
                 where e.cause = 'transaction:' || t.id
                   and e.rule = 'failed_payout_paid') as is_disputed,
         -- An id that is known in the other direction is that of what was given back.
         coalesce(o.transaction_id, (select u.transaction_id from receipt_uses u
                                     where u.receipt_id = q.id)) as reversed_id,
         o.transaction_id is not null or q.id is not null as is_reversal,
         exists (select from book_entries e
                 where l.direction = 'out' and e.cause = l.cause
                       and e.rule = 'payment_reversed'
                    or e.cause = 'transaction:' || o.transaction_id
                       and e.rule in ('payout_reversed', 'failed_payout_returned'))
           as is_reversal_booked
  from line l
  left join operator_ids n
    on n.operator_tx_id = l.operator_tx_id and n.operator = l.operator
      and n.is_deposit = (l.direction = 'in')
  left join payout_transfers y
    on l.direction = 'out' and y.operator = l.operator and y.operator_tx_id = l.operator_tx_id
  left join transactions t on t.id = coalesce(n.transaction_id, y.transaction_id)
  left join receipts r
    on l.direction = 'in' and r.operator = l.operator
      and r.operator_tx_id = l.operator_tx_id and r.dismissed_as is distinct from 'forged'
  left join operator_ids o
    on o.operator_tx_id = l.operator_tx_id and o.operator = l.operator
      and o.is_deposit = (l.direction = 'out')
  left join receipts q
    on l.direction = 'out' and q.operator = l.operator
      and q.operator_tx_id = l.operator_tx_id and q.dismissed_as is distinct from 'forged'`;

/** Settled transactions of the wallet of which no payment of the operator is known. */
const WITHOUT_ID = (wallet: string) => `
  select t.id, t.operator, t.msisdn, t.state, t.amount_xaf * 100 as amount_cents,
         case t.direction when 'deposit' then 'in' else 'out' end as direction,
         t.state_updated_at as at
  from transactions t
  left join channels c on c.id = t.channel_id
  left join providers v on v.id = t.provider_id
  left join submissions s on s.transaction_id = t.id
  where t.state = 'succeeded' and t.provider_tx_id is null
    and t.state_updated_at between (select min(first_at) from statements where wallet = ${wallet})
                               and (select max(last_at) from statements where wallet = ${wallet})
    and coalesce(s.wallet, ${walletOf('t', 'c', 'v')}) in (select name from named)
    and not exists (select from receipt_uses u where u.transaction_id = t.id)
    and not exists (select from payout_transfers p where p.transaction_id = t.id)`;

/** How far apart the two times of one payment may be. */
const NEAR = `interval '24 hours'`;

/** Which line is which transaction without an id: by number, amount and time, the oldest first. */
const FITTING = `
  select distinct f.id, f.state, f.operator, f.operator_tx_id, f.direction
  from (select n.id, n.state, n.operator, l.operator_tx_id, l.direction,
               n.at as ours_at, l.at as theirs_at,
               dense_rank() over (partition by n.direction, n.msisdn, n.amount_cents
                                  order by n.at, n.id) as ours,
               dense_rank() over (partition by n.direction, n.msisdn, n.amount_cents
                                  order by l.at, l.operator_tx_id) as theirs
        from without_id n
        join judged l on l.kind = 'paid_not_ours' and l.direction = n.direction
          and l.operator = n.operator and l.other = n.msisdn and l.amount_cents = n.amount_cents
          and l.at between n.at - ${NEAR} and n.at + ${NEAR}) f
  where f.ours = f.theirs`;

/**
 * What each line says: one that fits a transaction without an id is known as that one, whose number
 * and amount it has; its fee may be booked under the transaction.
 */
const SAID = `
  select j.operator, j.operator_tx_id, j.at, j.fee_cents, j.amount_cents, j.ours_cents,
         coalesce(j.transaction_id, f.id, j.reversed_id) as transaction_id,
         coalesce(j.state, f.state) as state, fee.ours as our_fee,
         case when f.id is null then j.kind
              when fee.ours <> j.fee_cents then 'fee_differs'
              when fee.ours is null and j.fee_cents > 0 then 'fee_not_reported' end as kind
  from judged j
  left join fitting f
    on j.kind = 'paid_not_ours' and f.operator = j.operator
      and f.operator_tx_id = j.operator_tx_id and f.direction = j.direction
  cross join lateral (
    select coalesce(j.our_fee, case when f.id is not null then (
      select sum(e.amount_cents) from book_entries e
      where e.cause = 'transaction:' || f.id and e.rule = 'fee_charged'
        and e.credit in (select id from wallet)) end) as ours) fee`;

const PAYMENT = paymentOf('e.cause');

/** Everything that differs now, as the last query `found`, of a wallet as SQL. */
const FIND_DIFFERENCES = (wallet: string) => `
  with wallet as materialized (${WALLET(wallet)}
  ), named as materialized (${NAMED(wallet)}
  ), reported as materialized (
    select operator, operator_tx_id from statement_lines
    where wallet in (select name from named)
  ), line as materialized (${LINE(wallet)}
  ), known as materialized (${KNOWN}
  ), judged as materialized (
    select k.*,
           case
             when is_failed then
               case when (state = 'succeeded' or is_booked) and not is_taken_back
                    then 'failed_though_paid' end
             when has_failed_since then null
             when is_taken_back then case when not has_gone_back then 'taken_back' end
             when transaction_id is null and not has_receipt and not is_booked then
               case when not is_reversal then 'paid_not_ours'
                    when not is_reversal_booked then 'reversed' end
             when state in ('failed', 'expired') and not has_receipt and not is_disputed
               then 'paid_though_failed'
             when ours_cents <> amount_cents then 'amount_differs'
             when our_fee <> fee_cents then 'fee_differs'
             when our_fee is null and fee_cents > 0 then 'fee_not_reported'
           end as kind
    from known k
  ), without_id as materialized (${WITHOUT_ID(wallet)}
  ), fitting as materialized (${FITTING}
  ), missing as (
    select e.amount_cents, e.value_at, ${PAYMENT.operator} as operator,
           ${PAYMENT.txId} as operator_tx_id, null::uuid as transaction_id, null as state
    from book_entries e
    where e.rule = 'payment_in' and e.cause like 'payment:%'
      and e.debit in (select id from wallet)
      and not exists (select from book_entries b where b.cause = e.cause
                        and b.rule = 'payment_was_forged')
    union all
    select e.amount_cents, e.value_at, n.operator, n.operator_tx_id, n.transaction_id, null
    from book_entries e
    join operator_ids n on n.transaction_id = ${transactionOf('e.cause')}
    where e.rule = 'payout_succeeded' and e.credit in (select id from wallet)
    union all
    select e.amount_cents, e.value_at, p.operator, p.operator_tx_id, p.transaction_id, null
    from book_entries e
    join payout_transfers p on p.transaction_id = ${transactionOf('e.cause')}
    where e.rule = 'payout_succeeded' and e.credit in (select id from wallet)
      and not exists (select from operator_ids n where n.transaction_id = p.transaction_id)
    union all
    select n.amount_cents, n.at, n.operator, n.id::text, n.id, n.state
    from without_id n where n.id not in (select f.id from fitting f)
  ), each_found as (
    select kind, operator, operator_tx_id, transaction_id,
           case when kind in ('fee_differs', 'fee_not_reported') then our_fee else ours_cents end
             as ours_cents,
           case when kind in ('fee_differs', 'fee_not_reported') then fee_cents
                else amount_cents end as theirs_cents, at, state
    from (${SAID}) said
    where kind is not null
    union all
    -- Beside a known line only one is kept that says otherwise, or names a side at last.
    select 'lines_disagree', k.operator, k.operator_tx_id,
           (array_agg(k.transaction_id order by s.imported_at, s.id))[1],
           (array_agg(k.amount_cents order by s.imported_at, s.id))[1],
           (array_agg(k.amount_cents order by s.imported_at desc, s.id desc))[1],
           max(k.at), max(k.state)
    from known k join statements s on s.id = k.statement_id
    group by k.operator, k.operator_tx_id, k.direction
    having count(distinct (k.amount_cents, k.is_failed)) > 1 or count(distinct k.other) > 1
    union all
    select 'not_on_statement', m.operator, m.operator_tx_id, m.transaction_id,
           m.amount_cents, null, m.value_at, m.state
    from missing m
    where exists (select from statements s where s.wallet = ${wallet}
                    and m.value_at between s.first_at and s.last_at)
      and not exists (select from reported l
                      where l.operator = m.operator and l.operator_tx_id = m.operator_tx_id)
  ), found as (
    -- One id may be that of money that came and of money that left.
    select distinct on (kind, operator, operator_tx_id) * from each_found
    order by kind, operator, operator_tx_id, at
  )`;

/**
 * Differences that are not listed as the statement and the books are now: one that was closed and
 * is there, one that is missing, or one with other facts about a transaction in the same state.
 */
export const WRONG_DIFFERENCES = `
  select 'difference:' || coalesce(d.id::text, f.operator_tx_id) as subject,
         'the difference about ' || f.operator_tx_id
           || ' is not listed as statement and books are: '
           || 'compare them again (momo statement reconcile)' as problem
  from (select distinct wallet from statements) w
  cross join lateral (${FIND_DIFFERENCES('w.wallet')} select * from found) f
  left join statement_differences d
    on d.wallet = w.wallet and d.kind = f.kind and d.operator = f.operator
      and d.operator_tx_id = f.operator_tx_id
  where d.id is null or (d.closed_at is not null and d.settled_by is null)
     or (d.our_state is not distinct from f.state
         and (d.transaction_id, d.ours_cents, d.theirs_cents)
             is distinct from (f.transaction_id, f.ours_cents, f.theirs_cents))
     or (d.our_state is distinct from f.state
         and not exists (select from transactions t where t.id = f.transaction_id
                           and t.state_updated_at > d.found_at))`;

const COMPARE_STATEMENTS = `
  ${FIND_DIFFERENCES('$1')}, gone as (
    update statement_differences d
    set closed_at = coalesce(d.closed_at, app_now()), settled_by = null, settled_because = null
    where d.wallet = $1 and (d.closed_at is null or d.settled_by is not null)
      and not exists (select from found f
                      where f.kind = d.kind and f.operator = d.operator
                        and f.operator_tx_id = d.operator_tx_id)
  )
  insert into statement_differences as d (wallet, kind, operator, operator_tx_id,
    transaction_id, ours_cents, theirs_cents, at, found_at, our_state)
  select $1, kind, operator, operator_tx_id, transaction_id, ours_cents, theirs_cents, at,
         app_now(), state
  from found
  on conflict on constraint one_difference_per_payment do update
    set transaction_id = excluded.transaction_id, ours_cents = excluded.ours_cents,
        theirs_cents = excluded.theirs_cents, at = excluded.at, our_state = excluded.our_state,
        found_at = case when d.closed_at is null then d.found_at else excluded.found_at end,
        closed_at = null, settled_by = null, settled_because = null
    -- An explanation was of these facts.
    where (d.closed_at is not null and d.settled_by is null)
       or (d.transaction_id, d.ours_cents, d.theirs_cents)
          is distinct from (excluded.transaction_id, excluded.ours_cents, excluded.theirs_cents)
       or d.our_state <> excluded.our_state
       or (d.kind = 'lines_disagree' and d.closed_at < (
             select max(s.imported_at)
             from statement_lines l join statements s on s.id = l.statement_id
             where l.wallet = d.wallet and l.operator = d.operator
               and l.operator_tx_id = d.operator_tx_id))`;
