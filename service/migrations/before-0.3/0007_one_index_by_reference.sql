-- One index less to write for every payment: with the reference in front, the constraint also finds
-- transactions by their reference alone.
alter table transactions drop constraint one_row_per_reference;
alter table transactions add constraint one_row_per_reference
  unique (reference, player_id, application_id, direction);
drop index transactions_reference;
