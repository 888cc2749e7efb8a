-- What moves is kept apart from what never changes, so that a change of state writes none of the
-- indexes over all transactions: an update of a column in no index stays on its page.

-- What is still to be done: a row for each transaction that is not settled.
create table open_transactions (
  transaction_id uuid primary key,
  state text not null check (state not in ('succeeded', 'failed', 'expired')),
  since timestamptz(3) not null,
  expires_at timestamptz(3)
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_threshold = -1);
insert into open_transactions (transaction_id, state, since, expires_at)
select id, state, state_updated_at, expires_at from transactions
where state not in ('succeeded', 'failed', 'expired') order by id;
create index open_transactions_deadline on open_transactions (expires_at)
  where expires_at is not null;
create index open_transactions_state on open_transactions (state, since) where expires_at is null;

-- The operator's ids of transactions. One payment of an operator completes one deposit.
create table operator_ids (
  transaction_id uuid primary key,
  operator text not null,
  operator_tx_id text not null,
  is_deposit boolean not null
);
insert into operator_ids (transaction_id, operator, operator_tx_id, is_deposit)
select id, operator, provider_tx_id, direction = 'deposit' from transactions
where provider_tx_id is not null order by id;

-- The transactions of a number. The table of the last days is small, so that a new payment writes a
-- page that was just written; later the rows go to the other one, many at a time and in order.
create table recent_numbers (
  msisdn text not null,
  transaction_id uuid not null,
  primary key (msisdn, transaction_id)
) with (autovacuum_vacuum_insert_threshold = -1);
create index recent_numbers_age on recent_numbers using brin (transaction_id)
  with (autosummarize = on);
create table old_numbers (
  msisdn text not null,
  transaction_id uuid not null,
  primary key (msisdn, transaction_id)
);
insert into recent_numbers (msisdn, transaction_id)
select msisdn, id from transactions order by 2;

