-- The operator's id of money that is booked under the cause that it answers: what went back to a
-- payer, or came back to us. A statement has its line under this id.
create table given_back (
  operator text not null references operators (name),
  operator_tx_id text not null,
  cause text collate "C" not null check (cause <> ''),
  constraint one_row_per_id primary key (operator, operator_tx_id)
);
create trigger given_back_append_only before update or delete or truncate on given_back
  for each statement execute function refuse_change();

-- A person has explained a difference: the next comparison does not open it again.
alter table statement_differences
  add column settled_by text,
  add column settled_because text,
  add constraint settled_is_closed
    check ((settled_by is null) = (settled_because is null)
           and (settled_by is null or closed_at is not null));

-- A line of a statement becomes a receipt or an entry by two people, as other changes are made.
alter table pending_changes
  drop constraint pending_changes_kind_check,
  add constraint pending_changes_kind_check
    check (kind in ('channel', 'staff', 'adjustment', 'statement_line'));

-- A statement that somebody uploads from the console, in parts: any process may get the next one.
create table statement_uploads (
  id uuid primary key,
  wallet text not null,
  file_name text not null,
  bytes integer not null check (bytes > 0),
  uploaded_by uuid not null references staff (id),
  begun_at timestamptz(3) not null
);
create table statement_parts (
  upload_id uuid not null references statement_uploads (id) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (upload_id, part)
);
