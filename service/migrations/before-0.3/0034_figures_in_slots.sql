-- Every outcome adds to the figures of its provider's minute. In one row each would wait for the
-- one before it until that is on the disk; so each connection to the database has its own slot.
alter table provider_minutes
  drop constraint provider_minutes_pkey,
  -- Outcomes that an application simulated count for it alone.
  add column application_id uuid,
  add column slot integer not null default 0;
insert into provider_minutes (provider_id, minute, application_id, succeeded, failed, neither)
select provider_id, minute, application_id, succeeded, failed, neither from simulated_minutes;
drop table simulated_minutes;
alter table provider_minutes
  add constraint one_row_per_minute_and_slot
    unique nulls not distinct (minute, provider_id, application_id, slot);
