-- What a line has by its operator, said by somebody who can be believed. The newest one is where
-- the chain of its texts starts: a text is believed when it connects to it without a gap.
create table trusted_balances (
  id uuid primary key,
  line text not null,
  balance_cents bigint not null check (balance_cents >= 0),
  source text not null
    check (source in ('opening', 'staff', 'operator_api', 'ussd', 'release_0_1')),
  at timestamptz(3) not null,
  said_by text not null,
  reason text
);
create index trusted_balances_line on trusted_balances (line, at);

-- balance_cents is the end of the chain, start_cents its beginning while older texts may be under
-- way. opened_at: since then the line can confirm payments. gap_at: since then texts came that do
-- not connect, and none that does.
alter table lines
  add column opened_at timestamptz(3),
  add column tells_balances boolean not null default true,
  add column trusted_at timestamptz(3),
  add column balance_time timestamptz(3),
  add column gap_at timestamptz(3);

-- Each text about money that names a balance: from what the line had to what it had then. A text
-- that names several balances has a row for each until one of them has connected.
create table balance_steps (
  id uuid primary key,
  line text not null,
  sms_id uuid not null,
  at timestamptz(3) not null,
  -- The operator's time, and never later than when the text came.
  time timestamptz(3) not null,
  before_cents bigint not null,
  after_cents bigint not null,
  -- The same text by another gateway is the same step.
  fingerprint bytea not null,
  state text not null check (state in ('waiting', 'believed', 'set_aside')),
  constraint one_step_per_reading unique (line, fingerprint, before_cents, after_cents)
);
create unique index one_text_moves_a_line_once on balance_steps (line, fingerprint)
  where state = 'believed';
create index balance_steps_sms on balance_steps (sms_id);
-- What a chain finds next, however long its history and however many texts hang beside it.
create index balance_steps_from on balance_steps (line, before_cents) where state = 'waiting';
create index balance_steps_to on balance_steps (line, after_cents) where state = 'waiting';

-- Lines that are in use go on from the balance that was last accepted.
insert into trusted_balances (id, line, balance_cents, source, at, said_by)
select gen_random_uuid(), line, balance_cents, 'release_0_1', now(), 'migration'
from lines where balance_cents is not null;

update lines set opened_at = coalesce(balance_at, now()), trusted_at = now(), start_cents = null
where balance_cents is not null;

-- Lines that were credited although their texts never named a balance go on like that.
update lines l set opened_at = now(), tells_balances = false
where l.balance_cents is null and exists (
  select from receipts r where r.line = l.line and r.is_trusted and r.sms_id is not null);

insert into balance_steps (id, line, sms_id, at, time, before_cents, after_cents, fingerprint,
                           state)
select b.id, b.line, b.sms_id, b.at, b.at, b.balance_cents - b.change_cents, b.balance_cents,
       uuid_send(b.sms_id), 'waiting'
from chain_breaks b
where b.closed_at is null
  and not exists (select from receipts r where r.sms_id = b.sms_id and r.state = 'dismissed');

update lines l set gap_at = (
  select min(s.at) from balance_steps s where s.line = l.line and s.state = 'waiting');

-- A payment that fitted, and waited because another text did not, is on the chain.
insert into balance_steps (id, line, sms_id, at, time, before_cents, after_cents, fingerprint,
                           state)
select gen_random_uuid(), r.line, r.sms_id, r.received_at, r.received_at,
       r.balance_cents - r.amount_xaf * 100 + coalesce(r.fee_cents, 0), r.balance_cents,
       uuid_send(r.sms_id), 'believed'
from receipts r
where r.waits_for_line and r.state = 'unmatched' and r.balance_cents is not null
  and r.sms_id is not null
  and not exists (select from chain_breaks b where b.sms_id = r.sms_id);
