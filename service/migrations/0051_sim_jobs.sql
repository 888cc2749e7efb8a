-- A SIM that met trouble before the confirming answer is offered its job again, as another offer.
alter table sim_jobs
  add column tries integer not null default 0,
  add column offer_from timestamp(3) with time zone,
  drop constraint taken_before_ended,
  add constraint taken_before_ended check (
    (state not in ('taken', 'ended') or taken_at is not null)
    and (state = 'ended') = (ended_at is not null)
    and (state = 'ended') = (outcome is not null));

-- The name on the screen before the confirming answer: the next payout to this number shows it.
alter table sim_jobs add column shown_name text;
create index sim_jobs_names on sim_jobs (msisdn, created_at) where shown_name is not null;
