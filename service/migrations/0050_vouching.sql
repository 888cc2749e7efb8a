-- The person who adds, lets in again or resets an account, or issues a key, counts as it until
-- another person vouches for it.
alter table staff
  add column vouched_by text check (vouched_by <> '');
alter table api_keys
  add column issued_by uuid references staff (id),
  add column vouched_by text check (vouched_by <> '');

-- Release 0.2 bound an account to its maker for seven days, and a key to nobody. What is older
-- counts as vouched for, and one entry of the audit log says so; its hash is that of
-- db/access/audit.ts.
do $$
declare
  entry record;
  previous record;
begin
  perform pg_advisory_xact_lock(7266002);
  update staff set vouched_by = 'release 0.2'
  where credentials_by is not null and credentials_at < app_now() - interval '7 days';
  update api_keys set vouched_by = 'release 0.2';
  if not exists (select from api_keys)
     and not exists (select from staff where vouched_by is not null) then
    return;
  end if;
  select id, hash into previous from audit_log order by id desc limit 1;
  select coalesce(previous.id, 0) + 1 as id, app_now()::timestamptz(3) as at,
         format('{"accounts":%s,"keys":%s}',
                (select coalesce(json_agg(id order by id), '[]')
                 from staff where vouched_by is not null),
                (select coalesce(json_agg(prefix order by prefix), '[]') from api_keys)) as after,
         'Release 0.2: accounts that were set up more than seven days ago, and all keys.' as reason,
         coalesce(previous.hash, repeat('0', 64)) as previous_hash
  into entry;
  insert into audit_log (id, at, actor, action, subject, before, after, reason, previous_hash, hash)
  select entry.id, entry.at, 'migration', 'staff.vouch', 'staff:release 0.2', null,
         entry.after::json, entry.reason, entry.previous_hash,
         encode(sha256(convert_to(format(
           '[%s,"%s","migration",null,null,"staff.vouch","staff:release 0.2",null,%s,%s,"%s"]',
           entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           to_json(entry.after), to_json(entry.reason), entry.previous_hash), 'UTF8')), 'hex');
end
$$;
