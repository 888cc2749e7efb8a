-- What an outside system says against what we have settled, until a person has closed it. Nothing
-- else in the database changes by it: the state of a transaction is what platforms were told.
create table contradictions (
  id uuid primary key,
  -- The code of its remark.
  kind text not null check (kind <> ''),
  transaction_id uuid,
  receipt_id uuid,
  sms_id uuid,
  -- What tells it from another one of its kind about the same: who said it, and what.
  evidence text not null,
  remark text not null,
  recorded_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text,
  closed_because text,
  constraint about_something check (num_nonnulls(transaction_id, receipt_id) > 0),
  constraint closed_by_somebody_for_a_reason
    check (num_nonnulls(closed_at, closed_by, closed_because) in (0, 3)),
  -- Outside systems repeat themselves; what a person has closed does not open again by that.
  constraint one_row_per_contradiction
    unique nulls not distinct (kind, transaction_id, receipt_id, evidence)
);
create index contradictions_open on contradictions (id) where closed_at is null;
create index contradictions_transaction on contradictions (transaction_id)
  where transaction_id is not null;

create function refuse_to_reopen() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.closed_at is not null then
    raise exception 'a contradiction is closed once and never removed';
  end if;
  return new;
end
$$;
create trigger contradictions_are_kept before update or delete on contradictions
  for each row execute function refuse_to_reopen();
create trigger contradictions_are_not_emptied before truncate on contradictions
  for each statement execute function refuse_change();

-- What the provider has said of a request, as the last answer that meant something, since when it
-- says so, and when it was asked last, with or without an answer.
alter table submissions
  add column said text check (said in ('pending', 'succeeded', 'failed', 'not_found')),
  add column said_at timestamptz(3),
  add column asked_at timestamptz(3),
  add constraint said_at_some_time check ((said is null) = (said_at is null));

-- Payouts whose provider has contradicted a decision of staff, or may do so now: until this release
-- it was noted in the problem of the request only.
update submissions s
set said = n.said, said_at = app_now()
from (values ('succeeded', 'transfer_succeeded_after_all|now says that the transfer succeeded'),
             ('failed', 'transfer_failed_after_all|now says that the transfer failed'))
       as n (said, noted)
where s.problem ~ n.noted;
insert into contradictions (id, kind, transaction_id, evidence, remark, recorded_at)
select gen_random_uuid(), c.kind, t.id, 'provider:' || s.provider_id || ':' || s.said,
       json_build_object('code', c.kind, 'text', c.sentence)::text, app_now()
from submissions s
join transactions t on t.id = s.transaction_id
join (values ('failed', 'succeeded', 'settled_failed_but_paid',
              'It was settled as failed, but the provider says that it was paid.'),
             ('succeeded', 'failed', 'settled_paid_but_failed',
              'It was settled as paid, but the provider says that it failed.'))
       as c (state, said, kind, sentence) on c.state = t.state and c.said = s.said;

-- One person's yes counts for the version of the transaction at which it was given, so that it does
-- not count any more once the transaction has moved, and for the decision that it was about.
alter table approvals
  add column version integer not null default 1,
  add column decision text not null default 'approve'
    check (decision in ('approve', 'confirm', 'reject')),
  add column reason text,
  drop constraint approvals_pkey,
  add primary key (transaction_id, version, staff_id);

-- Only a payout that was never sent is approved anew.
create function refuse_second_transfer() returns trigger language plpgsql as $$
begin
  if exists (select from transitions h where h.transaction_id = new.transaction_id
                                         and h.trigger = 'transfer_sent')
     or exists (select from submissions s where s.transaction_id = new.transaction_id
                                            and s.sent_at is not null) then
    raise exception 'payout % was sent before and cannot be approved anew', new.transaction_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;
create trigger approved_anew_only_if_never_sent before insert on transitions
  for each row when (new.trigger = 'approved_anew') execute function refuse_second_transfer();
create index transactions_approved on transactions (state_updated_at) where state = 'approved';
