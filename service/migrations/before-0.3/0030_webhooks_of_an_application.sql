-- A platform lists its own deliveries, newest first. Ids grow with time, so a new one is written
-- beside the last of its application.
create index webhooks_application on webhooks (application_id, id);
