-- A provider is a configured instance: an adapter with its terms and its switch. A channel is one
-- way to move money through it for one operator.
create table providers (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  adapter text not null,
  display_name text not null,
  description text not null,
  logo text not null,
  operators text[] not null check (operators <@ array['mtn', 'orange'] and operators <> '{}'),
  directions text[] not null
    check (directions <@ array['deposit', 'withdrawal'] and directions <> '{}'),
  deposit_fee_percent numeric(6, 3) not null default 0 check (deposit_fee_percent >= 0),
  withdrawal_fee_percent numeric(6, 3) not null default 0 check (withdrawal_fee_percent >= 0),
  deposit_fee_message text not null default '',
  is_primary boolean not null,
  priority integer not null default 1,
  flag_enabled boolean not null default true,
  created_at timestamptz(3) not null default now()
);

create table channels (
  id text primary key check (id ~ '^[a-z0-9-]{1,60}$'),
  provider_id text not null references providers (id),
  operator text not null check (operator in ('mtn', 'orange')),
  collection_mode text not null
    check (collection_mode in ('merchant_initiated', 'customer_initiated')),
  merchant_number text not null,
  merchant_display_name text,
  ussd_template text,
  illustration_url text,
  illustration_alt text,
  enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  constraint customer_initiated_needs_a_code
    check (collection_mode <> 'customer_initiated' or ussd_template is not null)
);
create index channels_provider on channels (provider_id);

-- Outcomes per provider and minute: the one-hour figures are sums of at most 61 rows, never scans.
create table provider_minutes (
  provider_id text not null,
  minute timestamptz(0) not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  neither integer not null default 0,
  primary key (provider_id, minute)
);

-- No foreign keys on the tables of the hot path: each would cost one more look-up and row lock per
-- payment. Their values come from one writer that has just read them.
create table transactions (
  id uuid primary key,
  application_id uuid not null,
  direction text not null check (direction in ('deposit', 'withdrawal')),
  reference text not null check (char_length(reference) between 1 and 128),
  player_id uuid not null,
  operator text not null check (operator in ('mtn', 'orange')),
  provider_id text not null,
  channel_id text not null,
  collection_mode text
    check (collection_mode in ('merchant_initiated', 'customer_initiated')),
  msisdn text not null check (msisdn ~ '^\+[1-9][0-9]{7,14}$'),
  amount_xaf bigint not null check (amount_xaf between 100 and 9007199254740991),
  state text not null,
  state_reason text not null check (state_reason <> ''),
  state_updated_at timestamptz(3) not null,
  provider_tx_id text,
  expires_at timestamptz(3),
  callback_url text,
  instructions json,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version integer not null,
  constraint state_belongs_to_direction check (
    case direction
      when 'deposit' then state in ('pending', 'provider_acknowledged', 'succeeded', 'failed',
                                    'expired', 'requires_manual_resolution')
      else state in ('pending_approval', 'approved', 'provider_submitted', 'succeeded', 'failed',
                     'requires_manual_resolution')
    end
  ),
  constraint deadline_only_while_open
    check ((expires_at is not null) = (state in ('pending', 'provider_acknowledged'))),
  constraint mode_only_for_deposits
    check ((collection_mode is not null) = (direction = 'deposit')),
  constraint instructions_only_for_customer_initiated
    check ((instructions is not null)
           = (collection_mode is not distinct from 'customer_initiated')),
  constraint one_row_per_reference unique (application_id, player_id, direction, reference)
);

-- The player list pages and counts on the index alone: direction and state ride along.
create index transactions_player on transactions
  (application_id, player_id, created_at desc, id desc) include (direction, state);

-- Only open deposits have a deadline, so this index holds what is open and nothing else.
create index transactions_deadline on transactions (expires_at) where expires_at is not null;

-- The history: one line per move, never changed. seq is the version that the move led to.
create table transitions (
  transaction_id uuid not null,
  seq integer not null check (seq > 0),
  from_state text,
  to_state text not null,
  trigger text not null,
  reason text not null,
  actor text not null,
  at timestamptz(3) not null,
  primary key (transaction_id, seq),
  constraint only_the_first_line_has_no_origin check ((from_state is null) = (seq = 1))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger transitions_append_only before update or delete or truncate on transitions
  for each statement execute function refuse_change();

-- Key pairs that sign webhooks; the newest one that is in force is the current one.
create table signing_keys (
  key_id text primary key check (key_id ~ '^service-payments-v[0-9]+$'),
  public_key_pem text not null,
  private_key text not null,
  created_at timestamptz(3) not null default now()
);
