-- Names under which an operator sends its texts, beside those of its templates: a person has
-- looked at the texts of an unknown sender and vouches for it. Anybody can send from a phone, so
-- the number of one is never accepted.
create table accepted_senders (
  operator text not null references operators (name),
  sender text not null
    check (sender ~ '^[!-~]{1,40}$' and sender = lower(sender))
    check (sender ~ '[a-z]' or length(regexp_replace(sender, '[^0-9]', '', 'g')) <= 6),
  accepted_at timestamptz(3) not null,
  accepted_by text not null,
  primary key (operator, sender)
);

create index sms_messages_unknown_sender on sms_messages (at) where reason = 'unknown_sender';
