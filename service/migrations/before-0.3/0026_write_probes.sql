-- What a process writes, when nothing else is written, to learn whether writes succeed. Any row
-- does; there are several so that processes seldom wait for each other.
create table write_probes (
  slot smallint primary key check (slot between 0 and 63),
  written_at timestamptz not null
);

-- A small update finds room on a disk that is full; the list of numbers does not fit into the
-- memory it is given, and so needs a file.
create function probe_writes(in_slot smallint) returns void
language plpgsql set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 16384);
  insert into write_probes as p (slot, written_at) values (in_slot, clock_timestamp())
  on conflict (slot) do update set written_at = excluded.written_at;
end
$$;
