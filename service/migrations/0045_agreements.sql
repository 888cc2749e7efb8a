-- Holds the number until agreements take the place of these two tables.
comment on table approvals is 'decisions: one person''s yes to a withdrawal; large ones need two';
comment on table pending_changes is
  'decisions: a change of money''s way or of people that waits for a second administrator';
