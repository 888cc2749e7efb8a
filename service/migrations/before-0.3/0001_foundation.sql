-- What one database belongs to: a sandbox database is never opened by a live service, nor the
-- reverse.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'live')),
  created_at timestamptz not null default now()
);

-- The one clock. Deadlines, leases and claims read app_now(); the shift is zero except in tests of
-- time.
create table clock (
  only_row boolean primary key default true check (only_row),
  shift interval not null default interval '0'
);
insert into clock default values;

create function app_now() returns timestamptz
  language sql stable parallel safe
  return now() + (select shift from clock);

-- Whoever owns API keys: the platform whose backend calls us.
create table applications (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 100),
  webhook_secret text,
  created_at timestamptz not null default now()
);

-- Keys are found by their public prefix and compared by the hash of their secret.
create table api_keys (
  prefix text primary key check (prefix ~ '^[a-z0-9]{12}$'),
  application_id uuid not null references applications (id),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index api_keys_application on api_keys (application_id);
