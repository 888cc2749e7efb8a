-- Who has only the database's password could forge an approval, and the payout was sent. Now each
-- line of a history has a seal, and so has each yes. The first line is under the seal of its
-- transaction, which therefore says who created it; lines of before have none of this.
alter table transactions add column created_by text;
alter table transitions
  -- The operator's id of the payment after this line: the webhook reports it.
  add column provider_tx_id text,
  add column seal uuid;
-- What was written stays; only its seal is made once for lines of before, or anew by two people.
drop trigger append_only on transitions;
create trigger append_only
  before delete or truncate or update of transaction_id, seq, from_state, to_state, trigger, reason,
    actor, at, remark, provider_tx_id
  on transitions for each statement execute function refuse_change();

alter table agreements add column seal uuid;
-- Over the lines of before, once for all that had ended.
alter table months add column seal uuid;
-- An offer that was ended is not made again.
alter table sim_jobs add column seal uuid;

alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (
    kind in ('payouts_wait', 'float_low', 'line_silent', 'contradiction', 'policy_untrusted',
             'seal_broken'));
