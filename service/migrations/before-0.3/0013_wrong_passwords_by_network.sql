-- Wrong passwords are counted for each account and network, so that whoever guesses a password
-- locks out their own network and not the person. What is over is deleted with the next attempt.
create table password_attempts (
  staff_id uuid not null references staff (id),
  network text not null,
  failed integer not null check (failed > 0),
  ends_at timestamptz(3) not null,
  primary key (staff_id, network)
);
create index password_attempts_ended on password_attempts (ends_at);
