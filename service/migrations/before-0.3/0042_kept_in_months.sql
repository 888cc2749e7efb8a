-- The tables of 0041 become the first parts of partitioned ones. Reading ten million rows to see
-- that they are below the bound disturbs nobody; what follows needs each table for itself, and
-- changes the catalogue only (decision 0087).

alter table transitions validate constraint first_months;
alter table webhook_attempts validate constraint first_months;
alter table evidence validate constraint first_months;

drop trigger approved_anew_only_if_never_sent on transitions;
alter table transitions rename to transitions_first;
alter index transitions_pkey rename to transitions_first_pkey;
alter index transitions_ended_badly rename to transitions_first_ended_badly;
create table transitions (like transitions_first including defaults including constraints)
  partition by range (transaction_id);
alter table transitions drop constraint first_months;
alter table transitions add primary key (transaction_id, seq);
create index transitions_ended_badly on transitions (to_state, transaction_id)
  where to_state in ('failed', 'expired');

alter table webhook_attempts rename to webhook_attempts_first;
alter index webhook_attempts_pkey rename to webhook_attempts_first_pkey;
create table webhook_attempts (like webhook_attempts_first including defaults including constraints)
  partition by range (webhook_id);
alter table webhook_attempts drop constraint first_months;
alter table webhook_attempts add primary key (webhook_id, number);

-- By transaction and not by its own id, so that what belongs to a transaction is in one part. Its
-- ids are random enough to need no index over all parts; each part has its own.
alter table evidence rename to evidence_first;
alter index evidence_pkey rename to evidence_first_pkey;
alter index evidence_transaction rename to evidence_first_transaction;
create table evidence (like evidence_first including defaults including constraints)
  partition by range (transaction_id);
alter table evidence drop constraint first_months;
create index evidence_transaction on evidence (transaction_id, at);

-- The only change of what is append-only: words of others, named by the trigger, are emptied.
create function only_words_go() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv
     or exists (select from unnest(tg_argv) as word (name)
                where coalesce(to_jsonb(new) ->> word.name, '') <> '') then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Statement triggers are not inherited: who names a part directly meets its own.
create function guard_part(in_part text, in_table text) returns void
language plpgsql as $$
begin
  if in_table = 'evidence' and in_part <> 'evidence' and not exists (
    select from pg_constraint where conrelid = in_part::regclass and contype = 'p'
  ) then
    execute format('alter table %I add primary key (id)', in_part);
  end if;
  execute format('create or replace trigger append_only before %s on %I
                  for each statement execute function refuse_change()',
                 case in_table when 'transitions' then 'update or delete or truncate'
                               else 'delete or truncate' end, in_part);
end
$$;

do $$
declare
  kept record;
begin
  for kept in select table_name, part, to_id from months
  loop
    execute format('drop trigger %I on %I', kept.table_name || '_append_only', kept.part);
    perform guard_part(kept.table_name, kept.table_name);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
                   kept.table_name, kept.part, kept.to_id);
    execute format('alter table %I drop constraint first_months', kept.part);
    perform guard_part(kept.part, kept.table_name);
    -- Nothing may fail because nobody has opened a month: what has no other place is here.
    execute format('create table %I partition of %I default', kept.table_name || '_rest',
                   kept.table_name);
    perform guard_part(kept.table_name || '_rest', kept.table_name);
  end loop;
end
$$;

create trigger words_go before update on webhook_attempts
  for each row execute function only_words_go('answer', 'headers');
create trigger words_go before update on evidence
  for each row execute function only_words_go('request', 'answer', 'error');

-- After the row: before it, PostgreSQL would compare each row with the bounds of its part again.
create trigger approved_anew_only_if_never_sent after insert on transitions
  for each row when (new.trigger = 'approved_anew') execute function refuse_second_transfer();

-- Opens the months that begin within so many from now on, and says how many parts were made. A
-- month of which the rest has rows already stays there.
create function open_months(in_ahead integer) returns integer
language plpgsql as $$
declare
  kept record;
  month timestamp;
  first_id uuid;
  next_id uuid;
  part text;
  has_rows boolean;
  opened integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('months')) then return 0; end if;
  for kept in select m.table_name, max(m.to_id::text)::uuid as end_id,
                     case m.table_name when 'webhook_attempts' then 'webhook_id'
                                       else 'transaction_id' end as key
              from months m group by m.table_name order by m.table_name
  loop
    month := greatest(time_of_id(kept.end_id), date_trunc('month', now() at time zone 'UTC'));
    while month <= date_trunc('month', now() at time zone 'UTC') + make_interval(months => in_ahead)
    loop
      first_id := first_id_of(month);
      next_id := first_id_of(month + interval '1 month');
      part := kept.table_name || to_char(month, '_YYYY_MM');
      execute format('select exists (select from %1$I where %2$I >= %3$L and %2$I < %4$L)',
                     kept.table_name || '_rest', kept.key, first_id, next_id) into has_rows;
      if not has_rows then
        -- Attached and not created as a part, so that those who read and write need not wait.
        execute format('create table %I (like %I including all)', part, kept.table_name);
        perform guard_part(part, kept.table_name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                       kept.table_name, part, first_id, next_id);
        insert into months (part, table_name, from_id, to_id)
        values (part, kept.table_name, first_id, next_id);
        opened := opened + 1;
      end if;
      month := month + interval '1 month';
    end loop;
  end loop;
  return opened;
end
$$;

select open_months(3);
