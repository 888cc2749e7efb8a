-- What an application simulates in the sandbox says nothing about the provider to the others, so it
-- is counted for that application alone. A table of its own, because older processes go on writing
-- to provider_minutes by its key.
create table simulated_minutes (
  application_id uuid not null,
  provider_id text not null,
  minute timestamptz(0) not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  neither integer not null default 0,
  primary key (application_id, provider_id, minute)
);
create index simulated_minutes_minute on simulated_minutes (minute);
