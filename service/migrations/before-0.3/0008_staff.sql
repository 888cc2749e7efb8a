-- Who gave a person the one-time password that they started from, and when. Such a password is good
-- for some days only, and whoever gave it may still know it: their approval and this person's are
-- not those of two people for a while. Nobody stands for the command line.
alter table staff add column credentials_by uuid references staff (id);
alter table staff add column credentials_at timestamptz(3) not null default now();
update staff s
set credentials_by = last.actor_id, credentials_at = last.at
from (select distinct on (subject) subject, actor_id, at
      from audit_log where action in ('staff.add', 'staff.reset')
      order by subject, id desc) last
where last.subject = 'staff:' || s.id;
