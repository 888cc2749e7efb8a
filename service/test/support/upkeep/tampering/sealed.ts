import { ADD_UP, logToo, moveOn, tamperings, tellToo } from './tampering.ts';

/** Rows that give power. */
export const OF_POWER = tamperings(
  ['a role', 'seals_hold', `update staff set role = 'admin' where role = 'agent'`],
  ['a password', 'seals_hold', `update staff set password_hash = 'x'`],
  ['a person who vouched', 'seals_hold', `update staff set vouched_by = 'eve'`],
  [
    'a second factor that is gone',
    'seals_hold',
    `update staff set totp_confirmed_at = null,
     totp_secret = 'x'`,
  ],
  [
    'an administrator whom nobody added',
    'seals_hold',
    `insert into staff (id, email, name, role, password_hash)
     values (uuidv7(), 'eve@example.com', 'Eve', 'admin', 'x')`,
  ],
  ['a person who is gone', 'seals_hold', 'delete from staff where true'],
  [
    'a passkey of another person',
    'seals_hold',
    `insert into passkeys (id, staff_id, public_key, counter, transports, name, created_at)
     select 'x', id, '\\x00', 0, '{}', 'x', app_now() from staff limit 1`,
  ],
  [
    'a session that nobody began',
    'seals_hold',
    `insert into staff_sessions (token_hash, staff_id, kind, created_at, last_seen_at, expires_at)
     select decode(repeat('00', 32), 'hex'), id, 'script', app_now(), app_now(),
            app_now() + interval '1 day' from staff limit 1`,
  ],
  [
    'a key that nobody issued',
    'seals_hold',
    `insert into api_keys (prefix, application_id, secret_hash)
     select 'eeeeeeeeeeee', id, decode(repeat('00', 32), 'hex') from applications limit 1`,
  ],
  ['the secret of an application', 'seals_hold', `update applications set webhook_secret = 'x'`],
  ['the secret of a gateway', 'seals_hold', `update gateways set secret = 'x'`],
  ['a gateway that is gone', 'seals_hold', 'delete from gateways'],
  ['the line of a SIM', 'seals_hold', `update gateway_sims set line = '+237670000002'`],
  [
    'a sender that nobody accepted',
    'seals_hold',
    `insert into accepted_senders (operator, sender, accepted_at, accepted_by)
     values ('mtn', 'eve', app_now(), 'eve')`,
  ],
  ['a merchant number', 'seals_hold', `update channels set merchant_number = '+237670000002'`],
  ['a channel that is on', 'seals_hold', 'update channels set enabled = not enabled'],
  ['the address of a provider', 'seals_hold', `update providers set settings = '{}'`],
  ['the credentials of a provider', 'seals_hold', `update providers set secrets = '{}'`],
  ['a provider that is on', 'seals_hold', 'update providers set flag_enabled = not flag_enabled'],
  [
    'a signing key that nobody made',
    'seals_hold',
    `insert into signing_keys (key_id, public_key_pem, private_key)
     values ('service-payments-v99', 'x', 'x')`,
  ],
  ['the balance of a line', 'seals_hold', 'update lines set balance_cents = balance_cents + 100'],
  [
    'a line that reports no balances',
    'seals_hold',
    'update lines set tells_balances = not tells_balances',
  ],
  ['the row key, which is gone', 'seals_hold', 'update installation set row_key = null'],
  [
    'the row key in the open',
    'seals_hold',
    `update installation set row_key = '{"key":"AA==","since":"2026-01-01T00:00:00.000Z"}'`,
  ],
);

/** Decisions and payments that fit everything else. */
export const OF_DECISIONS = tamperings(
  [
    'the reason of a decision',
    'seals_hold',
    `update transitions set reason = 'another' where transaction_id = '{rejected}' and seq = 2`,
  ],
  [
    'an approval that nobody gave, with its line of the log',
    'seals_hold',
    `${moveOn(
      '{waiting}',
      'approved',
      'approved',
      `(select 'staff:' || id from staff
       order by created_at limit 1)`,
    )}
     ${logToo('withdrawal.approve', 'transaction:{waiting}')}
     insert into agreements (id, act, subject, version, said_by, said_at)
     select uuidv7(), 'approve', '{waiting}', 1, id, app_now() from staff
     order by created_at limit 1;
     insert into submissions (transaction_id, provider_id, channel_id, reference, callback_secret,
       next_step_at, created_at)
     select id, provider_id, channel_id, gen_random_uuid(), 'x', app_now(), app_now()
     from transactions where id = '{waiting}'`,
  ],
  [
    'an open deposit of today that succeeds, with event and books',
    'seals_hold',
    `update transactions set provider_tx_id = 'X1' where id = '{open}';
     insert into operator_ids values ('{open}', 'mtn', 'X1', true);
     ${moveOn('{open}', 'succeeded', 'payment_confirmed', `'provider:mtn-main'`)}
     ${tellToo('{open}', 'payment.succeeded')}
     insert into book_entries select replace(cause, '{paid}', '{open}'), rule, debit, credit,
       amount_cents, app_now(), app_now(), xact from book_entries
     where cause = 'transaction:{paid}';
     insert into book_entries select 'payment:mtn:X1', rule, debit, credit, amount_cents,
       app_now(), app_now(), xact from book_entries e where e.rule = 'payment_in' limit 1;
     ${ADD_UP}`,
  ],
  [
    'an amount without a seal, created before there were seals',
    'seals_hold',
    `update transactions set amount_xaf = 9000, seal = null,
       created_at = created_at - interval '9 days' where id = '{open}';
     update transitions h set at = t.created_at from transactions t
     where t.id = '{open}' and h.transaction_id = t.id and h.seq = 1`,
  ],
);
