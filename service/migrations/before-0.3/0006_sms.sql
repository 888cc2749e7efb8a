-- Whoever hands us the operators' SMS: a phone, a modem program, an SMS server.
create table gateways (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  dialect text not null check (dialect in ('android', 'kannel', 'signed')),
  secret text not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3)
);

-- Which SIM of a gateway is which of our lines. Some operators' texts do not name the receiving
-- number, so this table decides where money went, never the text alone.
create table gateway_sims (
  gateway_id text not null references gateways (id),
  sim text not null check (sim <> ''),
  operator text not null check (operator in ('mtn', 'orange')),
  line text not null check (line <> ''),
  store_used integer check (store_used >= 0),
  store_size integer check (store_size > 0),
  primary key (gateway_id, sim)
);
create index gateway_sims_line on gateway_sims (line);

-- Every text as it came, stored before anything acts on it. The digest tells a repeat.
create table sms_messages (
  id uuid primary key,
  gateway_id text not null,
  sim text,
  operator text,
  line text,
  sender text not null,
  body text not null,
  sent_at timestamptz(3),
  at timestamptz(3) not null,
  trust text not null check (trust in ('trusted', 'late', 'unknown_sim', 'forged')),
  digest bytea not null constraint one_row_per_message unique,
  seen integer not null default 1,
  state text not null
    check (state in ('stored', 'receipt', 'repeat', 'sent', 'balance', 'review', 'nothing',
                     'refused')),
  reason text,
  template text
);
create index sms_messages_stored on sms_messages (at) where state = 'stored';
create index sms_messages_unread on sms_messages (id) where state in ('review', 'nothing');

-- What each line should hold by the texts so far.
create table lines (
  line text primary key,
  start_cents bigint,
  balance_cents bigint,
  balance_at timestamptz(3)
);

-- Texts whose new balance does not follow from the one before. A line with an open one is in
-- doubt until the missing text arrives or staff has looked.
create table chain_breaks (
  id uuid primary key,
  line text not null,
  sms_id uuid not null,
  at timestamptz(3) not null,
  change_cents bigint not null,
  balance_cents bigint not null,
  expected_cents bigint not null,
  meaning text not null,
  closed_at timestamptz(3),
  closed_by text,
  constraint closed_by_somebody check ((closed_at is null) = (closed_by is null))
);
create index chain_breaks_open on chain_breaks (line, at) where closed_at is null;

alter table receipts
  add column sms_id uuid,
  add column payer_name text,
  add column operator_time timestamptz(3),
  add column fee_cents bigint,
  add column balance_cents bigint,
  -- Whether it may be credited without a person, and what speaks against it.
  add column is_trusted boolean not null default true,
  add column score integer not null default 100 check (score between 0 and 100),
  add column doubts text[] not null default '{}',
  -- Nothing speaks against it but the line's balances: it is matched once those add up again.
  add column waits_for_line boolean not null default false;
create index receipts_waiting on receipts (line, id) where waits_for_line;

create index receipts_sms on receipts (sms_id) where sms_id is not null;

-- The number in the deposit's own instructions: a channel's number may change later.
alter table transactions add column line text;
