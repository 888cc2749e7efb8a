-- A database that was restored from a backup does not know what was paid after its last moment, and
-- would pay it again. So an installation knows which database it is; one that is another, or that
-- somebody put there, is in quarantine: nothing leaves it until a person has accepted it.
alter table installation
  -- Names what is kept outside the database for this installation; a restore brings it along.
  add column id uuid not null default gen_random_uuid(),
  -- Null until the first start of a service that knows it.
  add column identity text,
  add column quarantined_at timestamptz(3),
  add column quarantine_reason text,
  add constraint quarantine_with_its_reason
    check ((quarantined_at is null) = (quarantine_reason is null));

-- The system identifier is another one in another cluster, the database's oid in another database,
-- and the table's oid whenever a dump is restored, also over the same database. All three stay when
-- files are restored to a moment, which the database itself cannot notice.
create function database_identity() returns text language sql stable as $$
  select format('%s/%s/%s', (select system_identifier from pg_control_system()),
                (select oid from pg_database where datname = current_database()),
                (select oid from pg_class
                 where relname = 'installation' and relnamespace = 'public'::regnamespace))
$$;

create function is_quarantined() returns boolean language sql stable as $$
  select exists (select from installation
                 where quarantined_at is not null or identity <> database_identity())
$$;

-- The quarantine waits for the payouts that are being marked as sent, and holds back later ones
-- until it is committed: the same locks as for the revision of the catalogue, for the same reasons.
create function lock_quarantine() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('quarantine'));
  return null;
end
$$;

create trigger installation_quarantined before update on installation
  for each statement execute function lock_quarantine();

-- Whether something may be sent, as it is until the caller's commit.
create function lock_outside_quarantine() returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('quarantine'));
  return not is_quarantined();
end
$$;

-- Payouts that a worker has noted outside the database as sent, and that the database does not know
-- as sent: it was restored to a moment before. Whoever would send one finds it here, and asks the
-- provider about it instead.
create table lost_sends (
  reference uuid primary key,
  transaction_id uuid not null,
  provider_id text not null,
  channel_id text not null,
  handle text not null,
  sent_at timestamptz(3) not null,
  found_at timestamptz(3) not null
);
