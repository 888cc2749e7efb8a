-- Changes of who gets the money, or of who may decide, that wait for a second person. What is asked
-- for is kept with what it was asked on, so that nobody approves something else than they saw.
create table pending_changes (
  id uuid primary key,
  kind text not null check (kind in ('channel', 'staff')),
  subject_id text not null,
  before json not null,
  after json not null,
  reason text,
  asked_by uuid not null references staff (id),
  asked_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  state text not null check (state in ('open', 'approved', 'withdrawn', 'expired')),
  -- Null for the command line, and for what nobody decided.
  decided_by uuid references staff (id),
  decided_at timestamptz(3),
  constraint decided_when_closed check ((state = 'open') = (decided_at is null)),
  constraint approved_by_another_person
    check (state <> 'approved' or decided_by is distinct from asked_by)
);
create unique index one_pending_change_of_a_subject on pending_changes (kind, subject_id)
  where state = 'open';
create index pending_changes_newest on pending_changes (asked_at desc);
