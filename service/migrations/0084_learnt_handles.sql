-- Some systems name a payment themselves, in the answer to it or in a callback. What such a system
-- was sent has no handle until then, so it cannot be asked about: a deposit then ends by its
-- deadline, and a payout is never sent so.

alter table submissions
  -- It was sent to a system that gives the handle later.
  add column handle_follows boolean not null default false,
  -- What a callback named as the handle: it counts once the system, asked by it, names our
  -- reference.
  add column hinted_handle text,
  -- When the last callback made, or makes, a question due: a burst of them asks once.
  add column hinted_at timestamptz(3),
  drop constraint sent_with_a_handle,
  add constraint sent_with_a_handle check (sent_at is null or handle is not null or handle_follows);

-- An aggregator calls one address for all payments of an account. Its secret is kept as a digest.
alter table providers
  add column callback_hash text,
  -- The address before still opens for a day: people type the new one into a page.
  add column former_callback_hash text,
  add column former_callback_until timestamptz(3);

-- Only a system that has certainly not taken the request gives up its handle, with sent_at.
create function refuse_other_handle() returns trigger language plpgsql as $$
begin
  raise exception 'the handle of a request that was sent is never replaced'
    using errcode = 'check_violation', constraint = 'handle_stays', table = 'submissions';
end
$$;
create trigger handle_stays before update of handle on submissions for each row
  when (old.sent_at is not null and new.sent_at is not null
        and old.handle is not null and new.handle is distinct from old.handle)
  execute function refuse_other_handle();

create function refuse_payout_without_handle() returns trigger language plpgsql as $$
begin
  if exists (select from transactions t
             where t.id = new.transaction_id and t.direction = 'withdrawal') then
    raise exception 'a payout is sent with the handle by which it can be asked about'
      using errcode = 'check_violation', constraint = 'payout_sent_with_a_handle',
            table = 'submissions';
  end if;
  return new;
end
$$;
create trigger payout_sent_with_a_handle before insert or update of handle_follows on submissions
  for each row when (new.handle_follows) execute function refuse_payout_without_handle();
