import { ADD_UP, CLOSE_ANEW, LOG_ANEW, logToo, putBack, tamperings } from './tampering.ts';

/** Events and how they were delivered. */
export const OF_WEBHOOKS = tamperings(
  [
    'the amount in an event',
    'events_are_told_once',
    `update webhooks set body = replace(body, '500', '900') where transaction_id = '{paid}'`,
  ],
  [
    'the outcome in an event',
    'events_are_told_once',
    `update webhooks set body = replace(body, 'failed', 'succeeded')
     where transaction_id = '{failed}'`,
  ],
  [
    'an event of another kind',
    'events_are_told_once',
    `update webhooks set event = 'payment.succeeded',
       body = replace(body, 'payment.failed', 'payment.succeeded')
     where transaction_id = '{failed}'`,
  ],
  [
    'an event that is gone',
    'events_are_told_once',
    `delete from webhooks where transaction_id = '{paid}'`,
  ],
  [
    'an event that nothing caused',
    'events_are_told_once',
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select uuidv7(), id, application_id, 'payment.succeeded', '{}', created_at
     from transactions where id = '{open}'`,
  ],
  [
    'an event twice',
    'events_are_told_once',
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select uuidv7(), transaction_id, application_id, event, body, created_at
     from webhooks where transaction_id = '{paid}'`,
  ],
  [
    'a replay of what did not happen',
    'events_are_told_once',
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at, is_replay)
     select uuidv7(), transaction_id, application_id, event, replace(body, '500', '900'),
            created_at, true
     from webhooks where transaction_id = '{paid}'`,
  ],
  [
    'two events in the words of one',
    'events_are_told_once',
    `update webhooks set body = concat_ws(e'\\n', body, concat_ws(' ', id, event, true, body))
     where transaction_id = '{failed}'`,
  ],
  [
    'the address of a waiting event',
    'events_go_to_their_address',
    `update open_webhooks set url = 'https://eve.example' where transaction_id = '{cancelled}'`,
  ],
  [
    'an attempt that came after its delivery',
    'attempts_keep_their_pauses',
    `insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
     select webhook_id, 2, at + interval '1 hour', 200, 5 from webhook_attempts limit 1`,
  ],
  [
    'an attempt that came too early',
    'attempts_keep_their_pauses',
    `insert into webhook_attempts (webhook_id, number, at, error, latency_ms)
     select w.id, n, app_now() + n * interval '0.1 s', 'refused', 10
     from webhooks w, generate_series(1, 2) n where w.transaction_id = '{cancelled}'`,
  ],
  ['what a receiver answered', 'days_are_as_summed', 'update webhook_attempts set status = 500'],
  ['attempts that are gone', 'days_are_as_summed', 'delete from webhook_attempts'],
);

/** The books, their totals and closings. */
export const OF_BOOKS = tamperings(
  [
    'the amount of an entry',
    'deposits_are_credited',
    `update book_entries set amount_cents = amount_cents + 100
     where cause = 'transaction:{paid}' and rule = 'deposit_credited'`,
  ],
  [
    'an entry that is gone',
    'deposits_are_credited',
    `delete from book_entries where cause = 'transaction:{paid}'`,
  ],
  [
    'a credit for nothing',
    'credits_have_deposits',
    `insert into book_entries select 'transaction:{open}', rule, debit, credit, amount_cents,
       booked_at, value_at, xact from book_entries where cause = 'transaction:{paid}'`,
  ],
  [
    'a payout that is booked and none of ours',
    'entries_have_payouts',
    `insert into book_entries select 'transaction:' || uuidv7(), rule, debit, credit, amount_cents,
       booked_at, value_at, xact from book_entries where cause = 'transaction:{paidOut}'`,
  ],
  [
    'a payout that is not booked',
    'payouts_are_booked',
    `delete from book_entries where cause = 'transaction:{paidOut}'; ${ADD_UP}`,
  ],
  [
    'a payment that nothing reports',
    'entries_have_payments',
    `update book_entries set cause = 'payment:mtn:X1' where cause = 'payment:mtn:11000000002'`,
  ],
  [
    'both sides of an entry',
    'entries_follow_rules',
    `update book_entries set debit = credit, credit = debit
     where cause = 'transaction:{paid}' and rule = 'deposit_credited'`,
  ],
  [
    'a correction that nobody decided',
    'adjustments_are_decided',
    `insert into book_entries select 'adjustment:1', 'wallet_raised', debit,
       open_account('adjustments '), 100, booked_at, value_at, xact
     from book_entries where rule = 'payment_in' limit 1`,
  ],
  [
    'a payment that is money from outside, too',
    'payments_are_no_top_ups',
    `insert into book_entries select cause, 'topped_up', debit, open_account('moved_outside '),
       amount_cents, booked_at, value_at, xact
     from book_entries where rule = 'payment_in' limit 1`,
  ],
  [
    'a fee that is booked by two names',
    'fees_are_charged_once',
    `insert into book_entries select c.name, 'fee_charged', open_account('operator_fees '), e.debit,
       100, e.booked_at, e.value_at, e.xact
     from transactions t
     cross join lateral (values ('transaction:' || t.id),
                                ('payment:' || t.operator || ':' || t.provider_tx_id)) c (name)
     cross join lateral (select * from book_entries where rule = 'payment_in' limit 1) e
     where t.id = '{paid}'`,
  ],
  ['a total', 'totals_are_sums', 'update book_totals set debit_cents = debit_cents + 1'],
  ['totals that are gone', 'totals_are_sums', 'delete from book_totals'],
  [
    'a deposit that credits another application, with totals and closings to fit',
    'deposits_are_credited',
    `update book_entries set credit = open_account('application eve')
     where cause = 'transaction:{paid}' and rule = 'deposit_credited';
     ${ADD_UP} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'the day of an entry, with totals to fit',
    'closings_stay',
    `update book_entries set booked_at = booked_at - interval '1 day'
     where cause = 'transaction:{paid}'; ${ADD_UP}`,
  ],
  [
    'the same, with closings to fit',
    'closings_stay',
    `update book_entries set booked_at = booked_at - interval '1 day'
     where cause = 'transaction:{paid}'; ${ADD_UP} ${CLOSE_ANEW}`,
  ],
  [
    'the same, with closings and log to fit',
    'days_are_as_summed',
    `update book_entries set booked_at = booked_at - interval '1 day'
     where cause = 'transaction:{paid}'; ${ADD_UP} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'the content of a closing',
    'closings_stay',
    `update book_closings set content = replace(content, '50000', '60000')`,
  ],
  [
    'the seal of a closing, taken away',
    'days_are_as_summed',
    `update book_closings set seal = null where day = (select max(day) from book_closings)`,
  ],
  [
    'the seals of all closings, taken away',
    'days_are_as_summed',
    'update book_closings set seal = null',
  ],
  [
    'the seal of another closing',
    'days_are_as_summed',
    `update book_closings set seal = (select seal from book_closings order by day limit 1)`,
  ],
  [
    'a sum that fits what is there',
    'days_are_as_summed',
    `update book_closings set content = replace(content, '"rows":3', '"rows":2');
     ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'the last closing, which is gone',
    'closings_stay',
    'delete from book_closings where day = (select max(day) from book_closings)',
  ],
  ['all closings, which are gone', 'closings_stay', 'delete from book_closings'],
  [
    'the last closing, which is gone with its line of the log and what followed',
    'anchor',
    `${putBack('{cancelled}', 2)}
     delete from audit_log where subject = 'transaction:{cancelled}'
       and action = 'withdrawal.cancel';
     delete from audit_log where id = (select max(id) from audit_log where action = 'books.close');
     delete from book_closings where day = (select max(day) from book_closings); ${LOG_ANEW}`,
  ],
  [
    'the sums and seals of all closings, taken away with closings and log to fit',
    'anchor',
    `update book_closings set seal = null, content = (content::jsonb - 'sums')::text;
     ${CLOSE_ANEW} update book_closings set content = replace(content, ', "sums" : null', '');
     ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
);

/** Payments received, texts, and what providers said. */
export const OF_RECEIPTS = tamperings(
  [
    'the amount of a payment',
    'payments_are_booked',
    `update receipts set amount_xaf = 98765 where id = '{unmatched}'`,
  ],
  [
    'the amount of a payment with its entry',
    'texts_are_kept',
    `update receipts set amount_xaf = 98765 where id = '{unmatched}';
     update book_entries set amount_cents = 9876500 where cause = 'payment:mtn:11000000002';
     ${ADD_UP}`,
  ],
  [
    'the amount of a payment with its entry, its text and the closings',
    'days_are_as_summed',
    `update receipts set amount_xaf = 98765 where id = '{unmatched}';
     update sms_messages set body = replace(body, '500 XAF', '98765 XAF')
     where body like '%11000000002%';
     update book_entries set amount_cents = 9876500 where cause = 'payment:mtn:11000000002';
     ${ADD_UP} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'a text without its amount',
    'texts_are_kept',
    `update sms_messages set body = 'x' where body like '%11000000002%'`,
  ],
  [
    'the number of a payer',
    'texts_are_kept',
    `update receipts set payer_msisdn = '+237670000077' where id = '{unmatched}'`,
  ],
  [
    'a payment that is unused again',
    'receipts_are_used_once',
    `update receipts set state = 'unmatched' where id = '{used}'`,
  ],
  [
    'a payment that is used by nothing',
    'receipts_are_used_once',
    `update receipts set state = 'used' where id = '{unmatched}'`,
  ],
  [
    'a use that is gone',
    'receipts_are_used_once',
    `delete from receipt_uses where receipt_id = '{used}'`,
  ],
  [
    'a payment that nobody dismissed',
    'decisions_are_logged',
    `update receipts set state = 'dismissed' where id = '{unmatched}'`,
  ],
  [
    'a dismissed payment that is there again',
    'decisions_are_logged',
    `update receipts set state = 'unmatched', dismissed_as = null where id = '{dismissed}'`,
  ],
  [
    'a payment that is gone with its entry',
    'days_are_as_summed',
    `delete from receipts where id = '{unmatched}';
     delete from book_entries where cause = 'payment:mtn:11000000002'; ${ADD_UP}`,
  ],
  [
    'a payment that is gone with its text, its entry, the closings and the log',
    'days_are_as_summed',
    `delete from receipts where id = '{unmatched}';
     delete from sms_messages where body like '%11000000002%';
     delete from book_entries where cause = 'payment:mtn:11000000002';
     ${ADD_UP} ${CLOSE_ANEW} ${LOG_ANEW}`,
  ],
  [
    'a payment that was believed without an entry',
    'payments_are_booked',
    `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
       received_at, state, reason, created_at)
     select uuidv7(), operator, 'X1', payer_msisdn, line, amount_xaf, app_now(), state, reason,
       app_now() from receipts where id = '{unmatched}'`,
  ],
  ['a text that is gone', 'days_are_as_summed', 'delete from sms_messages'],
  ['answers of providers that are gone', 'days_are_as_summed', 'delete from evidence'],
  ['the status of a provider’s answer', 'days_are_as_summed', 'update evidence set status = 500'],
);

