-- What was credited twice before keeps its credit; its reason tells what the column no longer can.
update transactions t
set provider_tx_id = null,
    state_reason = t.state_reason || ' The operator''s id ' || t.provider_tx_id
      || ' is that of an older deposit.'
where t.direction = 'deposit' and exists (
  select from transactions o
  where o.provider_tx_id = t.provider_tx_id and o.operator = t.operator
    and o.direction = 'deposit' and o.id < t.id);

-- One payment of an operator pays one deposit, whoever tells of it: a text, the provider or staff.
-- A payout has its own id in the last place, which forbids it nothing, so that one index also finds
-- transactions of both directions by the operator's id.
drop index transactions_provider_tx;
create unique index one_payment_one_deposit
  on transactions (provider_tx_id, operator, (case direction when 'withdrawal' then id end))
  nulls not distinct
  where provider_tx_id is not null;
