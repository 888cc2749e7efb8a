-- A platform lists its transactions, the newest first. Without an index the list of a small
-- application reads those of all others.
create index transactions_application on transactions (application_id, created_at);