/** The audit log, the policy and the months. */
export const OF_LOGS = tamperings(
  [
    'a line of the log',
    'audit_log_is_whole',
    `update audit_log set reason = 'another' where id = 3`,
  ],
  ['a line of the log that is gone', 'audit_log_is_whole', 'delete from audit_log where id = 3'],
  [
    'the person of a line, with the chain to fit',
    'audit_log_is_whole',
    `update audit_log set actor = 'eve' where id = 3; ${LOG_ANEW}`,
  ],
  [
    'a line of the log that is gone, with the chain to fit',
    'audit_log_is_whole',
    `delete from audit_log where id = 3; ${LOG_ANEW}`,
  ],
  [
    'the end of the log, before the last closing',
    'audit_log_is_whole',
    `delete from audit_log where id > 3`,
  ],
  [
    'the reason of the last line, which nothing follows',
    'anchor',
    `update audit_log set reason = 'another' where id = (select max(id) from audit_log);
     ${LOG_ANEW}`,
  ],
  [
    'a decision in the log that nobody took',
    'decisions_are_logged',
    logToo('withdrawal.reject', 'transaction:{waiting}'),
  ],
  [
    'the newest policy',
    'policy_is_as_decided',
    `update policy set content = content || '{"approval_second_person_xaf": 9000000}'
     where revision = (select max(revision) from policy)`,
  ],
  [
    'a policy that nobody decided',
    'policy_is_as_decided',
    `insert into policy (revision, content, seal, changed_by, reason)
     select revision + 1, content, seal, 'eve', 'x' from policy order by revision desc limit 1`,
  ],
  [
    'an older policy that is the newest again',
    'policy_is_as_decided',
    'delete from policy where revision = (select max(revision) from policy)',
  ],
  [
    'histories that count as archived',
    'archives_are_told',
    `update months set archived_at = app_now(), file = 'x', digest = 'x', rows = 1
     where table_name = 'transitions'`,
  ],
  [
    'an erased number that is there again',
    'creates_are_kept',
    `insert into erased_numbers (transaction_id, digest, erased_at)
     values ('{paid}', 'x', app_now())`,
  ],
);
