-- The service chooses the token of an offer, so that the row and its seal are one statement. An
-- offer of before is known by the time at which it was made.
alter table sim_jobs add column offer text not null default '';
update sim_jobs set offer = (extract(epoch from created_at) * 1000)::bigint::text
where state in ('waiting', 'taken');
alter table sim_jobs alter column offer drop default;
