-- A provider may take payouts and refuse our credentials for deposits: what each direction was
-- refused with at the last look, as messages by direction.

alter table provider_health add column refusals jsonb not null default '{}';
