-- Why a payment failed, expired or is held, as one of the names that platforms branch on. The next
-- start fills it from the history, a few thousand rows at a time, and says here that it is done.
alter table transactions add column reason_code text;
alter table installation add column has_reason_codes boolean not null default false;
