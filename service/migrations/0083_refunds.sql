-- A refund is a withdrawal that gives the money of a deposit back. There is no foreign key, which
-- every payment would pay for: a refund is written under the lock of its deposit, which stays.
alter table transactions
  add column refund_of uuid,
  add constraint refund_is_a_withdrawal check (refund_of is null or direction = 'withdrawal');
create index transactions_refund_of on transactions (refund_of) where refund_of is not null;

-- A refund that was sent counts for its deposit, also if a restored database does not know it.
alter table lost_sends
  add column refund_of uuid,
  add column amount_xaf payment_amount;
create index lost_sends_refund_of on lost_sends (refund_of) where refund_of is not null;
