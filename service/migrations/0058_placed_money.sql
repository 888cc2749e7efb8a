-- What staff have decided about the money that a provider reported for a deposit: the operator's
-- ids, none if the provider named none, and null if staff have decided nothing.
alter table submissions add column placed_tx_ids text[];

update submissions s set placed_tx_ids = array_remove(array[t.provider_tx_id], null)
from transactions t
where t.id = s.transaction_id and s.said = 'succeeded'
  and t.direction = 'deposit' and t.state = 'failed'
  and (select h.trigger from transitions h
       where h.transaction_id = t.id order by h.seq desc limit 1) = 'staff_rejected';
