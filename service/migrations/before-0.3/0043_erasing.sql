-- A person's number goes and the payment stays (decision 0088). What is left of the number is made
-- with a key that the database has only sealed, for each transaction another; the seal of the
-- transaction covers it in place of the number.

create table erased_numbers (
  transaction_id uuid primary key,
  digest some_text not null,
  erased_at timestamptz(3) not null
);
create trigger erased_numbers_append_only before update or delete or truncate on erased_numbers
  for each statement execute function refuse_change();

drop trigger statement_lines_append_only on statement_lines;
create trigger statement_lines_append_only before delete or truncate on statement_lines
  for each statement execute function refuse_change();
create trigger words_go before update on statement_lines
  for each row execute function only_words_go('other');
