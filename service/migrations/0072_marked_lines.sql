-- A figure that a formula of the sheet gave is only as good as the sheet: its line stays marked.
alter table statement_lines add column is_computed boolean not null default false;
