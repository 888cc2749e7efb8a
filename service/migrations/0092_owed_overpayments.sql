-- The list of what is owed to payers reads only the deposits that were overpaid, which are few.
create index book_entries_overpaid on book_entries (cause) where rule = 'deposit_overpaid';
