-- Holds the place of the migration that takes away tables.
select 1;
