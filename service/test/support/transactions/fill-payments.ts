import { DEFAULT_APPLICATION_ID } from '../../../src/db/access/access.ts';
import type { Database } from '../../../src/db/client.ts';

/** What a filled database has, besides what has ended well. */
export const FILLED = {
  days: 90,
  toApprove: 60,
  held: 40,
  underWay: 30,
  unmatched: 80,
  toReview: 40,
  undelivered: 30,
  contradictions: 20,
} as const;

/**
 * Stores payments of the last 90 days as a busy service has them: history, numbers, operator's ids,
 * texts and payments with names, webhooks with their attempts, what staff did, and what is open.
 */
export async function fillPayments(
  database: Database,
  { payments, actorId }: { readonly payments: number; readonly actorId: string },
): Promise<void> {
  await database.withConnection(async (connection) => {
    await connection.query({ text: 'set session_replication_role = replica' });
    for (const text of fill(payments, actorId)) await connection.query({ text });
    await connection.query({ text: 'set session_replication_role = default' });
    await connection.query({ text: 'vacuum (analyze)' });
    await connection.query({ text: 'checkpoint' });
  });
}

const NUMBER = `'+2376' || case when n % 2 = 0 then '7' else '9' end
  || lpad(((n * 7919) % 200000)::text, 7, '0')`;
const OPEN = FILLED.toApprove + FILLED.held + FILLED.underWay;

/** Ids in the order of time, as the service makes them. */
const uuidAt = (
  at: string,
  kind: string,
) => `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint),
  12, '0') || '7${kind}8' || lpad(to_hex(n), 15, '0'))::uuid`;

const FIRST_NAMES = `array['Aline', 'Bertrand', 'Carine', 'Daniel', 'Estelle', 'Fabrice', 'Grace',
  'Herve', 'Irene', 'Jules', 'Kevin', 'Laure', 'Martin', 'Nadege', 'Olivier', 'Pauline', 'Rachel',
  'Serge', 'Therese', 'Yannick']`;
const LAST_NAMES = `array['Abega', 'Atangana', 'Belinga', 'Biya', 'Djomo', 'Ebanda', 'Essomba',
  'Fotso', 'Fouda', 'Kamdem', 'Kenfack', 'Mbarga', 'Mbida', 'Ndongo', 'Ngassa', 'Ngono', 'Nkoulou',
  'Owona', 'Simo', 'Tagne', 'Talla', 'Tchoumi', 'Wamba', 'Zambo']`;

function fill(payments: number, actorId: string): readonly string[] {
  return [
    `create temp table made as
     select *, ${uuidAt('at', '000')} as id, ${NUMBER} as msisdn,
            md5('player ' || n % 150000)::uuid as player,
            case when n % 2 = 0 then 'mtn' else 'orange' end as operator,
            state in ('succeeded', 'failed', 'expired') as has_ended
     from (select n, n > ${payments - OPEN} or n % 4 = 0 as is_payout,
             app_now() - ((${payments} - n)::float8 / ${payments}) * interval '${FILLED.days} days'
               - interval '1 minute' as at,
             case when n > ${payments - FILLED.toApprove} then 'pending_approval'
                  when n > ${payments - FILLED.toApprove - FILLED.held}
                    then 'requires_manual_resolution'
                  when n > ${payments - OPEN} then 'provider_submitted'
                  when n % 20 = 7 then 'failed' when n % 33 = 5 then 'expired'
                  else 'succeeded' end as state
           from generate_series(1::bigint, ${payments}) n) numbered`,
    `insert into transactions (id, application_id, direction, reference, player_id, reference_key,
       operator, provider_id, channel_id, collection_mode, msisdn, amount_xaf, state, state_reason,
       state_updated_at, provider_tx_id, created_at, updated_at, version, callback_url)
     select id, '${DEFAULT_APPLICATION_ID}',
            case when is_payout then 'withdrawal' else 'deposit' end, 'order-' || n, player,
            reference_key('${DEFAULT_APPLICATION_ID}'::uuid, player,
                          case when is_payout then 'withdrawal' else 'deposit' end, 'order-' || n),
            operator, case operator when 'mtn' then 'mtn-momo' else 'orange-money' end,
            case operator when 'mtn' then 'mtn-momo-sandbox' else 'orange-money-sandbox' end,
            case when is_payout then null else 'customer_initiated' end, msisdn,
            100 + ((n * 7919) % 4000) * 50, state, 'Paid.', at + (n % 300) * interval '1 second',
            case when state = 'succeeded' then 'OP' || n end, at, at, 2,
            'https://platform.example/hook'
     from made order by n`,
    `insert into transitions (transaction_id, seq, from_state, to_state, trigger, reason, actor, at)
     select m.id, h.seq, h.from_state, coalesce(h.to_state, m.state), h.trigger, 'Paid.', 'api',
            m.at
     from made m, lateral (values (1, null, 'pending', 'create'),
                                  (2, 'pending', null, 'payment_confirmed'))
       as h (seq, from_state, to_state, trigger)
     order by m.n, h.seq`,
    `insert into old_numbers (msisdn, transaction_id)
     select msisdn, id from made where at < app_now() - interval '3 days' order by 1, 2`,
    `insert into recent_numbers (msisdn, transaction_id)
     select msisdn, id from made where at >= app_now() - interval '3 days' order by 2`,
    `insert into operator_ids (transaction_id, operator, operator_tx_id, is_deposit)
     select id, operator, 'OP' || n, not is_payout from made where state = 'succeeded' order by n`,
    `insert into open_transactions (transaction_id, state, since)
     select id, state, at from made where not has_ended`,
    ...texts(payments),
    ...webhooks(),
    ...staffWork(payments, actorId),
  ];
}

