-- A yes is about one act: the payments that a person chose, and what becomes of the money. A yes of
-- release 0.2 has none of that. It still counts for an approval, where there is nothing to choose.
alter table agreements
  add column about jsonb,
  add constraint about_of_a_decision check (about is null or version is not null);
