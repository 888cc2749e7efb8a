-- A closed day's sum has the balances of the texts that were believed on it. Once believed a text
-- stays so, but for one that two people call forged: that one keeps the time, too. The trigger also
-- serves the processes of the release before, which do not know the column.
alter table balance_steps add column believed_at timestamptz(3);
update balance_steps set believed_at = at where state = 'believed';

create function keep_believed_at() returns trigger language plpgsql as $$
begin
  new.believed_at := app_now();
  return new;
end
$$;
create trigger keep_believed_at before insert or update on balance_steps for each row
  when (new.state = 'believed' and new.believed_at is null)
  execute function keep_believed_at();

alter table balance_steps
  add constraint believed_at_some_time
    check ((state <> 'believed' or believed_at is not null)
           and (state <> 'waiting' or believed_at is null));
