-- What a script may do, which is never more than its person; tokens of release 0.2 have none of
-- their own.
alter table staff_sessions add column role text
  check (role in ('viewer', 'agent', 'finance', 'admin')),
  add constraint browsers_have_no_role check (kind = 'script' or role is null);
