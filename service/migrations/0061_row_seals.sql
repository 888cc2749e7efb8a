-- Who has only the database's password could add an administrator, put a revoked key back or name
-- another merchant number. Now one list has a seal of each row that gives power, and is sealed
-- itself, so that a row that this service did not write last is not used.
create table row_seals (
  only_row boolean primary key default true check (only_row),
  revision bigint not null check (revision > 0),
  -- As it was written: its seal is over this text.
  seals text not null,
  seal uuid not null
);

comment on table row_seals is 'upkeep: the sealed list of all rows that give power';

-- A line moves with every text, so it has its seal itself, over a version that only grows: an older
-- row that is put back has a lower one.
alter table lines
  add column version bigint not null default 0,
  add column seal uuid;
