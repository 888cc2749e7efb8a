import {
  ADD_UP,
  CLOSE_ANEW,
  LOG_ANEW,
  moveOn,
  putBack,
  tamperings,
  tellAnew,
  tellToo,
  vanish,
} from './tampering.ts';

/** What never changes about a payment, and what moves. */
export const OF_ROWS = tamperings(
  [
    'the amount of a waiting payout',
    'creates_are_kept',
    `update transactions set amount_xaf = 9000 where id = '{waiting}'`,
  ],
  [
    'the number of an approved payout',
    'creates_are_kept',
    `update transactions set msisdn = '+237670000002' where id = '{approved}';
     update recent_numbers set msisdn = '+237670000002' where transaction_id = '{approved}'`,
  ],
  [
    'the address of an open deposit',
    'creates_are_kept',
    `update transactions set callback_url = 'https://eve.example' where id = '{open}'`,
  ],
  [
    'the player of a paid deposit',
    'creates_are_kept',
    `update transactions set player_id = gen_random_uuid() where id = '{paid}'`,
  ],
  [
    'the application of a paid deposit',
    'creates_are_kept',
    `update transactions set application_id = gen_random_uuid() where id = '{paid}'`,
  ],
  [
    'the reference of a deposit, with its key',
    'creates_are_kept',
    `update transactions set reference = 'other', reference_key =
       reference_key(application_id, player_id, direction, 'other') where id = '{failed}'`,
  ],
  [
    'the key of a reference, so that it is paid again',
    'references_are_unique',
    `update transactions set reference_key = gen_random_uuid() where id = '{paidOut}'`,
  ],
  [
    'the operator of a payout',
    'creates_are_kept',
    `update transactions set operator = 'orange' where id = '{waiting}'`,
  ],
  [
    'the line that a deposit names',
    'creates_are_kept',
    `update transactions set line = '+237670000002' where id = '{open}'`,
  ],
  [
    'the instructions of a deposit',
    'creates_are_kept',
    `update transactions set instructions = '{"ussd":"*1#"}' where id = '{open}'`,
  ],
  [
    'the mode of a deposit',
    'creates_are_kept',
    `update transactions set collection_mode = 'customer_initiated' where id = '{expired}'`,
  ],
  [
    'a seal that was taken away',
    'creates_are_kept',
    `update transactions set seal = null where id = '{waiting}'`,
  ],
  [
    'the seal of another payment',
    'creates_are_kept',
    `update transactions set amount_xaf = 9000,
       seal = (select seal from transactions where id = '{paid}') where id = '{waiting}'`,
  ],
  [
    'the time of a creation',
    'creates_are_kept',
    `update transactions set created_at = created_at - interval '1 day' where id = '{waiting}'`,
  ],
  [
    'a payment in two: the number of one, the amount of the other',
    'creates_are_kept',
    `update transactions t set msisdn = o.msisdn, seal = o.seal from transactions o
     where t.id = '{waiting}' and o.id = '{paidOut}'`,
  ],
  [
    'a payment of our own making, copied from another',
    'creates_are_kept',
    `insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', uuidv7(),
       'reference_key', gen_random_uuid()))).* from transactions t where id = '{waiting}'`,
  ],
  [
    'the state of a payout',
    'histories_are_paths',
    `update transactions set state = 'approved' where id = '{waiting}'`,
  ],
  [
    'the version of a payout',
    'histories_are_paths',
    `update transactions set version = 1 where id = '{paidOut}'`,
  ],
  [
    'the deadline of an open deposit',
    'deadlines_are_kept',
    `update transactions set expires_at = app_now() - interval '1 day' where id = '{open}'`,
  ],
  [
    'the operator’s id of a paid deposit',
    'days_are_as_summed',
    `update transactions set provider_tx_id = 'X1' where id = '{paid}'`,
  ],
  [
    'the operator’s id of a paid payout, with its event',
    'days_are_as_summed',
    `update transactions set provider_tx_id = 'X1' where id = '{paidOut}';
     update operator_ids set operator_tx_id = 'X1' where transaction_id = '{paidOut}';
     ${tellAnew('{paidOut}')}`,
  ],
  [
    'two payouts with one transfer',
    'transfers_belong_to_one',
    `update transactions t set provider_tx_id = o.provider_tx_id from transactions o
     where t.id = '{confirmed}' and o.id = '{paidOut}'`,
  ],
);

