-- A later file may say otherwise about a known line, also about its other side, which may be empty
-- or erased: a line is known by its place in its file, and what each file says is kept.
alter table statement_lines
  drop constraint one_line_per_payment,
  add constraint one_line_per_row primary key (statement_id, row);
create index statement_lines_payment on statement_lines (wallet, operator_tx_id);

alter table statement_differences
  drop constraint statement_differences_kind_check,
  add constraint statement_differences_kind_check
    check (kind in ('paid_not_ours', 'not_on_statement', 'amount_differs', 'fee_differs',
                    'fee_not_reported', 'paid_though_failed', 'failed_though_paid', 'taken_back',
                    'reversed', 'lines_disagree'));
