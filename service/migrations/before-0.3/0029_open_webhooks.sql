-- A webhook is written once. What happens to it until it is delivered is in a table of its own,
-- with a row for each that is pending or undelivered: an attempt does not write the body again.
create table open_webhooks (
  webhook_id uuid primary key,
  transaction_id uuid not null,
  position bigint not null,
  created_at timestamptz(3) not null,
  due_at timestamptz(3),
  claim uuid,
  attempts integer not null default 0,
  state text not null default 'pending',
  url text not null,
  origin text not null,
  token text,
  constraint attempts_within_limit check (attempts between 0 and 4),
  constraint open_webhooks_state_check check (state in ('pending', 'undelivered')),
  constraint due_while_pending check ((due_at is not null) = (state = 'pending'))
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_insert_threshold = -1);
insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, claim,
                           attempts, state, url, origin, token)
select id, transaction_id, position, created_at, case when state = 'pending' then due_at end, claim,
       attempts, state, url, origin, token
from webhooks where state in ('pending', 'undelivered') order by id;

-- The others have ended: the last attempt tells how, and the transaction where it was sent.
alter table webhooks
  drop column state, drop column attempts, drop column due_at, drop column claim,
  drop column token, drop column finished_at, drop column url, drop column origin;

-- Each of these fits one question only: a plan that was kept from when the table was empty may
-- otherwise answer one question by the index of another, and read all of it.
create index open_webhooks_due on open_webhooks (due_at) where due_at is not null;
create index open_webhooks_pending_of_transaction on open_webhooks (transaction_id, position)
  where state = 'pending';
create index open_webhooks_undelivered on open_webhooks (created_at) where state = 'undelivered';
