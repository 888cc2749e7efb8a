-- What a line and a provider's account had at the end of the last day that is over: a closing is
-- made some hours later, when newer balances have replaced it.
alter table lines
  add column day_cents bigint,
  add column day_at timestamptz(3);

-- A check without a balance keeps the last one, and the time of that.
alter table provider_health
  add column balance_at timestamptz(3),
  add column day_balance_xaf bigint,
  add column day_balance_at timestamptz(3);
update provider_health set balance_at = checked_at where balance_xaf is not null;

create function day_of(at timestamptz) returns date
  language sql immutable parallel safe
  return (at at time zone 'Africa/Douala')::date;

create function keep_day_of_line() returns trigger language plpgsql as $$
begin
  new.day_cents := old.balance_cents;
  new.day_at := old.balance_at;
  return new;
end
$$;
create trigger keep_day before update on lines for each row
  when (day_of(new.balance_at) > day_of(old.balance_at))
  execute function keep_day_of_line();

create function keep_day_of_provider() returns trigger language plpgsql as $$
begin
  new.day_balance_xaf := old.balance_xaf;
  new.day_balance_at := old.balance_at;
  return new;
end
$$;
create trigger keep_day before update on provider_health for each row
  when (day_of(new.balance_at) > day_of(old.balance_at))
  execute function keep_day_of_provider();
