import { ONE_OF_TWO } from '../../domain/books/mending.ts';
import { isTurnedRound, paymentOf } from '../books/entries.ts';

const PAYMENT = paymentOf('e.cause');

const ONE_OF = `(values ${ONE_OF_TWO.map(
  ([one, other, by]) => `('${one}', '${other}', ${by === null ? 'null' : `'${by}'`})`,
).join(', ')}) as one_of (one, other, by)`;

/** What the operator calls one transfer: as the books name it, and what it has paid or returned. */
const CAUSES_OF_TRANSFER = `
  select s.cause, true as is_own
  union
  select g.cause, false from given_back g
  where g.operator = s.operator and g.operator_tx_id = s.operator_tx_id
  union
  select 'transaction:' || n.transaction_id, false from operator_ids n
  where n.operator = s.operator and n.operator_tx_id = s.operator_tx_id and not n.is_deposit
  union
  select 'transaction:' || p.transaction_id, false
  from payout_transfers p
  join transactions t
    on t.id = p.transaction_id and coalesce(t.provider_tx_id, p.operator_tx_id) = p.operator_tx_id
  where p.operator = s.operator and p.operator_tx_id = s.operator_tx_id`;

/** Every transfer that the books have by two meanings, as a proof whose findings can be mended. */
export const TRANSFERS_MOVE_ONCE = `
    with moved as materialized (
      select e.cause, e.rule, ${PAYMENT.operator} as operator, ${PAYMENT.txId} as operator_tx_id
      from book_entries e
      where e.rule in ('moved_out', 'left_for_own_wallet', 'topped_up', 'came_from_own_wallet')
        and e.cause like 'payment:%' and not ${isTurnedRound('e.cause', 'e.rule')}
    ), named as (
      select cause, operator, operator_tx_id from moved
      union
      select 'payment:' || operator || ':' || operator_tx_id, operator, operator_tx_id
      from given_back
    ), meant as materialized (
      select s.cause as transfer, e.cause, e.rule
      from named s cross join lateral (${CAUSES_OF_TRANSFER}) of
      join book_entries e on e.cause = of.cause
      where of.is_own = (e.rule in ('left_for_own_wallet', 'came_from_own_wallet', 'payment_in'))
        and not (of.is_own and ${isTurnedRound('e.cause', 'e.rule')})
    )
    select distinct on (m.cause, m.rule) m.cause as subject,
           'it is one transfer, and is booked as ' || m.rule || ' and ' || o.rule || ': '
             || case when one_of.by is null
                     then 'have two people correct what it was not (momo books adjust)'
                     else 'turn the first round (momo books repair)' end as problem,
           case when one_of.by is not null
                then jsonb_build_object('kind', 'moved_twice', 'cause', m.cause,
                                        'by', one_of.by) end as fault
    from moved m
    join meant o on o.transfer = m.cause
    join ${ONE_OF} on one_of.one = m.rule and one_of.other = o.rule
    union all
    select transfer, 'it is one transfer, and is booked for ' || string_agg(cause, ' and ')
             || ': have two people correct what it was not (momo books adjust)', null
    from meant
    where rule in ('payout_succeeded', 'failed_payout_paid', 'unmatched_given_back',
                   'overpayment_given_back')
    group by transfer having count(distinct cause) > 1`;
