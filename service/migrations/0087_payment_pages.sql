-- What the page of a checkout says about its seller, and whether an application may have pages in
-- live.
alter table applications
  add column display_name text check (char_length(display_name) between 1 and 60),
  add column support_number international_number,
  add column takes_checkouts boolean not null default false;

-- Apart from what made it, so that nothing waits while every webhook is read.
alter table webhooks validate constraint webhooks_event_check;
