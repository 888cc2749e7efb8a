-- The oldest release that may run on this schema. A migration that an older one cannot live with
-- raises the value and its default; a test compares both with releases.json.
alter table installation add column oldest_release text not null default '0.3.0';
