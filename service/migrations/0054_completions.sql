-- Whoever completes a deposit by hand is stored with the payments: what one person completes within
-- a day from payments that only their word supports has a limit.
alter table receipt_uses
  add column completed_by uuid references staff (id),
  -- No balance proves the payment, or it is older than the deposit.
  add column is_unproven boolean not null default false;

create index receipt_uses_completed_by on receipt_uses (completed_by, used_at)
  where completed_by is not null;

-- A payment whose text is not believed yet is kept for the deposit that staff confirm meanwhile.
alter table receipts
  add column reserved_for uuid;
