-- A checkout is a reference with attempts: each attempt is an ordinary deposit. Which success
-- counts is decided by one process at a time, which holds the lock of the checkout's row.

create table checkouts (
  id uuid primary key,
  application_id uuid not null references applications (id),
  reference text not null check (char_length(reference) between 1 and 120),
  token text not null constraint one_page_per_token unique,
  amount_xaf payment_amount not null,
  description text,
  player_id uuid,
  operators text[],
  lang text not null check (lang in ('fr', 'en')),
  return_url text,
  cancel_url text,
  callback_url text,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired', 'cancelled')),
  state_updated_at timestamptz(3) not null,
  seal uuid,
  state_seal uuid,
  constraint one_checkout_per_reference unique (application_id, reference)
);

comment on table checkouts is 'checkouts: an amount that one of several attempts pays';

create index open_checkouts_end on checkouts (expires_at) where state = 'open';

create table checkout_attempts (
  transaction_id uuid primary key,
  checkout_id uuid not null references checkouts (id),
  number int not null check (number > 0),
  succeeded_at timestamptz(3),
  outcome text check (outcome in ('paid', 'surplus')),
  seal uuid,
  constraint one_attempt_per_number unique (checkout_id, number),
  constraint counted_after_success check (outcome is null or succeeded_at is not null)
);

comment on table checkout_attempts is
  'checkouts: their deposits, and which of them paid; triggers of transactions note a success';

create unique index paid_by_one_attempt on checkout_attempts (checkout_id) where outcome = 'paid';
create index uncounted_successes on checkout_attempts (succeeded_at)
  where succeeded_at is not null and outcome is null;

alter table webhooks drop constraint webhooks_event_check;
alter table webhooks add constraint webhooks_event_check check (event in (
  'payment.succeeded', 'payment.failed', 'payment.expired',
  'checkout.paid', 'checkout.surplus', 'checkout.expired', 'alert.raised', 'alert.cleared'))
  not valid;

create or replace function follow_changed_transactions() returns trigger language plpgsql as $$
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
  -- Each attempt has a row of its own, so that two of one checkout do not wait for each other here.
  if exists (select from changed where created_by = 'checkout' and state = 'succeeded') then
    update checkout_attempts a set succeeded_at = c.state_updated_at from changed c
    where c.created_by = 'checkout' and c.state = 'succeeded'
      and a.transaction_id = c.id and a.succeeded_at is null;
  end if;
  return null;
end
$$;
