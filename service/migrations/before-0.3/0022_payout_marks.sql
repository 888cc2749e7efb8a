-- What an approver should know of a payout, found when it was created. A mark may ask for a second
-- person; which ones do is a rule of the service.
create table payout_marks (
  transaction_id uuid not null,
  mark text not null check (mark in ('many_to_number', 'many_to_player', 'probable_duplicate')),
  at timestamptz(3) not null,
  primary key (transaction_id, mark)
);
create trigger payout_marks_append_only before update or delete or truncate on payout_marks
  for each statement execute function refuse_change();

-- What a person has approved within a day.
create index approvals_staff on approvals (staff_id, at);
