-- Four tables go: each is a column of another now, or nothing writes it any more. Processes of 0.2
-- cannot run on this schema: the upgrade to 0.3 is stop, migrate, start (decision 0089).

-- The row of the installation has the clock and the key of the rows. The table itself stays, since
-- its oid is in the identity of the database (decision 0045), and so does whatever changes often.
alter table installation
  -- What app_now() adds to the time; zero except in tests of time.
  add column clock_shift interval not null default interval '0',
  -- Seals transactions; null until the first start with a SECRETS_KEY.
  add column row_key some_text;

do $$
begin
  -- Without its key no seal can be proved: better no upgrade than one that loses it.
  if exists (select from row_keys) and not exists (select from installation) then
    raise exception 'the table row_keys has a key, and the table installation has no row for it';
  end if;
end
$$;

-- A new database has no row before its first start.
create or replace function app_now() returns timestamptz
  language sql stable parallel safe
  return now() + coalesce((select clock_shift from installation), interval '0');

-- Only these columns decide whether something may be sent, so only they wait for those who send.
drop trigger installation_quarantined on installation;
create trigger installation_quarantined
  before update of identity, quarantined_at, quarantine_reason on installation
  for each statement execute function lock_quarantine();

update installation
set clock_shift = (select shift from clock), row_key = (select secret from row_keys);
drop table clock;
drop table row_keys;

-- A used code is good for nothing, and the audit log has who used it.
alter table staff add column recovery_hashes bytea[] not null default '{}';
update staff s set recovery_hashes = unused.hashes
from (select staff_id, array_agg(code_hash) as hashes from recovery_codes
      where used_at is null group by staff_id) unused
where unused.staff_id = s.id;
drop table recovery_codes;

-- Gaps of 0.1. Migration 0016 made steps of those that were open, and since then lines.gap_at says
-- whether a line is in a gap; but nothing closed the rows here, so the wallets showed a gap for
-- ever. The audit log says of each line what was closed: its entries are chained by the hash that
-- db/access/audit.ts computes, which is that of the JSON of all columns.
do $$
declare
  gap record;
  entry record;
  previous record;
