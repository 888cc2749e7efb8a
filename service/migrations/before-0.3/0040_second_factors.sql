-- Codes on paper for whoever has lost the phone, each good once. Only their hashes are kept; a code
-- has 80 random bits, so that nobody finds it from its hash.
create table recovery_codes (
  staff_id uuid not null references staff (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz(3),
  constraint one_row_per_code primary key (staff_id, code_hash)
);

-- Passkeys (WebAuthn) as second factors.
create table passkeys (
  id text primary key,
  staff_id uuid not null references staff (id),
  public_key bytea not null,
  -- How often the authenticator has signed, as far as it counts.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_staff on passkeys (staff_id);

-- What the authenticator of this session is asked to sign now; asked once, answered once.
alter table staff_sessions
  add column challenge text,
  add column challenge_at timestamptz(3),
  add constraint challenge_at_some_time check ((challenge is null) = (challenge_at is null));
