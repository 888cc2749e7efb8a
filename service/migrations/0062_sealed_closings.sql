-- A closing of live has the sums of what came to be until its day was over, and a seal.
alter table book_closings add column seal uuid;
comment on table book_closings is
  'finance: closed days with the sums of their rows, append-only, chained by hashes and sealed';