begin
  perform pg_advisory_xact_lock(7266002);
  for gap in select b.line, count(*) as texts, min(b.at) as since,
                    (select l.gap_at from lines l where l.line = b.line) as gap_at
             from chain_breaks b where b.closed_at is null group by b.line order by b.line
  loop
    select id, hash into previous from audit_log order by id desc limit 1;
    select coalesce(previous.id, 0) + 1 as id, app_now()::timestamptz(3) as at,
           'line:' || gap.line as subject,
           format('{"texts":%s,"since":"%s"}', gap.texts, to_char(gap.since at time zone 'UTC',
                  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as before,
           format('{"is_in_gap":%s}', to_json(gap.gap_at is not null)) as after,
           'Release 0.1 noted these texts as not connecting. The balance chain of the line has taken '
             || 'their place and says whether the line is in a gap.' as reason,
           coalesce(previous.hash, repeat('0', 64)) as previous_hash
    into entry;
    insert into audit_log (id, at, actor, action, subject, before, after, reason, previous_hash,
                           hash)
    select entry.id, entry.at, 'migration', 'line.close_old_gaps', entry.subject,
           entry.before::json, entry.after::json, entry.reason, entry.previous_hash,
           encode(sha256(convert_to(format(
             '[%s,"%s","migration",null,null,"line.close_old_gaps",%s,%s,%s,%s,"%s"]', entry.id,
             to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             to_json(entry.subject), to_json(entry.before), to_json(entry.after),
             to_json(entry.reason), entry.previous_hash), 'UTF8')), 'hex');
  end loop;
end
$$;
drop table chain_breaks;

-- What each table is for. A comment begins with the subject whose folders have its code, and
-- migrations/baseline.sql is grouped by it.
comment on table installation is
  'service: the one row of what this database belongs to: environment, identity, quarantine, keys';
comment on table operators is
  'service: the operators that any release has known; a start adds, nothing removes';
comment on table write_probes is
  'service: what a process writes to learn whether writes succeed; any row does';

comment on table applications is 'access: the platforms that own API keys';
comment on table api_keys is
  'access: keys, found by their public prefix and compared by the hash of their secret';
comment on table staff is 'access: the people who use the console, with password and second factor';
comment on table staff_sessions is 'access: sign-ins of staff, and tokens for scripts';
comment on table password_attempts is
  'access: wrong passwords of a person from one network, until they are forgotten';
comment on table passkeys is 'access: passkeys (WebAuthn) as second factors';
comment on table audit_log is 'access: who did what, append-only, chained by hashes';

comment on table lines is
  'lines: our SIMs by number: whether one is opened, the end of its chain of balances, its gap';
comment on table gateways is 'lines: what brings us the texts of SIMs';
comment on table gateway_sims is 'lines: which SIM is in which gateway, and how it is';
comment on table sim_jobs is 'lines: the USSD sessions that a SIM is to run for us, and what came of each';
comment on table trusted_balances is
  'lines: balances of a line from a source that is believed; its chain starts at the newest';
comment on table balance_steps is
  'lines: each text that names a balance: from what the line had to what it has';

comment on table providers is 'providers: accounts with outside systems';
comment on table channels is 'providers: the ways to move money of an operator through a provider';
comment on table catalogue_revision is
  'providers: counts the changes of providers and channels; writing a payment compares it';
comment on table provider_health is 'providers: what the last look at a provider found';
comment on table provider_minutes is
  'providers: outcomes per minute, in slots so that processes do not wait for each other';

comment on table books is
  'books: the one row of how far totals and opening have come; it changes all the time';
comment on table book_accounts is 'books: the accounts of double entry';
comment on table book_entries is
  'books: a debit, a credit, an amount and the cause that has it once; append-only';
comment on table book_totals is 'books: sums per account and day of Douala, written by one worker';

comment on table transactions is 'transactions: deposits and withdrawals';
comment on table transitions is 'transactions: their history, append-only, in months';
comment on table open_transactions is
  'transactions: those that are not settled; triggers of transactions keep it';
comment on table operator_ids is
  'transactions: the operator''s ids, one payment for one deposit; triggers of transactions keep it';
comment on table recent_numbers is
  'transactions: those of a number, of the last days; triggers of transactions keep it';
comment on table old_numbers is
  'transactions: those of a number, before; rows move here many at a time and in order';
comment on table contradictions is
  'transactions: what an outside system says against something settled, until a person closes it';
comment on table payout_marks is
  'transactions: what an approver should know of a withdrawal, found when it was created';

comment on table webhooks is 'webhooks: events for platforms, as they are sent';
comment on table open_webhooks is 'webhooks: those that are not delivered, with the next attempt';
comment on table webhook_attempts is 'webhooks: each try with its answer, append-only, in months';
comment on table signing_keys is 'webhooks: the key pairs that sign events';

comment on table sms_messages is 'receipts: texts of operators, stored before they are read';
comment on table receipts is 'receipts: payments to us, from a text or a provider';
comment on table receipt_uses is 'receipts: which transaction a receipt has completed';
comment on table rival_texts is 'receipts: texts that say something else of the same payment';
comment on table accepted_senders is
  'receipts: names that an operator sends its texts under, accepted by staff';
comment on table given_back is
  'receipts: operators'' ids of money that went back, with the cause that it answers';

comment on table submissions is
  'provider-requests: the one request that a transaction has with a provider';
comment on table evidence is
  'provider-requests: what outside systems said, word for word, append-only, in months';
comment on table lost_sends is
  'provider-requests: payouts that a worker has sent and a restored database does not know as sent';

comment on table statements is 'finance: operators'' statements that were imported';
comment on table statement_lines is 'finance: their lines, append-only';
comment on table statement_differences is
  'finance: where a statement and our payments differ, until it is settled';
comment on table statement_uploads is 'finance: statements that are being uploaded';
comment on table statement_parts is 'finance: the parts of an upload, for an hour at most';
comment on table book_closings is 'finance: closed days, append-only, chained by hashes';

comment on table looks is
  'decisions: which colleague has a transaction open right now; a crash may lose it';

comment on table alerts is 'upkeep: conditions that are reported to the pager when they begin and when they end';
comment on table alert_messages is 'upkeep: the messages to the pager, with the next attempt';
comment on table months is
  'upkeep: the parts of history, attempts and evidence, here or archived to a file';
comment on table erased_numbers is
  'upkeep: what is left of a number that was erased, so that seals hold; append-only';
