-- Signs what a browser keeps after a sign-in of this person: it then has a count of wrong attempts
-- of its own. Another key ends all of them.
alter table staff add column browser_key bytea not null
  default sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea);
comment on table password_attempts is
  'access: wrong attempts at an account from a network or a known browser, until they are forgotten';