/** Four of ten deposits were paid by a text; some payments have no deposit, some texts no sense. */
function texts(payments: number): readonly string[] {
  const own = `select n, at, msisdn, operator, id from made
               where has_ended and n % 10 in (1, 3, 5, 9)`;
  return [
    `insert into sms_messages (id, gateway_id, operator, line, sender, body, at, trust, digest,
                               state)
     select ${uuidAt('at', '111')}, 'phone', operator, '+237670000000', 'OrangeMoney',
            'You have received ' || n || ' FCFA.', at, 'trusted', sha256(n::text::bytea), 'receipt'
     from (${own}) o order by n`,
    `insert into sms_messages (id, gateway_id, operator, line, sender, body, at, trust, digest,
                               state, reason)
     select ${uuidAt('at', '222')}, 'phone', operator, '+237670000000', 'OrangeMoney',
            'Your bundle ends tomorrow.', at, 'trusted', sha256(('x' || n)::bytea),
            case when n > ${payments - OPEN - FILLED.toReview * 10} and n % 10 = 0 then 'review'
                 when n % 1000 = 0 then 'refused' else 'nothing' end, 'not_understood'
     from made where n % 10 = 0 and n <= ${payments - OPEN} order by n`,
    `insert into receipts (id, operator, operator_tx_id, payer_msisdn, line, amount_xaf,
       received_at, state, reason, created_at, sms_id, payer_name)
     select ${uuidAt('at', '333')}, operator, 'OP' || n, msisdn, '+237670000000',
            100 + ((n * 7919) % 4000) * 50, at,
            case when n > ${payments - OPEN - (FILLED.unmatched * 10) / 4} then 'unmatched'
                 else 'used' end, 'Paid.', at, ${uuidAt('at', '111')},
            (${FIRST_NAMES})[1 + n % 20] || ' ' || (${LAST_NAMES})[1 + (n / 20) % 24]
     from (${own}) o order by n`,
    `insert into receipt_uses (receipt_id, transaction_id, used_at)
     select ${uuidAt('at', '333')}, id, at from (${own}) o
     where n <= ${payments - OPEN - (FILLED.unmatched * 10) / 4} order by n`,
  ];
}

/** One for each that has ended; a few were replayed, the last few could not be delivered. */
function webhooks(): readonly string[] {
  const id = uuidAt('at', '444');
  return [
    `insert into webhooks (id, transaction_id, application_id, event, body, created_at)
     select ${id}, id, '${DEFAULT_APPLICATION_ID}', 'payment.succeeded', '{}', at
     from made where has_ended order by n`,
    `insert into webhook_attempts (webhook_id, number, at, status, latency_ms)
     select ${id}, 1, at, case when n % 20000 = 19 then 500 else 200 end, 5
     from made where has_ended order by n`,
    `insert into open_webhooks (webhook_id, transaction_id, position, created_at, state, url,
                                origin, attempts)
     select w.id, w.transaction_id, w.position, w.created_at, 'undelivered',
            'https://platform.example/hook', 'https://platform.example', 4
     from webhooks w order by w.id desc limit ${FILLED.undelivered}`,
  ];
}

/** Every fourth payment was approved by a person; contradictions are rare and mostly closed. */
function staffWork(payments: number, actorId: string): readonly string[] {
  return [
    `insert into audit_log (id, at, actor, actor_id, action, subject, previous_hash, hash)
     select 1000000 + n, at, 'Ada Mbarga <ada@example.com>',
            case when n % 8 = 0 then '${actorId}'::uuid end,
            case when n % 400 = 0 then 'receipt.dismiss' when n % 100 = 0 then 'staff.sign_in'
                 else 'withdrawal.approve' end,
            'transaction:' || id, '', '' from made where n % 4 = 0 order by n`,
    `insert into contradictions (id, kind, transaction_id, evidence, remark, recorded_at, closed_at,
                                 closed_by, closed_because)
     select ${uuidAt('at', '555')}, 'reversed_by_operator', id, 'provider:mtn-momo:failed',
            'reversed_by_operator', at, c.closed_at, c.closed_by, c.why
     from (select * from made where has_ended and n % 500 = 1) m
     left join lateral (values (m.at, 'Ada', 'Seen.')) as c (closed_at, closed_by, why)
       on m.n <= ${payments} - 500 * ${FILLED.contradictions}
     order by n`,
  ];
}
