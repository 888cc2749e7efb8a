-- The screen that led to what stops the payouts of a SIM, when the PIN was said that it is about,
-- and what a person says the screen meant, until the modem agent has taken it.
alter table gateway_sims
  add column screen text,
  add column since text,
  add column pin_meant text check (pin_meant in ('accepted', 'refused'));
