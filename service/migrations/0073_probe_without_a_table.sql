-- Whether writes succeed is learnt from a record of the write-ahead log: it needs a commit that is
-- flushed and confirmed by a synchronous standby, as a row does, and neither a table nor a lock.
drop function probe_writes(smallint);
drop table write_probes;

-- A record finds room on a disk that is full; the list of numbers does not fit into the memory it
-- is given, and so needs a file.
create function probe_writes() returns void
language plpgsql set work_mem = '64kB' as $$
begin
  -- A read-only server takes the record, and no row.
  if current_setting('transaction_read_only')::boolean then
    raise exception 'the server is read-only' using errcode = 'read_only_sql_transaction';
  end if;
  perform count(*) from generate_series(1, 16384);
  perform pg_logical_emit_message(true, 'momo', 'probe');
end
$$;
