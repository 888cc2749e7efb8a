-- An aggregator serves both operators by one account, and a provider here serves one: the second
-- provider names the first, and has no settings or secrets of its own that could differ. The money
-- of all its operators may be in one pool.

alter table providers
  add column one_pool boolean not null default false,
  add column account_of text references providers (id),
  add constraint account_is_of_one check (
    account_of is null
    or (account_of <> id and settings::text = '{}' and secrets = '{}'));

-- A pool has ids of several operators.
alter table statement_differences
  drop constraint one_difference_per_payment,
  add constraint one_difference_per_payment unique (wallet, operator, operator_tx_id, kind);
