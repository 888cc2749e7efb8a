-- A trusted balance has the time at which it was read: an older text does not start from it.
alter table trusted_balances add column read_at timestamptz(3);
update trusted_balances set read_at = at;
alter table trusted_balances alter column read_at set not null;

-- start_cents and trusted_at: the trusted balance that the chain of a line starts from, and when it
-- was read. open_gaps: where money moved before a trusted balance, and texts that explain it may
-- still come. burst_at: when the last of too many texts came that connect to nothing.
alter table lines
  add column open_gaps jsonb not null default '[]',
  add column burst_at timestamptz(3);

-- A line of an older release: its balance was read when it was trusted, and the last text before
-- that is the last one of which the release knows.
update lines l set
  trusted_at = coalesce(l.trusted_at, l.balance_at, app_now()),
  balance_time = coalesce(l.balance_time, l.trusted_at, l.balance_at, app_now()),
  start_cents = coalesce((select b.balance_cents from trusted_balances b
                          where b.line = l.line order by b.at desc limit 1), l.balance_cents),
  open_gaps = case
    when l.start_cents is null or l.trusted_at is null
      or l.trusted_at < app_now() - interval '15 minutes' then '[]'
    else jsonb_build_array(jsonb_build_object(
      'from_cents', last.after_cents, 'from_time', last.time,
      'to_cents', l.start_cents, 'to_time', l.trusted_at, 'read_at', l.trusted_at)) end
from lines o
left join lateral (
  select s.after_cents, s.time from balance_steps s
  where s.line = o.line and s.state = 'believed' and s.at < o.trusted_at
  order by s.time desc limit 1) last on true
where o.line = l.line and l.balance_cents is not null;

-- The same in all texts about one number, amount and direction, while they wait.
alter table balance_steps add column about integer;

-- All that waits on a line is compared, newest first.
drop index balance_steps_from;
drop index balance_steps_to;
create index balance_steps_waiting on balance_steps (line, at) where state = 'waiting';

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (
  kind in ('payouts_wait', 'float_low', 'line_silent', 'line_burst', 'contradiction',
           'policy_untrusted', 'seal_broken'));

-- A balance that one person has typed is their word alone until a second person types one that
-- agrees, or the operator reports it. Lines of an older release go on as they were.
alter table lines add column typed_by uuid references staff (id);
alter table receipts add column typed_by uuid references staff (id);
