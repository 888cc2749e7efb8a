-- Payers are found by the beginning of any word of their name, with or without accents.
create function name_words(name text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', translate(lower(name), 'àâäãçéèêëîïíìôöóòõùûüúñ',
                                         'aaaaceeeeiiiiooooouuuun'));
create index receipts_payer_name on receipts using gin (name_words(payer_name))
  where payer_name is not null;

-- The audit log is filtered by person, kind of action, subject and time. People write it, so that
-- its indexes cost nothing that anybody notices.
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_kind on audit_log (split_part(action, '.', 1), id);
create index audit_log_subject on audit_log (split_part(subject, ':', 2), id);
create index audit_log_at on audit_log (at);

-- What was sent with each attempt, for whoever has to find out why a receiver refuses it.
alter table webhook_attempts add column headers text;
