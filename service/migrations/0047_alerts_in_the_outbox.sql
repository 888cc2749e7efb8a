-- Alerts wait in the outbox of the webhooks and are claimed, posted and recorded like them. A
-- message about an alert has the alert's id in the place of the transaction's, no application, and
-- no address: that is a setting, and may be a secret.

alter table webhooks
  alter column application_id drop not null,
  drop constraint webhooks_event_check,
  add constraint webhooks_event_check check (event in
    ('payment.succeeded', 'payment.failed', 'payment.expired', 'alert.raised', 'alert.cleared')),
  add constraint of_an_application_unless_alert
    check ((application_id is null) = (event like 'alert.%'));

alter table open_webhooks
  drop constraint attempts_within_limit,
  add constraint attempts_within_limit
    check (attempts between 0 and case when origin = 'alert' then 300 else 4 end),
  add constraint only_alerts_have_no_address check ((url = '') = (origin = 'alert')),
  add constraint alerts_are_never_undelivered check (state = 'pending' or origin <> 'alert');

alter table webhook_attempts
  drop constraint webhook_attempts_number_check,
  add constraint webhook_attempts_number_check check (number between 1 and 300);

with moved as (
  insert into webhooks (id, transaction_id, application_id, event, body, created_at)
  select id, alert_id, null, event, body, created_at from alert_messages
  order by created_at, event desc
  returning id, transaction_id, position, created_at
)
insert into open_webhooks (webhook_id, transaction_id, position, created_at, due_at, attempts, url,
                           origin)
select moved.id, moved.transaction_id, moved.position, moved.created_at, m.due_at,
       least(m.attempts, 299), '', 'alert'
from moved join alert_messages m on m.id = moved.id
where m.due_at is not null;

drop table alert_messages;
