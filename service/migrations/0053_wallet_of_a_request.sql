-- The wallet that a provider request pays from or into, kept when it is sent: a new merchant number
-- moves nothing that is under way.
alter table submissions add column wallet text;

-- What was sent before this release, and may still end or be contradicted.
update submissions s
set wallet = t.operator || ':'
  || case when translate(c.merchant_number, ' .()-', '') ~ '^(?:(?:[+]|00)?237)?[26][0-9]{8}$'
          then '+237' || right(translate(c.merchant_number, ' .()-', ''), 9)
          else trim(c.merchant_number) end
  || case t.direction when 'withdrawal' then coalesce(':' || p.payout_wallet, '') else '' end
from transactions t, channels c, providers p
where t.id = s.transaction_id and c.id = s.channel_id and p.id = s.provider_id
  and t.line is null and s.sent_at is not null
  and (s.next_step_at is not null or s.sent_at > app_now() - interval '30 days');
