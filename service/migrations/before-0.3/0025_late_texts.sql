-- Some texts do not say when their money moved, so that they may belong before others that came
-- earlier. All that were stored so far are taken at their word.
alter table balance_steps add column tells_time boolean not null default true;

-- The transaction that a text takes back: the text of the payment itself may come later.
alter table sms_messages add column reversed_tx_id text;

create index sms_messages_reversed on sms_messages (operator, reversed_tx_id)
  where reversed_tx_id is not null;
