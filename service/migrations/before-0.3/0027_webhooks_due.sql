-- A plan kept from when the table was empty found an earlier event of a transaction by this
-- index, and read the whole backlog for each of its rows. Now each index fits one question only.
drop index webhooks_due;
create index webhooks_due on webhooks (due_at) where finished_at is null;
