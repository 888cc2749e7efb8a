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

-- A person says whether the operator took a payment back that no balance proves.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation', 'reversal',
                   'receipt'));

-- Release 0.2 called every text with the words a reversal, and held its payment for ever. Where no
-- balance proves it, a person decides now: also of a payment that is held although its
-- contradiction was closed.
with unproven as (
  select c.* from contradictions c
  join sms_messages m on m.id = c.sms_id
  where c.kind = 'reversed_by_operator' and m.reversed_tx_id is not null
    and not exists (select from balance_steps s where s.sms_id = m.id and s.state = 'believed')
    and not exists (select from lines l where l.line = m.line and not l.tells_balances)
), opened as (
  insert into contradictions (id, kind, transaction_id, receipt_id, sms_id, evidence, remark,
                              recorded_at)
  select gen_random_uuid(), 'reversed_without_proof', u.transaction_id, u.receipt_id, u.sms_id,
         u.evidence, '{"code":"reversed_without_proof"}', u.recorded_at
  from unproven u join receipts r on r.id = u.receipt_id
  where u.closed_at is not null and r.state = 'unmatched'
)
update contradictions
set kind = 'reversed_without_proof', remark = '{"code":"reversed_without_proof"}'
where id in (select id from unproven where closed_at is null);

update receipts r set reason = '{"code":"taken_back_unproven"}'
where r.state = 'unmatched' and exists (
  select from contradictions c
  where c.receipt_id = r.id and c.kind = 'reversed_without_proof' and c.closed_at is null);

-- What could not be read of a believed payment is left open, until two people fill it in.
alter table receipts
  alter column payer_msisdn drop not null,
  alter column amount_xaf drop not null,
  alter column operator_tx_id drop not null,
  add constraint used_ones_are_whole
    check (state <> 'used' or num_nulls(payer_msisdn, amount_xaf, operator_tx_id) = 0);
