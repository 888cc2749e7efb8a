-- Release 0.2 took an id off the last screen in small letters, so that the text with the same id
-- never named the payout. The text says how the id is written; its payout is asked about again, and
-- gets its id, and its entries of the books, like a payout whose id is reported late.
with shown as (
  select distinct on (operator, operator_tx_id) reference, operator, operator_tx_id
  from (
    select j.reference, j.operator, j.taken_at,
           substr(m.body, strpos(upper(m.body), upper(j.shown_tx_id)), length(j.shown_tx_id))
             as operator_tx_id
    from sim_jobs j
    join sms_messages m
      on m.line = j.line and m.state = 'sent' and strpos(upper(m.body), upper(j.shown_tx_id)) > 0
        and m.id >= first_id_of((j.taken_at - interval '1 hour') at time zone 'utc')
        and m.id < first_id_of((j.taken_at + interval '3 days') at time zone 'utc')
    cross join regexp_replace(m.body, '[^0-9]', '', 'g') as digits
    where j.action = 'transfer' and j.operator_tx_id is null and j.state = 'ended'
      and j.outcome in ('accepted', 'unknown')
      and strpos(digits, right(j.msisdn, 9)) > 0 and strpos(digits, j.amount_xaf::text) > 0
  ) named
  where not exists (select from sim_jobs o where o.operator = named.operator
                      and o.operator_tx_id = named.operator_tx_id)
  order by operator, operator_tx_id, taken_at
), named as (
  update sim_jobs j set operator_tx_id = shown.operator_tx_id
  from shown where j.reference = shown.reference
  returning j.reference
)
update submissions s set next_step_at = app_now()
from named where s.reference = named.reference and s.sent_at is not null;