/** Lines of a history. */
export const OF_HISTORIES = tamperings(
  [
    'a line that is gone',
    'histories_are_paths',
    `delete from transitions where transaction_id = '{failed}' and seq = 2`,
  ],
  [
    'a history that is gone',
    'histories_are_paths',
    `delete from transitions where transaction_id = '{paid}'`,
  ],
  [
    'another trigger',
    'histories_are_paths',
    `update transitions set trigger = 'stuck' where transaction_id = '{refused}'
       and to_state = 'failed'`,
  ],
  [
    'a state on the way',
    'histories_are_paths',
    `update transitions set to_state = 'failed' where transaction_id = '{paidOut}' and seq = 3`,
  ],
  [
    'a second transfer',
    'payouts_are_sent_once',
    `insert into transitions select transaction_id, 9, to_state, to_state, trigger, reason, actor,
       at, remark from transitions
     where transaction_id = '{paidOut}' and trigger = 'transfer_sent'`,
  ],
  [
    'a paid payout that was never sent',
    'payouts_are_sent_once',
    `update submissions set sent_at = null where transaction_id = '{paidOut}'`,
  ],
  [
    'two lines in the words of one',
    'histories_are_paths',
    `with gone as (delete from transitions where transaction_id = '{failed}' and seq = 3
       returning *)
     update transitions h
     set trigger = concat_ws(' ', h.trigger || ',3', g.from_state, g.to_state, g.trigger)
     from gone g where h.transaction_id = '{failed}' and h.seq = 2`,
  ],
  [
    'the time of a provider’s word',
    'days_are_as_summed',
    `update transitions set at = at - interval '1 minute'
     where transaction_id = '{paidOut}' and seq = 3`,
  ],
  [
    'a refusal of the provider that was a failure of another kind',
    'days_are_as_summed',
    `delete from transitions where transaction_id = '{failed}' and seq = 2;
     update transitions set trigger = 'initiation_refused', from_state = 'pending', seq = 2
     where transaction_id = '{failed}' and seq = 3;
     update transactions set version = 2 where id = '{failed}'`,
  ],
  [
    'the person who approved',
    'decisions_are_logged',
    `update transitions set actor = 'staff:' || gen_random_uuid()
     where transaction_id = '{paidOut}' and trigger = 'approved'`,
  ],
  [
    'the time of an approval',
    'decisions_are_logged',
    `update transitions set at = at + interval '2 hours'
     where transaction_id = '{approved}' and trigger = 'approved'`,
  ],
  [
    'a decision that the sandbox takes',
    'decisions_are_logged',
    moveOn('{waiting}', 'approved', 'approved', `'sandbox'`),
  ],
  [
    'an approval that nobody gave, with its request',
    'decisions_are_logged',
    `${moveOn(
      '{waiting}',
      'approved',
      'approved',
      `(select actor from transitions
       where transaction_id = '{paidOut}' and seq = 2)`,
    )}
     insert into submissions (transaction_id, provider_id, channel_id, reference, callback_secret,
       next_step_at, created_at)
     select id, provider_id, channel_id, gen_random_uuid(), 'x', app_now(), app_now()
     from transactions where id = '{waiting}'`,
  ],
  [
    'a rejection that nobody gave, with its event',
    'decisions_are_logged',
    `${moveOn('{waiting}', 'failed', 'rejected', `'staff:' || gen_random_uuid()`)}
     ${tellToo('{waiting}', 'payment.failed')}`,
  ],
  [
    'an approval by the machine',
    'decisions_are_logged',
    moveOn('{waiting}', 'approved', 'approved', `'momo'`),
  ],
  [
    'a first approval that nobody gave',
    'decisions_are_logged',
    `insert into agreements (id, act, subject, version, said_by, said_at)
     select uuidv7(), 'approve', '{waiting}', 1, id, app_now() from staff limit 1`,
  ],
  [
    'an approval by another person',
    'decisions_are_logged',
    `update agreements set said_by = (select id from staff where id not in (
       select said_by from agreements) limit 1)
     where id = (select id from agreements where subject = '{large}' order by said_at limit 1)`,
  ],
  [
    'the first of two approvals, which is gone',
    'decisions_are_logged',
    `delete from agreements where subject = '{large}'`,
  ],
);

