-- A new webhook secret is asked for by one administrator and made by another.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation', 'reversal',
                   'receipt', 'statement_mapping', 'repair', 'credit_line', 'settlement',
                   'gateway', 'webhook_secret'));
