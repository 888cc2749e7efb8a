-- Payouts come out of what their application has, as far as its credit line goes beyond it; without
-- a limit (null) as before. Only a new live installation limits new applications by itself.
alter table applications
  add column credit_xaf bigint constraint credit_is_not_negative check (credit_xaf >= 0);

alter table installation add column limits_applications boolean not null default false;
alter table installation alter column limits_applications set default true;

alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation', 'reversal',
                   'receipt', 'statement_mapping', 'repair', 'credit_line', 'settlement',
                   'gateway'));