/** What is gone with everything that names it, or as it was before. */
export const OF_VERSIONS = tamperings(
  ['a paid deposit that is gone', 'days_are_as_summed', vanish('{paid}')],
  ['a deposit by text that is gone', 'days_are_as_summed', vanish('{byText}')],
  ['a paid payout that is gone', 'days_are_as_summed', vanish('{paidOut}')],
  [
    'a paid payout that is gone, which a person approved',
    'decisions_are_logged',
    vanish('{paidOut}'),
  ],
  ['a waiting payout that is gone', 'days_are_as_summed', vanish('{waiting}')],
  ['an approved payout of today that is gone', 'decisions_are_logged', vanish('{approved}')],
  ['an open deposit of today that is gone', 'anchor', vanish('{open}')],
  [
    'a paid deposit that is gone, with closings and log to fit',
    'days_are_as_summed',
    `${vanish('{paid}')} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'a paid payout that is gone with its lines of the log, and all chains to fit',
    'days_are_as_summed',
    `${vanish('{paidOut}')} delete from audit_log where subject = 'transaction:{paidOut}';
     ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  ['a paid payout that waits again', 'days_are_as_summed', putBack('{paidOut}', 1)],
  ['a paid payout that was only approved', 'days_are_as_summed', putBack('{paidOut}', 2)],
  ['a paid deposit that is open again', 'days_are_as_summed', putBack('{paid}', 2)],
  ['an expired deposit that is open again', 'days_are_as_summed', putBack('{expired}', 2)],
  ['a failed deposit that is open again', 'days_are_as_summed', putBack('{failed}', 1)],
  ['a rejected payout that waits again', 'decisions_are_logged', putBack('{rejected}', 1)],
  ['a cancelled payout that is approved again', 'decisions_are_logged', putBack('{cancelled}', 2)],
  ['a confirmed payout that is held again', 'decisions_are_logged', putBack('{confirmed}', 4)],
  [
    'a rejected payout that waits again, with the log to fit',
    'days_are_as_summed',
    `${putBack('{rejected}', 1)}
     delete from audit_log where subject = 'transaction:{rejected}'; ${LOG_ANEW}`,
  ],
  [
    'a payout that was cancelled today and is approved again, with the log to fit',
    'anchor',
    `${putBack('{cancelled}', 2)}
     delete from audit_log where subject = 'transaction:{cancelled}'
       and action = 'withdrawal.cancel'; ${LOG_ANEW}`,
  ],
);

/** Payments with books and events to fit. */
export const OF_EVERYTHING = tamperings(
  [
    'the amount of a paid deposit, with event, books and totals',
    'creates_are_kept',
    raise('{paid}', ''),
  ],
  [
    'the amount without a seal, from before there were seals, with all that fits',
    'days_are_as_summed',
    raise('{paid}', `seal = null, created_at = created_at - interval '9 days',`),
  ],
  [
    'an amount without a seal, with closings and log to fit',
    'days_are_as_summed',
    `${raise('{paid}', `seal = null, created_at = created_at - interval '9 days',`)}
     ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'a failed deposit that succeeds, with event and books',
    'days_are_as_summed',
    `update transitions set to_state = 'succeeded', trigger = 'payment_confirmed'
     where transaction_id = '{failed}' and to_state = 'failed';
     update transactions set state = 'succeeded', provider_tx_id = 'X1' where id = '{failed}';
     delete from webhooks where transaction_id = '{failed}';
     ${tellToo('{failed}', 'payment.succeeded')}
     insert into book_entries select replace(cause, '{paid}', '{failed}'), rule, debit, credit,
       amount_cents, booked_at, value_at, xact from book_entries where cause = 'transaction:{paid}';
     insert into book_entries select 'payment:mtn:X1', rule, debit, credit,
       amount_cents, booked_at, value_at, xact from book_entries e
     where e.rule = 'payment_in' limit 1;
     ${ADD_UP} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'a refused payout that was paid',
    'payouts_are_booked',
    `update transitions set to_state = 'succeeded', trigger = 'transfer_succeeded'
     where transaction_id = '{refused}' and to_state = 'failed';
     update transactions set state = 'succeeded' where id = '{refused}';
     delete from webhooks where transaction_id = '{refused}';
     ${tellToo('{refused}', 'payment.succeeded')}`,
  ],
);

/** Another amount everywhere but in the seal. */
function raise(id: string, changes: string): string {
  return `
    update transactions set ${changes} amount_xaf = amount_xaf + 1000 where id = '${id}';
    update transitions h set at = t.created_at from transactions t
    where t.id = '${id}' and h.transaction_id = t.id and h.seq = 1;
    ${tellAnew(id)}
    update book_entries set amount_cents = amount_cents + 100000 where cause in (
      select 'transaction:${id}' union all
      select 'payment:' || operator || ':' || provider_tx_id from transactions where id = '${id}');
    ${ADD_UP}`;
}
