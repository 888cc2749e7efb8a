-- A transaction carries a seal over what never changes about it, made with a key that the database
-- holds only in a sealed form: whoever changes an amount or a number behind the service's back
-- cannot make the seal that belongs to it. Rows of before, and those of a service without
-- SECRETS_KEY, have none.
alter table transactions add column seal uuid;

-- The key and since when rows are sealed, as one sealed text.
create table row_keys (
  only_row boolean not null default true,
  secret some_text not null,
  constraint row_keys_only_row_check check (only_row),
  constraint row_keys_pkey primary key (only_row)
);
