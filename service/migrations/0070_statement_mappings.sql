-- How the export of an operator is read, as people have kept it under a name. A version stays as it
-- was written: statements that it read can be read again.
create table statement_mappings (
  operator text not null references operators (name),
  name text not null check (name <> ''),
  version integer not null check (version > 0),
  content jsonb not null,
  -- What showed that it reads its file right.
  proven_by text not null check (proven_by in ('balance_chain', 'control_sum', 'two_people')),
  kept_by text not null,
  kept_at timestamptz(3) not null,
  primary key (operator, name, version)
);

comment on table statement_mappings is
  'finance: how exports of operators are read, by name and version, append-only and sealed';

create trigger statement_mappings_append_only
  before update or delete or truncate on statement_mappings
  for each statement execute function refuse_change();

-- The mapping that read it, word for word; older imports have only its name and version.
alter table statements add column read_by jsonb;

alter table agreements
  drop constraint agreements_act_check,
  add constraint agreements_act_check
    check (act in ('approve', 'confirm', 'reject', 'channel', 'staff', 'adjustment',
                   'statement_line', 'policy', 'line', 'dismissal', 'explanation', 'reversal',
                   'receipt', 'statement_mapping'));
