-- Which colleague has a transaction open right now, so that two people do not decide it at once.
-- What is lost in a crash is told again five seconds later.
create unlogged table looks (
  transaction_id uuid not null,
  staff_id uuid not null references staff (id),
  at timestamptz(3) not null,
  constraint one_look_per_person primary key (staff_id)
);
create index looks_transaction on looks (transaction_id);
