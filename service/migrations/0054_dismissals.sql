-- What a dismissed payment was. Release 0.2 stored it only for money of rejected deposits that
-- went back.
alter table receipts
  add column dismissed_as text check (dismissed_as in ('returned', 'forged', 'unknown')),
  add constraint only_dismissed_ones_say_why check (dismissed_as is null or state = 'dismissed');
update receipts set dismissed_as = 'returned'
where state = 'dismissed' and reason like '%"returned_to_payer"%';

-- To say what a payment was may take two people.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal'));
