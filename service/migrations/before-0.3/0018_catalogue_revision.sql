-- Every process keeps what it read of providers and channels for a second. The revision says
-- whether that is still how they are: it counts their changes, and whatever writes a payment
-- compares it in the same statement, so that a provider takes nothing more from the moment it was
-- switched off.
create table catalogue_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);
insert into catalogue_revision (revision) values (1);

-- A change waits for the payments that are being written and holds back later ones until it is
-- committed. The lock is an advisory one because its queue is fair: who shares a row's lock does
-- not stand behind somebody who waits to change the row, so that a busy service would never let a
-- change through.
create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('catalogue_revision'));
  update catalogue_revision set revision = revision + 1;
  return null;
end
$$;

-- As it is while the caller's payment is written. Inside a volatile function a query sees what was
-- committed while the lock was waited for; in the caller's own statement it would not.
create function lock_catalogue_revision() returns bigint language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('catalogue_revision'));
  return (select revision from catalogue_revision);
end
$$;

create trigger providers_revised before update or delete on providers
  for each statement execute function count_catalogue_change();
create trigger channels_revised before update or delete on channels
  for each statement execute function count_catalogue_change();
