-- Money out that a believed text or a statement reports is a payout of its number and amount, also
-- while nothing else names the payout. One transfer is one payout.
create table payout_transfers (
  operator text not null references operators (name),
  operator_tx_id text not null,
  transaction_id uuid not null,
  -- The account that the money left.
  wallet text not null check (wallet <> ''),
  sms_id uuid,
  operator_time timestamptz(3),
  seen_at timestamptz(3) not null,
  constraint one_payout_per_transfer primary key (operator, operator_tx_id)
);

comment on table payout_transfers is
  'receipts: operators'' ids of money out that is taken for a payout, and which one';

create index payout_transfers_transaction on payout_transfers (transaction_id);
