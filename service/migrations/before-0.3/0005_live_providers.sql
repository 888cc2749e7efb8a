-- What a provider's account needs: settings that anybody may see, and secrets as one sealed text.
alter table providers
  add column settings json not null default '{}',
  add column secrets text not null default '{}';

-- What one payment through a channel may be, where the operator has limits of its own.
alter table channels
  add column min_amount_xaf bigint check (min_amount_xaf > 0),
  add column max_amount_xaf bigint check (max_amount_xaf > 0);

-- The one request that a transaction has with a provider. The row is there before anything is
-- sent, and sent_at is committed before the call: a request whose sent_at is set is never sent
-- again, only asked about. Another provider is tried only after the first has certainly not taken
-- it, which clears sent_at.
create table submissions (
  transaction_id uuid primary key,
  provider_id text not null,
  channel_id text not null,
  reference uuid not null unique,
  handle text,
  callback_secret text not null,
  sent_at timestamptz(3),
  -- Providers that have certainly not taken it.
  tried text[] not null default '{}',
  asked integer not null default 0,
  problem text,
  -- When the next step is due; null when nothing is left to do. A claim pushes it into the future,
  -- so a process that dies gives its claims back by itself.
  next_step_at timestamptz(3),
  claim uuid,
  created_at timestamptz(3) not null,
  constraint sent_with_a_handle check (sent_at is null or handle is not null)
);
create index submissions_due on submissions (next_step_at) where next_step_at is not null;

-- Withdrawals that wait for a provider's word, to find those that have waited too long.
create index transactions_submitted on transactions (state_updated_at)
  where state = 'provider_submitted';

-- What outside systems said, word for word: kept before anything acts on it, never changed.
create table evidence (
  id uuid primary key,
  transaction_id uuid not null,
  provider_id text not null,
  kind text not null check (kind in ('exchange', 'callback')),
  at timestamptz(3) not null,
  request text not null,
  status integer,
  answer text,
  error text,
  latency_ms integer
);
create index evidence_transaction on evidence (transaction_id, at);
create trigger evidence_append_only before update or delete or truncate on evidence
  for each statement execute function refuse_change();

-- Whether a provider can be used now, by what the last look and the last calls said.
create table provider_health (
  provider_id text primary key,
  is_up boolean not null,
  problem text,
  balance_xaf bigint,
  failures_in_row integer not null default 0,
  checked_at timestamptz(3) not null
);
