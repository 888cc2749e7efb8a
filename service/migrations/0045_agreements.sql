-- Holds the place of the table of agreements. Until that is there, a change of the policy waits in
-- the table of changes.
alter table pending_changes drop constraint pending_changes_kind_check;
alter table pending_changes add constraint pending_changes_kind_check
  check (kind in ('channel', 'staff', 'adjustment', 'statement_line', 'policy'));
