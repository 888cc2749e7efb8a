-- A SIM that met trouble before the confirming answer is offered its job again, as another offer.
alter table sim_jobs
  add column tries integer not null default 0,
  add column offer_from timestamp(3) with time zone,
  drop constraint taken_before_ended,
  add constraint taken_before_ended check (
    (state not in ('taken', 'ended') or taken_at is not null)
    and (state = 'ended') = (ended_at is not null)
    and (state = 'ended') = (outcome is not null));
