-- What the company's own pager is told: a condition that began or ended. A condition is open once.
create table alerts (
  id uuid primary key,
  kind text not null check (kind in ('payouts_wait', 'float_low', 'line_silent', 'contradiction')),
  -- Which wallet, line, state or contradiction.
  subject text not null,
  raised_at timestamptz(3) not null,
  cleared_at timestamptz(3) check (cleared_at >= raised_at)
);
create unique index one_open_alert on alerts (kind, subject) where cleared_at is null;

-- What is posted about it: the exact text, until it was taken or given up.
create table alert_messages (
  id uuid primary key,
  alert_id uuid not null references alerts (id),
  event text not null check (event in ('alert.raised', 'alert.cleared')),
  body text not null,
  created_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Null: taken or given up.
  due_at timestamptz(3),
  delivered_at timestamptz(3),
  last_result text,
  constraint one_message_per_event unique (alert_id, event),
  constraint delivered_is_not_due check (delivered_at is null or due_at is null)
);
create index alert_messages_due on alert_messages (due_at) where due_at is not null;
