-- Double entry. A row of book_entries is a debit, a credit and an amount, so the sum of all
-- accounts is zero by its form.
create table book_accounts (
  id integer generated always as identity primary key,
  kind text not null check (kind in (
    'wallet', 'application', 'unmatched', 'overpayments', 'payouts_under_way', 'operator_fees',
    'disputed', 'in_transit', 'moved_outside', 'opening_balances', 'adjustments', 'rounding')),
  -- Which wallet or application; empty where there is only one of the kind.
  key text not null,
  -- Another wallet that this one turned out to be: whatever is booked to it goes there.
  same_as integer references book_accounts (id),
  name text collate "C" not null generated always as (kind || ' ' || key) stored,
  constraint one_account_per_name unique (name),
  constraint only_wallets_are_others check (same_as is null or kind = 'wallet'),
  constraint key_where_there_are_several
    check ((key <> '') = (kind in ('wallet', 'application')))
);

create table book_entries (
  -- What it is about: `payment:<operator>:<its id>`, `transaction:<id>`, `opening:<wallet>`.
  cause text collate "C" not null check (cause <> ''),
  rule text collate "C" not null check (rule <> ''),
  -- Without foreign keys: those would lock the row of an account that all credits share.
  debit integer not null,
  credit integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  booked_at timestamptz(3) not null,
  -- When the money moved, which may be told days later.
  value_at timestamptz(3) not null,
  xact bigint not null,
  constraint one_entry_per_cause primary key (cause, rule),
  constraint from_one_account_to_another check (debit <> credit)
);
create index book_entries_xact on book_entries (xact);
create trigger book_entries_append_only before update or delete or truncate on book_entries
  for each statement execute function refuse_change();

-- Per account and day of Douala, written by one worker: no settlement waits for a row of it.
create table book_totals (
  account integer not null,
  day date not null,
  -- Wider than one amount, of which the largest leaves no room for a second.
  debit_cents numeric(30) not null,
  credit_cents numeric(30) not null,
  primary key (account, day)
);

create table books (
  only_row boolean primary key default true check (only_row),
  -- What is added to PostgreSQL's transaction ids, which begin anew when a dump is restored into
  -- another cluster, and the database for which that was said.
  xact_offset bigint not null default 0,
  xact_identity text,
  -- Entries below are in the totals.
  rolled_to bigint not null default 0,
  -- Up to where `momo books open` has gone through what was stored before there were books.
  opened_to uuid,
  opened_at timestamptz(3)
);
insert into books default values;

-- An entry carries the id of the database transaction that wrote it. Below the oldest that is still
-- under way nothing can appear any more, whatever committed in which order.
create function entry_xact() returns bigint language sql volatile
  return (select pg_current_xact_id()::text::bigint + xact_offset from books);

create function open_account(in_name text) returns integer language plpgsql as $$
declare
  opened integer;
begin
  insert into book_accounts (kind, key)
  values (split_part(in_name, ' ', 1), substr(in_name, strpos(in_name, ' ') + 1))
  on conflict on constraint one_account_per_name do nothing returning id into opened;
  if opened is null then
    select coalesce(same_as, id) into strict opened from book_accounts where name = in_name;
  end if;
  return opened;
end
$$;

-- The wallet that payouts leave, where it is not the one that deposits come to.
alter table providers add column payout_wallet text check (payout_wallet ~ '^[a-z]{1,20}$');
do $$
begin
  -- An update counts as a change of the catalogue, also one of no row.
  if exists (select from providers where adapter = 'mtn-momo') then
    update providers set payout_wallet = 'disbursement' where adapter = 'mtn-momo';
  end if;
end
$$;

-- Whose the operators' fees are: ours, unless it was agreed otherwise with an application.
alter table applications add column bears_fees boolean not null default false;

-- A correction of the books waits for a second person as other changes do.
alter table pending_changes
  drop constraint pending_changes_kind_check,
  add constraint pending_changes_kind_check check (kind in ('channel', 'staff', 'adjustment'));

-- Whoever keeps the books neither approves nor resolves.
alter table staff
  drop constraint staff_role_check,
  add constraint staff_role_check check (role in ('viewer', 'agent', 'finance', 'admin'));
