-- A yes is about one act: the payments that a person chose, and what becomes of the money. A yes of
-- release 0.2 has none of that. It still counts for an approval, where there is nothing to choose.
alter table agreements
  add column about jsonb,
  add constraint about_of_a_decision check (about is null or version is not null);

-- That the texts of a line name no balance is believed of two people.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject',
                   'channel', 'staff', 'adjustment', 'statement_line', 'policy', 'line'));
