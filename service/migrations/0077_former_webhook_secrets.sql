-- While an application goes over to a new webhook secret, the one of before signs as well.
alter table applications
  add column old_secret text,
  add column old_secret_end timestamptz(3),
  add constraint old_secret_has_an_end
    check ((old_secret is null) = (old_secret_end is null));
