-- A person has looked at a text that no template could read with certainty, and it needs nobody any
-- more. It keeps its state, so that a template of later can still read it.
alter table sms_messages
  add column looked_at timestamptz(3),
  add column looked_at_by text,
  add constraint looked_at_by_somebody check ((looked_at is null) = (looked_at_by is null));
create index sms_messages_to_look_at on sms_messages (id)
  where state = 'review' and looked_at is null;