-- What makes a request the same one as before, in 16 bytes, so that its index stays small. The
-- first half is that of the reference alone: all of its transactions are side by side.
-- The service computes it (db/transactions/reference-key.ts): a generated column cost a seventh of
-- a whole create.
create function half_key(value text) returns text language sql immutable strict parallel safe
  return left(encode(sha256(replace(value, '\', '\\')::bytea), 'hex'), 16);
create function reference_key(application_id uuid, player_id uuid, direction text, reference text)
  returns uuid language sql immutable strict parallel safe
  return (half_key(reference)
          || half_key(application_id::text || player_id::text || direction || ' ' || reference)
         )::uuid;

-- What a column may hold, as domains: PostgreSQL reads the text of a check constraint anew for each
-- statement that writes to its table, and that of a domain once for each connection.
create domain payment_amount as bigint check (value between 100 and 9007199254740991);
create domain payment_direction as text check (value in ('deposit', 'withdrawal'));
create domain payment_mode as text
  check (value in ('merchant_initiated', 'customer_initiated'));
-- A regular expression takes ten times as long.
create domain international_number as text
  check (value like '+%' and value not like '+0%' and length(value) between 9 and 16
         and translate(substr(value, 2), '0123456789', '') = '');
create domain payment_reference as text check (char_length(value) between 1 and 128);
create domain some_text as text check (value <> '');

-- What the columns of a transaction have to do with each other. Looked at by the triggers below,
-- for all rows of a statement together, for the same reason.
create function is_possible_transaction(
  direction text, state text, expires_at timestamptz, collection_mode text, instructions json
) returns boolean language sql immutable parallel safe
  return case direction
      when 'deposit' then state in ('pending', 'provider_acknowledged', 'succeeded', 'failed',
                                    'expired', 'requires_manual_resolution')
      else state in ('pending_approval', 'approved', 'provider_submitted', 'succeeded', 'failed',
                     'requires_manual_resolution')
    end
    and (expires_at is not null) = (state in ('pending', 'provider_acknowledged'))
    and (collection_mode is not null) = (direction = 'deposit')
    and (instructions is not null) = (collection_mode is not distinct from 'customer_initiated');

-- The same transactions in a new table: the widths of columns in order, so that no room is lost
-- between them, and room on every page for the next versions of its rows.
alter table transactions rename to old_transactions;
alter table old_transactions
  drop constraint transactions_pkey,
  drop constraint one_row_per_reference;
drop index one_payment_one_deposit;

create table transactions (
  id uuid not null,
  application_id uuid not null,
  player_id uuid not null,
  reference_key uuid not null,
  amount_xaf payment_amount not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  state_updated_at timestamptz(3) not null,
  expires_at timestamptz(3),
  version integer not null,
  direction payment_direction not null,
  operator text not null,
  provider_id text not null,
  channel_id text not null,
  collection_mode payment_mode,
  state text not null,
  msisdn international_number not null,
  reference payment_reference not null,
  state_reason some_text not null,
  provider_tx_id text,
  line text,
  callback_url text,
  instructions json
) with (fillfactor = 85);

insert into transactions (
  id, application_id, player_id, reference_key, amount_xaf, created_at, updated_at,
  state_updated_at, expires_at, version, direction, operator, provider_id, channel_id,
  collection_mode, state, msisdn, reference, state_reason, provider_tx_id, line, callback_url,
  instructions)
select id, application_id, player_id,
       reference_key(application_id, player_id, direction, reference),
       amount_xaf, created_at, updated_at, state_updated_at, expires_at, version, direction,
       operator, provider_id, channel_id, collection_mode, state, msisdn, reference, state_reason,
       provider_tx_id, line, callback_url, instructions
from old_transactions order by id;
drop table old_transactions;

alter table transactions
  add constraint transactions_pkey primary key (id),
  add constraint one_row_per_reference unique (reference_key);
create index transactions_player on transactions (application_id, player_id, created_at);
create index transactions_kind on transactions (direction, operator, id);
-- Whoever writes without it, as the release before does.
create function fill_reference_key() returns trigger language plpgsql as $$
begin
  new.reference_key := reference_key(new.application_id, new.player_id, new.direction,
                                     new.reference);
  return new;
end
$$;
create trigger transactions_have_a_key before insert on transactions
  for each row when (new.reference_key is null) execute function fill_reference_key();
create trigger transactions_operator_kept before update of operator on transactions
  for each row when (new.operator is distinct from old.operator)
  execute function refuse_other_operator();

-- The tables above follow the transactions as an index does, whoever changes one. Rows of one
-- statement are written together.
create function follow_new_transactions() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select i.id, i.operator, i.operator <> all (array(select name from operators)) as is_unknown
  into wrong from inserted i
  where i.operator <> all (array(select name from operators))
     or not is_possible_transaction(i.direction, i.state, i.expires_at, i.collection_mode,
                                    i.instructions)
  limit 1;
  if wrong.is_unknown then
    raise exception 'operator % is not in the table operators', wrong.operator
      using errcode = 'foreign_key_violation';
  elsif found then
    raise exception 'transaction % cannot be like this', wrong.id using errcode = 'check_violation';
  end if;
  with opened as (
    insert into open_transactions (transaction_id, state, since, expires_at)
    select id, state, state_updated_at, expires_at from inserted
    where state not in ('succeeded', 'failed', 'expired')
  ), numbered as (
    insert into recent_numbers (msisdn, transaction_id) select msisdn, id from inserted
  )
  insert into operator_ids (transaction_id, operator, operator_tx_id, is_deposit)
  select id, operator, provider_tx_id, direction = 'deposit' from inserted
  where provider_tx_id is not null;
  return null;
end
$$;
create trigger new_transactions_followed after insert on transactions
  referencing new table as inserted
  for each statement execute function follow_new_transactions();
drop function refuse_unknown_operator();

create function follow_changed_transactions() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select c.id into wrong from changed c
  where not is_possible_transaction(c.direction, c.state, c.expires_at, c.collection_mode,
                                    c.instructions)
  limit 1;
  if found then
    raise exception 'transaction % cannot be like this', wrong using errcode = 'check_violation';
  end if;
  with ended as (
    delete from open_transactions o using changed c
    where o.transaction_id = c.id and c.state in ('succeeded', 'failed', 'expired')
  )
  insert into open_transactions (transaction_id, state, since, expires_at)
  select id, state, state_updated_at, expires_at from changed
  where state not in ('succeeded', 'failed', 'expired')
  on conflict (transaction_id) do update
    set state = excluded.state, since = excluded.since, expires_at = excluded.expires_at;
  delete from operator_ids n using before b, changed c
  where n.transaction_id = b.id and c.id = b.id
    and b.provider_tx_id is distinct from c.provider_tx_id;
  insert into operator_ids (transaction_id, operator, operator_tx_id, is_deposit)
  select c.id, c.operator, c.provider_tx_id, c.direction = 'deposit'
  from changed c join before b using (id)
  where c.provider_tx_id is not null and c.provider_tx_id is distinct from b.provider_tx_id;
  return null;
end
$$;
create trigger changed_transactions_followed after update on transactions
  referencing old table as before new table as changed
  for each statement execute function follow_changed_transactions();

create unique index one_payment_one_deposit on operator_ids
  (operator_tx_id, operator, (case when not is_deposit then transaction_id end))
  nulls not distinct;

-- For lists of what ended badly; what succeeded is most of what there is, and needs none.
create index transitions_ended_badly on transitions (to_state, transaction_id)
  where to_state in ('failed', 'expired');
