-- Lists of what is seldom, among millions of what is common. Only the seldom rows cost an entry.
create index webhook_attempts_failed on webhook_attempts (webhook_id)
  where (status between 200 and 299) is not true;
create index sms_messages_seldom on sms_messages (state, id)
  where state in ('repeat', 'sent', 'balance', 'refused');
