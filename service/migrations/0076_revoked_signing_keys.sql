-- A stolen key signs nothing more and is published no more, however lately it was replaced.
alter table signing_keys add column revoked_at timestamptz;
