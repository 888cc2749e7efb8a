-- Texts with one operator's id that tell of different payments, with what each tells. The receipt
-- has the facts of one of them.
create table rival_texts (
  receipt_id uuid not null references receipts (id),
  sms_id uuid not null,
  at timestamptz(3) not null,
  line text not null,
  payer_msisdn text not null,
  payer_name text,
  amount_xaf bigint not null check (amount_xaf > 0),
  operator_time timestamptz(3),
  fee_cents bigint,
  balance_cents bigint,
  primary key (receipt_id, sms_id)
);
create index rival_texts_sms on rival_texts (sms_id);
