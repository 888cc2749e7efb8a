-- An operator may amend a line: what it said before and what it says now are both kept.
alter table statement_lines
  drop constraint one_line_per_payment,
  add constraint one_line_per_payment
    primary key (wallet, operator_tx_id, direction, is_failed, amount_cents);

-- An explanation counts as long as what it explained stays as it was; and a person may say that
-- fees like that of a difference are expected. A payment without an id of the operator has ours.
alter table statement_differences
  drop constraint statement_differences_kind_check,
  add constraint statement_differences_kind_check
    check (kind in ('paid_not_ours', 'not_on_statement', 'amount_differs', 'fee_differs',
                    'fee_not_reported', 'paid_though_failed', 'failed_though_paid', 'taken_back',
                    'reversed')),
  add column our_state text,
  add column expects_fees boolean not null default false;

-- What explains a large difference takes two people.
alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation'));
