-- Two people repair the books.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation', 'reversal',
                   'receipt', 'statement_mapping', 'repair'));
