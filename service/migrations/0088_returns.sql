-- A return is a withdrawal that gives a payment back which belongs to no platform. Its payment
-- names it: so a payment has one return, and while it has one nothing else can use it.
alter table receipts
  add column returned_by uuid,
  add constraint returned_ones_wait_for_nothing check (returned_by is null or state = 'dismissed');

-- A return that failed frees its payment, whoever let it fail. Its row is locked before that of its
-- payment, as where it is approved and sent.
create function free_payment_of_return() returns trigger language plpgsql as $$
begin
  update receipts set state = 'unmatched', dismissed_as = null, returned_by = null
  where id = new.refund_of and returned_by = new.id;
  return null;
end
$$;
create trigger failed_return_frees_payment after update of state on transactions for each row
  when (new.state = 'failed' and new.refund_of is not null)
  execute function free_payment_of_return();
