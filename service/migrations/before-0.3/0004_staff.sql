-- The people who approve, resolve and administer.
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (char_length(name) between 1 and 100),
  role text not null check (role in ('viewer', 'agent', 'admin')),
  password_hash text not null,
  must_change_password boolean not null default true,
  totp_secret text,
  totp_confirmed_at timestamptz(3),
  -- A code is good once: the time step of the last one that was used.
  totp_last_step bigint not null default 0,
  failed_sign_ins integer not null default 0,
  locked_until timestamptz(3),
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- Sessions of browsers and tokens of scripts, found by the hash of what the client holds.
create table staff_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  staff_id uuid not null references staff (id),
  kind text not null check (kind in ('browser', 'script')),
  label text,
  second_factor_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  ip text,
  user_agent text
);
create index staff_sessions_staff on staff_sessions (staff_id) where revoked_at is null;

-- Every action of a person, chained by hashes: a line that is changed or removed breaks the chain.
create table audit_log (
  id bigint primary key,
  at timestamptz(3) not null,
  actor text not null,
  actor_id uuid,
  ip text,
  action text not null,
  subject text not null,
  before json,
  after json,
  reason text,
  previous_hash text not null,
  hash text not null
);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Who has approved a withdrawal: large ones need two different people.
create table approvals (
  transaction_id uuid not null,
  staff_id uuid not null references staff (id),
  at timestamptz(3) not null,
  primary key (transaction_id, staff_id)
);

-- Payments that we were told of. Each completes at most one deposit.
create table receipts (
  id uuid primary key,
  operator text not null check (operator in ('mtn', 'orange')),
  operator_tx_id text not null,
  payer_msisdn text not null,
  line text not null,
  amount_xaf bigint not null check (amount_xaf > 0),
  received_at timestamptz(3) not null,
  state text not null check (state in ('unmatched', 'used', 'dismissed')),
  reason text not null check (reason <> ''),
  created_at timestamptz(3) not null,
  constraint one_receipt_per_operator_transaction unique (operator, operator_tx_id)
);
create index receipts_unmatched on receipts (received_at, id) where state = 'unmatched';
create index receipts_payer on receipts (payer_msisdn, received_at);

create table receipt_uses (
  receipt_id uuid primary key references receipts (id),
  transaction_id uuid not null,
  used_at timestamptz(3) not null
);
create index receipt_uses_transaction on receipt_uses (transaction_id);

-- Lists of the console. Ids are made in the order of time, so they page by id: the newest first
-- over everything by the primary key, and by this index for every combination of filters. The
-- queues are counted on it too.
create index transactions_filter on transactions (direction, operator, state, id);
create index transactions_msisdn on transactions (msisdn, id);
create index transactions_reference on transactions (reference);
create index transactions_provider_tx on transactions (provider_tx_id)
  where provider_tx_id is not null;
