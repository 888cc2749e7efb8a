-- Everything that takes two people is in one table: each row is one person's yes. It is about a
-- transaction as it stood at a version, or about a change that another person has to approve.
create table agreements (
  id uuid primary key,
  act text not null
    check (act in ('approve', 'confirm', 'reject',
                   'channel', 'staff', 'adjustment', 'statement_line')),
  -- The transaction, or what is changed.
  subject text not null check (subject <> ''),
  -- Of a transaction: a yes does not count any more once the transaction has moved.
  version integer,
  -- Of a change: what it was asked on, and what is asked for, so that nobody approves something
  -- else than they saw.
  before json,
  after json,
  said_by uuid not null references staff (id),
  said_at timestamptz(3) not null,
  reason text,
  expires_at timestamptz(3),
  state text check (state in ('open', 'approved', 'withdrawn', 'expired')),
  -- Null for the command line, and for what nobody decided.
  decided_by uuid references staff (id),
  decided_at timestamptz(3),
  constraint about_a_transaction_or_a_change check (
    case when act in ('approve', 'confirm', 'reject')
         then version is not null
              and num_nonnulls(before, after, expires_at, state, decided_by, decided_at) = 0
         else version is null and num_nulls(before, after, expires_at, state) = 0 end),
  constraint decided_when_closed check ((state = 'open') = (decided_at is null)),
  constraint approved_by_another_person
    check (state <> 'approved' or decided_by is distinct from said_by)
);

insert into agreements (id, act, subject, version, said_by, said_at, reason)
select gen_random_uuid(), decision, transaction_id::text, version, staff_id, at, reason
from approvals;

insert into agreements (id, act, subject, before, after, said_by, said_at, reason, expires_at,
                        state, decided_by, decided_at)
select id, kind, subject_id, before, after, asked_by, asked_at, reason, expires_at, state,
       decided_by, decided_at
from pending_changes;

-- Two yeses of one person are the yes of one person.
create unique index one_yes_of_a_person on agreements (subject, version, said_by)
  where version is not null;
create unique index one_open_change_of_a_subject on agreements (act, subject)
  where state = 'open';
create index agreements_said_by on agreements (said_by, said_at);
create index changes_newest on agreements (said_at desc) where version is null;

drop table approvals;
drop table pending_changes;

comment on table agreements is
  'access: what a person said yes to, for every act that may take two people, and whether it is done';
