-- Outcomes are counted by direction, reason and time taken as well. What is older than two hours is
-- added up in one row each, at the beginning of time: the sums of all rows only grow, so that
-- metrics count from the database, whichever process has moved a payment. What earlier releases
-- counted is of use for an hour only.
create temporary table recent_minutes on commit drop as
  select provider_id, minute, application_id, slot, succeeded, failed, neither
  from provider_minutes where minute > app_now() - interval '2 hours';

truncate provider_minutes;

alter table provider_minutes
  add column direction text,
  add column reason_code text,
  -- The least bound that covers the time from creation to this outcome; null above all bounds.
  add column within_seconds integer,
  add column seconds double precision not null default 0,
  drop constraint one_row_per_minute_and_slot,
  add constraint one_row_per_minute_slot_and_outcome
    unique nulls not distinct (minute, provider_id, application_id, slot, direction, reason_code,
                               within_seconds);

insert into provider_minutes (provider_id, minute, application_id, slot, succeeded, failed, neither)
select provider_id, minute, application_id, slot, succeeded, failed, neither from recent_minutes;
