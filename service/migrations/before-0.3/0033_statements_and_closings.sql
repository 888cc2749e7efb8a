-- What operators say in their statements of our accounts, line by line.
create table statements (
  id uuid primary key,
  wallet text not null,
  file_name text not null,
  -- Of the file: the same one again changes nothing.
  digest bytea not null,
  mapping text not null,
  lines integer not null check (lines > 0),
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  imported_by text not null,
  imported_at timestamptz(3) not null,
  constraint one_row_per_statement unique (wallet, digest)
);

create table statement_lines (
  statement_id uuid not null references statements (id),
  row integer not null,
  wallet text not null,
  operator text not null references operators (name),
  operator_tx_id text not null,
  direction text not null check (direction in ('in', 'out')),
  other text,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  at timestamptz(3) not null,
  balance_cents bigint,
  is_failed boolean not null,
  -- Statements of two days may have the same line: it counts once.
  constraint one_line_per_payment primary key (wallet, operator_tx_id, direction)
);
create index statement_lines_time on statement_lines (wallet, at);
create trigger statement_lines_append_only before update or delete or truncate on statement_lines
  for each statement execute function refuse_change();

-- Where our records and a statement differ; a work item until it is closed.
create table statement_differences (
  id uuid primary key default gen_random_uuid(),
  wallet text not null,
  kind text not null check (kind in (
    'paid_not_ours', 'not_on_statement', 'amount_differs', 'fee_differs', 'paid_though_failed',
    'failed_though_paid', 'taken_back')),
  operator text not null,
  operator_tx_id text not null,
  transaction_id uuid,
  ours_cents bigint,
  theirs_cents bigint,
  at timestamptz(3) not null,
  found_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint one_difference_per_payment unique (wallet, operator_tx_id, kind)
);
create index statement_differences_open on statement_differences (found_at)
  where closed_at is null;

-- What was in every account at the end of a day. Each closing has the hash of the one before, so a
-- changed past shows.
create table book_closings (
  day date primary key,
  content text not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz(3) not null
);
create trigger book_closings_append_only before update or delete or truncate on book_closings
  for each statement execute function refuse_change();

-- For the movements of some days; nearly free for whoever writes.
create index book_entries_booked on book_entries using brin (booked_at) with (autosummarize = on);
