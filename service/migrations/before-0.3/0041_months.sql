-- History, attempts and evidence will be kept in months, so that old ones can be taken away whole
-- (decision 0087). What is there becomes the first part of each table; here it only gets its upper
-- bound, for rows that come from now on, so that the rows that are there can be compared with it
-- afterwards while the service goes on reading and writing.

create table months (
  part some_text primary key,
  table_name text not null
    check (table_name in ('transitions', 'webhook_attempts', 'evidence')),
  from_id uuid not null,
  to_id uuid not null,
  -- Where its rows are when they are not here any more.
  archived_at timestamptz(3),
  file text,
  digest text,
  rows bigint,
  constraint some_ids check (from_id < to_id),
  constraint one_part_from_an_id unique (table_name, from_id),
  constraint archived_to_a_file check (num_nonnulls(archived_at, file, digest, rows) in (0, 4))
);

-- Ids begin with their time in milliseconds, so a month is a range of ids.
create function first_id_of(in_month timestamp) returns uuid
language sql immutable parallel safe strict
return (lpad(to_hex(least((extract(epoch from in_month) * 1000)::bigint, 281474976710655)), 12, '0')
        || '70008000000000000000')::uuid;

create function time_of_id(in_id uuid) returns timestamp
language sql immutable parallel safe strict
return timestamp '1970-01-01'
  + (('x' || left(replace(in_id::text, '-', ''), 12))::bit(48)::bigint) * interval '1 millisecond';

do $$
declare
  kept record;
  newest uuid;
  bound uuid;
begin
  for kept in select * from (values ('transitions', 'transaction_id'),
                                    ('webhook_attempts', 'webhook_id'),
                                    ('evidence', 'transaction_id')) as k (name, key)
  loop
    execute format('select %I from %I order by 1 desc limit 1', kept.key, kept.name) into newest;
    -- Two months on: whatever is written before the next migration has room.
    bound := first_id_of(date_trunc('month', greatest(now() at time zone 'UTC', time_of_id(newest)))
                         + interval '2 months');
    execute format('alter table %I add constraint first_months check (%I < %L) not valid',
                   kept.name, kept.key, bound);
    insert into months (part, table_name, from_id, to_id)
    values (kept.name || '_first', kept.name, '00000000-0000-0000-0000-000000000000', bound);
  end loop;
end
$$;
