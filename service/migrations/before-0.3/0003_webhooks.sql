-- The outbox: one row per event to be told, written in the same statement as the move it tells of.
-- A claim pushes due_at into the future, so a process that dies gives its claims back by itself;
-- the claim's own id keeps a process that wakes up too late from writing over newer facts.
-- Undelivered means that nobody has done anything about it yet: once the event is sent again as a
-- new delivery, the old one is replayed.
create table webhooks (
  id uuid primary key,
  position bigint generated always as identity,
  transaction_id uuid not null,
  application_id uuid not null,
  event text not null check (event in ('payment.succeeded', 'payment.failed', 'payment.expired')),
  url text not null,
  origin text not null,
  body text not null,
  state text not null default 'pending'
    check (state in ('pending', 'delivered', 'undelivered', 'replayed')),
  is_replay boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  claim uuid,
  token text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint finished_or_pending check ((finished_at is null) = (state = 'pending')),
  constraint attempts_within_limit check (attempts between 0 and 4)
);
create index webhooks_due on webhooks (due_at) where state = 'pending';
create index webhooks_pending_of_transaction on webhooks (transaction_id, position)
  where state = 'pending';
create index webhooks_transaction on webhooks (transaction_id, position);
create index webhooks_undelivered on webhooks (created_at) where state = 'undelivered';

-- Every attempt: when, how it ended, how long it took, how the answer began. Never changed.
create table webhook_attempts (
  webhook_id uuid not null,
  number integer not null check (number between 1 and 4),
  at timestamptz(3) not null,
  status integer,
  error text,
  latency_ms integer not null check (latency_ms >= 0),
  answer text,
  primary key (webhook_id, number),
  constraint status_or_error check ((status is null) <> (error is null))
);
create trigger webhook_attempts_append_only before update or delete or truncate on webhook_attempts
  for each statement execute function refuse_change();

-- A new key pair is published at once and signs from active_from on.
alter table signing_keys add column active_from timestamptz(3) not null default now();
