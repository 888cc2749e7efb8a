-- Money policy: limits, waiting times and how long data is kept. The newest row holds; the others
-- are its history. The seal covers revision and content, so that a row which somebody changes
-- behind the service's back is not used.
create table policy (
  revision bigint primary key,
  content jsonb not null,
  seal uuid,
  changed_by some_text not null,
  agreed_by text,
  reason some_text not null,
  at timestamptz(3) not null default app_now(),
  constraint revisions_count_from_one check (revision > 0),
  constraint content_is_an_object check (jsonb_typeof(content) = 'object')
);
create trigger policy_append_only before update or delete or truncate on policy
  for each statement execute function refuse_change();

-- A row that is not used wakes a person.
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (
    kind in ('payouts_wait', 'float_low', 'line_silent', 'contradiction', 'policy_untrusted'));

-- What protects less waits as one person's yes, like every other change that takes two people.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject',
                   'channel', 'staff', 'adjustment', 'statement_line', 'policy'));

comment on table policy is
  'access: the money policy, append-only; the newest row holds, sealed, and the others are its history';
